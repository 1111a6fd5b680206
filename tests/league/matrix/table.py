"""What everybody is answered, as `table.txt` says it."""

from pathlib import Path
from typing import NamedTuple

from tests.league.borders import at_borders
from tests.league.matrix.season import VISITORS

TABLE = Path(__file__).with_name("table.txt")
REFUSED = {"404", "403", "in"}
UPWARDS = ("anonymous", "viewer", "player", "scorer", "organiser", "owner")
LIKE = {"other club": "viewer", "site owner": "owner", "phone": "anonymous"}
"""Whose answers are mostly those of whom."""


class Line(NamedTuple):
    """What a view answers to a method: to each visitor; and the right that it asks for."""

    name: str
    method: str
    answers: dict[str, str]
    right: str

    @property
    def at_the_borders(self) -> set[str]:
        """Those next to each other of whom one may and one may not, and strangers who may not.

        Of what the owners of a club alone may, the site's are asked too.
        """
        found = at_borders(self.answers, upwards=UPWARDS, like=LIKE, refusals=REFUSED)
        if self.answers["other club"] in REFUSED:
            found.add("other club")
        if self.right == "own":
            found.add("site owner")
        return found


def read_table() -> list[Line]:
    """Return the lines of the table."""
    told = [line.split() for line in TABLE.read_text().splitlines() if line[:1] not in {"", "#"}]
    return [
        Line(name, method, dict(zip(VISITORS, answers, strict=True)), right)
        for name, method, *answers, right in told
    ]


def views_that_take(method: str) -> list[str]:
    """Return the names of the views that take a method."""
    return [line.name for line in read_table() if line.method == method]
