"""What is asked of clubs, stages, seats and results; see cases.py."""

from typing import Any
from uuid import uuid4

from tests.league.api.cases import (
    AT_THE_TABLE,
    EVERYBODY,
    NOBODY,
    ORGANISERS,
    ORGANISERS_IN_VAIN,
    ORGANISERS_MAKE,
    ORGANISERS_TAKE_AWAY,
    RECORDERS,
    RECORDERS_IN_VAIN,
    SCORERS,
    SOMEBODY,
    Case,
    by,
    why,
)
from tests.league.api.scenes import VISITORS, Scene

STAGE = "stages/{s.stage.pk}/"
ROUND = "rounds/{s.seated.pk}/"
RESULT = "tables/{s.table.pk}/result/"


def _pair(scene: Scene) -> list[int]:
    return [scene.waiting[0].entry.player_id, scene.waiting[1].entry.player_id]


def _leaving(scene: Scene) -> dict[str, Any]:
    """Return that one of the four at the seated table goes home."""
    return {"seating": 1, "kind": "left", "entry": scene.seated_entries[0]}


def _outcome(_scene: Scene) -> dict[str, Any]:
    return {"key": str(uuid4()), "seating": 1, "outcome": {"places": [1, 2, 3, 4]}}


def _token(_scene: Scene) -> dict[str, Any]:
    return {"name": "scoreboard", "scopes": ["read"], "days": 7, "key": str(uuid4())}


def _webhook(_scene: Scene) -> dict[str, Any]:
    """Return a webhook at a public address, which is not asked."""
    url = "https://192.0.1.1/hook"
    return {"url": url, "events": ["hand.recorded"], "key": str(uuid4())}


