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


CASES = {
    "post_clubs": Case(
        "clubs/",
        dict.fromkeys(VISITORS, 404) | {"visitor": 401, "site owner": 201},
        lambda s: {"name": "Another", "time_zone": "Europe/Rome"},
    ),
    "get_club_desk": Case("clubs/{s.club.slug}/waiting/", ORGANISERS),
    "get_club_invitations": Case("clubs/{s.club.slug}/invitations/", ORGANISERS),
    "post_club_invitations": Case(
        "clubs/{s.club.slug}/invitations/", ORGANISERS_MAKE, lambda s: {"hours": 12}
    ),
    "delete_invitation_by_id": Case("invitations/{s.invitation.pk}/", ORGANISERS_TAKE_AWAY),
    "post_joining": Case(
        "join/{s.invitation.token}/", by(401, 200, 200, 200, 200), lambda s: {"name": "Zacharias"}
    ),
    "get_club_outbox": Case("clubs/{s.club.slug}/outbox/", ORGANISERS),
    "post_delivery_resending": Case("deliveries/{s.delivery.pk}/resend/", ORGANISERS),
    "put_player_preferences": Case(
        "players/{s.player.pk}/preferences/", by(401, 200, 404, 404, 404), lambda s: {"name": "Adi"}
    ),
    "get_competition_stages": Case("competitions/{s.competition.pk}/stages/", EVERYBODY),
    "post_competition_stages": Case(
        "competitions/{s.competition.pk}/stages/", ORGANISERS_MAKE, lambda s: {"number": 3}
    ),
    "get_stage_by_id": Case(STAGE, EVERYBODY),
    "patch_stage_by_id": Case(STAGE, ORGANISERS, lambda s: {"name": "Final"}),
    "delete_stage_by_id": Case(STAGE, ORGANISERS_TAKE_AWAY),
    "get_stage_cut": Case(STAGE + "cut/", ORGANISERS),
    "post_stage_beginning": Case(STAGE + "begin/", ORGANISERS_IN_VAIN, lambda s: {}),
    "post_stage_taking_back": Case(STAGE + "take-back/", ORGANISERS),
    "get_stage_script": Case(STAGE + "seating/", ORGANISERS),
    "put_stage_script": Case(
        STAGE + "seating/", by(401, 404, 404, 400, 404), lambda s: {"text": "Nobody, of, these"}
    ),
    "get_stage_recurrence": Case(STAGE + "recurrence/", by(401, 404, 404, 404, 404)),
    "put_stage_recurrence": Case(
        STAGE + "recurrence/",
        ORGANISERS,
        lambda s: {"rule": "FREQ=DAILY", "starts_at": "2099-01-01T19:00:00Z"},
    ),
    "patch_stage_recurrence": Case(
        STAGE + "recurrence/", by(401, 404, 404, 404, 404), lambda s: {"is_paused": True}
    ),
    "delete_stage_recurrence": Case(STAGE + "recurrence/", ORGANISERS_TAKE_AWAY),
    "get_entry_by_id": Case("entries/{s.waiting[0].entry_id}/", EVERYBODY),
    "patch_entry_by_id": Case(
        "entries/{s.waiting[0].entry_id}/", ORGANISERS, lambda s: {"team": "Lions"}
    ),
    "post_competition_teams": Case(
        "competitions/{s.competition.pk}/teams/",
        ORGANISERS,
        lambda s: {"team": "Lions", "players": _pair(s)},
    ),
    "get_competition_aparts": Case("competitions/{s.competition.pk}/apart/", ORGANISERS),
    "post_competition_aparts": Case(
        "competitions/{s.competition.pk}/apart/",
        ORGANISERS_MAKE,
        lambda s: {"players": _pair(s), "reason": "wish"},
    ),
    "delete_apart_by_id": Case("competitions/{s.competition.pk}/apart/1/", ORGANISERS_TAKE_AWAY),
    "post_next_round": Case("rounds/{s.round.pk}/next/", ORGANISERS_IN_VAIN),
    "post_round_clock": Case(ROUND + "clock/", ORGANISERS, lambda s: {"do": "start", "minutes": 9}),
    "get_round_absences": Case(ROUND + "absences/", ORGANISERS),
    "put_round_absence": Case(
        ROUND + "absences/{s.seated_entries[0]}/", ORGANISERS_IN_VAIN, lambda s: {"reason": "wish"}
    ),
    "post_new_round_player": Case(
        ROUND + "players/new/", ORGANISERS, lambda s: {"name": "Zacharias", "seen": 0}
    ),
    "post_round_draw": Case("rounds/{s.unseated.pk}/seating/preview/", ORGANISERS, lambda s: {}),
    "get_round_changes": Case(ROUND + "changes/", ORGANISERS),
    "post_round_changes": Case(ROUND + "changes/", ORGANISERS, _leaving),
    "post_round_change_preview": Case(ROUND + "changes/preview/", ORGANISERS, _leaving),
    "post_seating_change_undoing": Case("changes/{s.change.pk}/undo/", ORGANISERS),
    "post_seating_change_undoing_preview": Case("changes/{s.change.pk}/undo/preview/", ORGANISERS),
    "put_table_code": Case(
        "tables/{s.table.pk}/code/", ORGANISERS, lambda s: {"id": s.table.codes.get().pk}
    ),
    "delete_table_code": Case("tables/{s.table.pk}/code/", ORGANISERS_TAKE_AWAY),
    "post_table_adjourning": Case("tables/{s.table.pk}/adjourn/", ORGANISERS),
    "post_table_taking_up": Case("tables/{s.table.pk}/take-up/", ORGANISERS),
    "post_table_calls": Case(
        "tables/{s.table.pk}/calls/", AT_THE_TABLE, lambda s: {"words": "Help"}
    ),
    "post_call_taking_back": Case("calls/{s.call.pk}/take-back/", AT_THE_TABLE),
    "post_call_coming": Case("calls/{s.call.pk}/come/", ORGANISERS),
    "post_call_ending": Case("calls/{s.call.pk}/end/", ORGANISERS),
    "post_table_paper": Case(
        "tables/{s.table.pk}/paper/",
        RECORDERS,
        lambda s: {
            "seating": s.table.seating,
            "hands": [{name: s.record()[name] for name in ("number", "key", "record")}],
        },
    ),
    "get_table_result": Case(RESULT, NOBODY),
    "post_table_result": Case(RESULT, RECORDERS_IN_VAIN, _outcome),
    "put_table_result": Case(
        RESULT,
        by(401, 404, 404, 404, 404),
        lambda s: why(s) | {"outcome": {"places": [1, 2, 3, 4]}},
    ),
    "post_table_result_voiding": Case(RESULT + "void/", by(401, 404, 404, 404, 404), why),
    "post_table_result_preview": Case(RESULT + "preview/", by(401, 404, 404, 404, 404), why),
    "post_hand_change_preview": Case(
        "hands/{s.hand.pk}/preview/", SCORERS, lambda s: why(s) | {"change": "void"}
    ),
    "get_hand_versions": Case("hands/{s.hand.pk}/versions/", EVERYBODY),
    "post_hand_taking_back": Case(
        "hands/{s.hand.pk}/take-back/", AT_THE_TABLE, lambda s: {"revision": 1}
    ),
    "post_submission_settling": Case("submissions/{s.submission.pk}/settle/", AT_THE_TABLE, why),
    "post_submission_settling_preview": Case(
        "submissions/{s.submission.pk}/settle/preview/", AT_THE_TABLE, why
    ),
}
