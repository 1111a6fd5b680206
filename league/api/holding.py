"""Lock what a call is about, so that nobody changes it between the comparison and the write.

What cannot be seen cannot be locked: each looks up first, as the endpoint itself does.
"""

from league.api import finding
from league.api.operations import Call
from league.clubs.services import lock_club
from league.competitions.services import lock_competition, lock_competition_of_table
from league.results.queries import table_of_hand


def hold_club(call: Call, slug: str) -> None:
    """Lock a club."""
    lock_club(finding.club_seen(call, slug).pk)


def hold_player(call: Call, pk: int) -> None:
    """Lock the club of a player."""
    lock_club(finding.player_seen(call, pk).club_id)


def hold_competition(call: Call, pk: int) -> None:
    """Lock a competition."""
    lock_competition(competition_id=finding.competition_seen(call, pk).pk)


def hold_round(call: Call, pk: int, **_entry: int) -> None:
    """Lock the competition of a round."""
    lock_competition(competition_id=finding.round_seen(call, pk).stage.competition_id)


def hold_stage(call: Call, pk: int) -> None:
    """Lock the competition of a stage."""
    lock_competition(competition_id=finding.stage_seen(call, pk).competition_id)


def hold_entry(call: Call, pk: int) -> None:
    """Lock the competition of an entry."""
    lock_competition(competition_id=finding.entry_seen(call, pk).competition_id)


def hold_table(call: Call, pk: int) -> None:
    """Lock the competition of a table."""
    lock_competition_of_table(table_id=finding.table_seen(call, pk).pk)


def hold_hand(call: Call, pk: int) -> None:
    """Lock the competition of a hand."""
    lock_competition_of_table(table_id=table_of_hand(finding.hand_seen(call, pk)).pk)
