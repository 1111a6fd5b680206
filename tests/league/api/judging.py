"""Send requests within the description of the API or beside it, and judge the answers by it."""

from contextlib import suppress
from typing import Any

import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from league.api.views import schema
from tests.league.api.scenes import Scene, token_of


def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answer as the site does, and close the answer as a server does."""
    answer = WSGIHandler()(environ, start_response)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


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
        "separation": 1,
        "seats": 3,
        "player": scene.player.pk,
        "seat": 1,
        "number": 1,
    }


def judge_chapter(chapter: str, mode: str, examples: int) -> None:
    """Send so many requests to each operation of a chapter: `positive` ones fit, `negative` not."""
    scene = Scene()
    headers = {
        "Authorization": f"Bearer {token_of(scene.users['owner'])}",
        "Accept-Encoding": "identity",
    }
    described: Any = schemathesis.openapi.from_dict(schema())
    described.app = site
    for result in described.get_all_operations():
        operation = result.ok()
        if operation.definition.raw["tags"] != [chapter]:
            continue
        cases = operation.as_strategy(generation_mode=GenerationMode(mode))
        there = _there(scene, operation.path) if mode == "positive" else {}
        _judge(cases, there, headers, examples)


def _judge(cases: Any, there: dict[str, Any], headers: dict[str, str], examples: int) -> None:
    """Send requests of an operation, some to what is there, and judge each answer."""

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, is_there=st.booleans())
    def judge(case: Any, *, is_there: bool) -> None:
        if is_there and there:
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