CASES = {
    "create_club": Case(
        "clubs/",
        dict.fromkeys(VISITORS, 404) | {"visitor": 401, "site owner": 201},
        lambda s: {"name": "Another", "time_zone": "Europe/Rome"},
    ),
    "retrieve_inbox": Case("clubs/{s.club.slug}/inbox/", ORGANISERS),
    "list_invitations": Case("clubs/{s.club.slug}/invitations/", ORGANISERS),
    "create_invitation": Case(
        "clubs/{s.club.slug}/invitations/", ORGANISERS_MAKE, lambda s: {"hours": 12}
    ),
    "revoke_invitation": Case("invitations/{s.invitation.pk}/", ORGANISERS_TAKE_AWAY),
    "join_club": Case(
        "join/{s.invitation.token}/", by(401, 200, 200, 200, 200), lambda s: {"name": "Zacharias"}
    ),
    "list_tokens": Case("tokens/", SOMEBODY),
    "create_token": Case("tokens/", by(401, 201, 201, 201, 201), _token),
    "revoke_token": Case("tokens/{s.token.pk}/", ORGANISERS_TAKE_AWAY),
    "retrieve_stream": Case("competitions/{s.competition.pk}/stream/", EVERYBODY),
    "list_webhooks": Case("clubs/{s.club.slug}/webhooks/", ORGANISERS),
    "create_webhook": Case("clubs/{s.club.slug}/webhooks/", ORGANISERS_MAKE, _webhook),
    "retrieve_webhook": Case("webhooks/{s.webhook.pk}/", ORGANISERS),
    "delete_webhook": Case("webhooks/{s.webhook.pk}/", ORGANISERS_TAKE_AWAY),
    "enable_webhook": Case("webhooks/{s.webhook.pk}/enable/", ORGANISERS),
    "test_webhook": Case("webhooks/{s.webhook.pk}/test/", ORGANISERS),
    "list_webhook_deliveries": Case("webhooks/{s.webhook.pk}/deliveries/", ORGANISERS),
    "resend_webhook_delivery": Case(
        "webhook-deliveries/{s.webhook_delivery.pk}/resend/", ORGANISERS
    ),
    "export_hands_of_club": Case("clubs/{s.club.slug}/hands/file/", EVERYBODY),
    "export_hands_of_competition": Case("competitions/{s.competition.pk}/hands/file/", EVERYBODY),
    "list_deliveries": Case("clubs/{s.club.slug}/deliveries/", ORGANISERS),
    "resend_delivery": Case("deliveries/{s.delivery.pk}/resend/", ORGANISERS),
    "update_preferences": Case(
        "players/{s.player.pk}/preferences/", by(401, 200, 404, 404, 404), lambda s: {"name": "Adi"}
    ),
    "list_stages": Case("competitions/{s.competition.pk}/stages/", EVERYBODY),
    "create_stage": Case(
        "competitions/{s.competition.pk}/stages/", ORGANISERS_MAKE, lambda s: {"number": 3}
    ),
    "retrieve_stage": Case(STAGE, EVERYBODY),
    "update_stage": Case(STAGE, ORGANISERS, lambda s: {"name": "Final"}),
    "delete_stage": Case(STAGE, ORGANISERS_TAKE_AWAY),
    "retrieve_cut": Case(STAGE + "cut/", ORGANISERS),
    "start_stage": Case(STAGE + "start/", ORGANISERS_IN_VAIN, lambda s: {}),
    "decline_stage": Case(STAGE + "decline/", ORGANISERS, lambda s: {"entry": s.seated_entries[0]}),
    "undo_stage_start": Case(STAGE + "undo-start/", ORGANISERS),
    "retrieve_seating_list": Case(STAGE + "seating-list/", ORGANISERS),
    "update_seating_list": Case(
        STAGE + "seating-list/",
        by(401, 404, 404, 400, 404),
        lambda s: {"text": "Nobody, of, these"},
    ),
    "retrieve_recurrence": Case(STAGE + "recurrence/", by(401, 404, 404, 404, 404)),
    "update_recurrence": Case(
        STAGE + "recurrence/",
        ORGANISERS,
        lambda s: {"rule": "FREQ=DAILY", "starts_at": "2099-01-01T19:00:00Z"},
    ),
    "pause_recurrence": Case(
        STAGE + "recurrence/", by(401, 404, 404, 404, 404), lambda s: {"is_paused": True}
    ),
    "delete_recurrence": Case(STAGE + "recurrence/", ORGANISERS_TAKE_AWAY),
    "retrieve_entry": Case("entries/{s.waiting[0].entry_id}/", EVERYBODY),
    "update_entry": Case(
        "entries/{s.waiting[0].entry_id}/", ORGANISERS, lambda s: {"team": "Lions"}
    ),
    "create_team": Case(
        "competitions/{s.competition.pk}/teams/",
        ORGANISERS,
        lambda s: {"team": "Lions", "players": _pair(s)},
    ),
    "list_separations": Case("competitions/{s.competition.pk}/separations/", ORGANISERS),
    "create_separation": Case(
        "competitions/{s.competition.pk}/separations/",
        ORGANISERS_MAKE,
        lambda s: {"players": _pair(s), "reason": "request"},
    ),
    "delete_separation": Case(
        "competitions/{s.competition.pk}/separations/1/", ORGANISERS_TAKE_AWAY
    ),
    "start_next_round": Case("rounds/{s.round.pk}/next/", ORGANISERS_IN_VAIN),
    "change_clock": Case(ROUND + "clock/", ORGANISERS, lambda s: {"action": "start", "minutes": 9}),
    "list_absences": Case(ROUND + "absences/", ORGANISERS),
    "update_absence": Case(
        ROUND + "absences/{s.seated_entries[0]}/",
        ORGANISERS_IN_VAIN,
        lambda s: {"reason": "requested_bye"},
    ),
    "check_in_new_player": Case(
        ROUND + "players/new/", ORGANISERS, lambda s: {"name": "Zacharias", "seen": 0}
    ),
    "preview_seating": Case("rounds/{s.unseated.pk}/seating/preview/", ORGANISERS, lambda s: {}),
    "list_seating_changes": Case(ROUND + "changes/", ORGANISERS),
    "change_seating": Case(ROUND + "changes/", ORGANISERS, _leaving),
    "preview_seating_change": Case(ROUND + "changes/preview/", ORGANISERS, _leaving),
    "undo_seating_change": Case("changes/{s.change.pk}/undo/", ORGANISERS),
    "preview_undo_seating_change": Case("changes/{s.change.pk}/undo/preview/", ORGANISERS),
    "replace_table_code": Case(
        "tables/{s.table.pk}/code/", ORGANISERS, lambda s: {"id": s.table.codes.get().pk}
    ),
    "revoke_table_code": Case("tables/{s.table.pk}/code/", ORGANISERS_TAKE_AWAY),
    "adjourn_table": Case("tables/{s.table.pk}/adjourn/", ORGANISERS),
    "resume_table": Case("tables/{s.table.pk}/resume/", ORGANISERS),
    "call_organiser": Case(
        "tables/{s.table.pk}/calls/", AT_THE_TABLE, lambda s: {"message": "Help"}
    ),
    "cancel_call": Case("calls/{s.call.pk}/cancel/", AT_THE_TABLE),
    "acknowledge_call": Case("calls/{s.call.pk}/acknowledge/", ORGANISERS),
    "close_call": Case("calls/{s.call.pk}/close/", ORGANISERS),
    "record_score_sheet": Case(
        "tables/{s.table.pk}/score-sheet/",
        RECORDERS,
        lambda s: {
            "seating": s.table.seating,
            "hands": [{name: s.record()[name] for name in ("number", "key", "record")}],
        },
    ),
    "retrieve_result": Case(RESULT, NOBODY),
    "record_result": Case(RESULT, RECORDERS_IN_VAIN, _outcome),
    "correct_result": Case(
        RESULT,
        by(401, 404, 404, 404, 404),
        lambda s: why(s) | {"outcome": {"places": [1, 2, 3, 4]}},
    ),
    "void_result": Case(RESULT + "void/", by(401, 404, 404, 404, 404), why),
    "preview_result": Case(RESULT + "preview/", by(401, 404, 404, 404, 404), why),
    "preview_hand": Case(
        "hands/{s.hand.pk}/preview/", SCORERS, lambda s: why(s) | {"change": "void"}
    ),
    "list_hand_versions": Case("hands/{s.hand.pk}/versions/", EVERYBODY),
    "undo_hand": Case("hands/{s.hand.pk}/undo/", AT_THE_TABLE, lambda s: {"revision": 1}),
    "resolve_dispute": Case("submissions/{s.submission.pk}/resolve/", AT_THE_TABLE, why),
    "preview_resolve_dispute": Case(
        "submissions/{s.submission.pk}/resolve/preview/", AT_THE_TABLE, why
    ),
}
