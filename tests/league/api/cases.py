"""What is asked of the API's operations, and what everybody is answered."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.league.api.scenes import VISITORS, Scene

Expected = dict[str, int]


def by(
    visitor: int,
    player: int,
    scorer: int,
    organiser: int,
    stranger: int,
    *,
    viewer: int | None = None,
    site_owner: int | None = None,
) -> Expected:
    """Return the statuses; owners may what organisers may, and unless told spectators nothing."""
    looking_on = stranger if viewer is None else viewer
    of_site = organiser if site_owner is None else site_owner
    statuses = (visitor, looking_on, player, scorer, organiser, organiser, stranger, of_site)
    return dict(zip(VISITORS, statuses, strict=True))


EVERYBODY = by(200, 200, 200, 200, 200)
SOMEBODY = by(401, 200, 200, 200, 200)
ORGANISERS = by(401, 404, 404, 200, 404)
ORGANISERS_MAKE = by(401, 404, 404, 201, 404)
ORGANISERS_TAKE_AWAY = by(401, 404, 404, 204, 404)
ORGANISERS_IN_VAIN = by(401, 404, 404, 422, 404)
SCORERS = by(401, 404, 200, 200, 404)
AT_THE_TABLE = by(401, 200, 200, 200, 404)
RECORDERS = by(401, 201, 201, 201, 404)
RECORDERS_IN_VAIN = by(401, 422, 422, 422, 404)
SEATED = by(401, 200, 409, 409, 404)
PLAYING = by(401, 200, 404, 404, 404)
OWNERS = ORGANISERS | {"organiser": 404}
NOBODY = dict.fromkeys(VISITORS, 404)


class Case(NamedTuple):
    """Say what is asked of an operation, and what everybody is answered."""

    path: str
    expected: Expected
    body: Callable[[Scene], Any] = lambda scene: None


def why(_scene: Scene) -> dict[str, Any]:
    """Return which version is meant, and why."""
    return {"revision": 1, "reason": "A slip"}
