"""Whatever is sent within the description or beside it, the answer is one that is described.

`API_EXAMPLES=300 ./run test tests/league/api/test_any_request.py` looks longer.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from league.api.views.description import schema
from tests.league.api.scenes import Scene, token_of

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("API_EXAMPLES", "6"))
CHAPTERS = [tag["name"] for tag in schema()["tags"]]


def _there(scene: Scene, path: str) -> dict[str, Any]:
    """Return the parts of a path that name what there is."""
    kind = path.split("/")[3]
    found = {
        "players": scene.player,
        "competitions": scene.competition,
        "rounds": scene.round,
        "tables": scene.table,
        "hands": scene.hand,
        "entries": scene.waiting[0].entry,
        "adjustments": scene.adjustment,
        "stages": scene.stage,
        "invitations": scene.invitation,
        "deliveries": scene.delivery,
        "changes": scene.change,
        "calls": scene.call,
        "submissions": scene.submission,
        "reports": scene.remark,
        "online": scene.remark,
    }.get(kind)
    tokens = {"duplicate": scene.event.token, "join": scene.invitation.token}
    return {
        "id": found.pk if found else None,
        "slug": scene.club.slug,
        "game": "franks-zoo",
        "token": tokens.get(kind, scene.open_online.token),
        "entry": scene.waiting[0].entry_id,
        "apart": 1,
        "seats": 3,
        "player": scene.player.pk,
        "seat": 1,
        "number": 1,
    }


def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answer as the site does, and close the answer as a server does."""
    answer = WSGIHandler()(environ, start_response)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


@pytest.fixture
def _as_a_site(settings: Any) -> Iterator[None]:
    """Answer under the tester's name, without limits, in the test's own transaction."""
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**9)
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_as_a_site")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_any_request_is_answered_as_described(chapter: str, mode: GenerationMode) -> None:
    scene = Scene()
    headers = {"Authorization": f"Bearer {token_of(scene.users['owner'])}"}
    described: Any = schemathesis.openapi.from_dict(schema())
    described.app = site
    for result in described.get_all_operations():
        operation = result.ok()
        if operation.definition.raw["tags"] != [chapter]:
            continue
        cases = operation.as_strategy(generation_mode=mode)
        _judge(cases, mode, headers, _there(scene, operation.path))


def _judge(
    cases: Any, mode: GenerationMode, headers: dict[str, str], there: dict[str, Any]
) -> None:
    """Send requests of an operation, and compare each answer with the description."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, is_there=st.booleans())
    def judge(case: Any, *, is_there: bool) -> None:
        if is_there and mode == GenerationMode.POSITIVE:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = there[name]
        # What is asked of another site never reaches the API.
        for name in [name for name in case.headers or {} if name.lower() == "host"]:
            del case.headers[name]
        with transaction.atomic():
            # What no schema can say, a time zone or a cursor, is refused although it fits.
            case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
            transaction.set_rollback(True)

    # An operation that takes nothing that could be wrong has no wrong requests.
    with suppress(Unsatisfiable):
        judge()
