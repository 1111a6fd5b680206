"""Write into the club's log what organisers did to hands and results; the rest is their history."""

from collections.abc import Mapping

from league.audit.services import note
from league.audit.verbs import Verb
from league.competitions.models import Table
from league.competitions.noting import name_of_table
from league.results.models import Adjustment, Hand, HandRevision, RevisionKind

VERBS: Mapping[str, Verb] = {
    RevisionKind.CORRECTED: Verb.HAND_CORRECTED,
    RevisionKind.VOIDED: Verb.HAND_VOIDED,
    RevisionKind.RESTORED: Verb.HAND_RESTORED,
    RevisionKind.SETTLED: Verb.HAND_SETTLED,
}


def note_change(hand: Hand, table: Table, revision: HandRevision) -> None:
    """Note a change of a hand, with its reason; what it was before is in the hand's history."""
    note(
        club_id=table.round.stage.competition.club_id,
        verb=VERBS[revision.kind],
        about=hand,
        label=f"{name_of_table(table)} · {hand.number}",
        changes={"reason": (None, revision.reason)},
    )


def note_adjustment(verb: Verb, adjustment: Adjustment, reason: str) -> None:
    """Note a penalty or a bonus that somebody gave or cancelled."""
    competition = adjustment.competition
    changes: dict[str, tuple[object, object]] = {
        "players": ([], [adjustment.entry.player_id]),
        "points": (None, adjustment.points),
        "reason": (None, reason),
    }
    note(club_id=competition.club_id, verb=verb, about=competition, changes=changes)
