"""Lock what a call is about, so that nobody changes it between the comparison and the write.

What cannot be seen cannot be locked: each looks up first, as the view itself does.
"""

from league.api import lookups
from league.api.operations import Call
from league.clubs import services as clubs
from league.competitions.services import lock_competition as lock
from league.competitions.services import lock_competition_of_table
from league.results.queries import table_of_hand


def lock_club(call: Call, slug: str) -> None:
    """Lock a club."""
    clubs.lock_club(lookups.club_seen(call, slug).pk)


def lock_player(call: Call, pk: int) -> None:
    """Lock the club of a player."""
    clubs.lock_club(lookups.player_seen(call, pk).club_id)


def lock_competition(call: Call, pk: int) -> None:
    """Lock a competition."""
    lock(competition_id=lookups.competition_seen(call, pk).pk)


def lock_round(call: Call, pk: int, **_entry: int) -> None:
    """Lock the competition of a round."""
    lock(competition_id=lookups.round_seen(call, pk).stage.competition_id)


def lock_stage(call: Call, pk: int) -> None:
    """Lock the competition of a stage."""
    lock(competition_id=lookups.stage_seen(call, pk).competition_id)


def lock_entry(call: Call, pk: int) -> None:
    """Lock the competition of an entry."""
    lock(competition_id=lookups.entry_seen(call, pk).competition_id)


def lock_table(call: Call, pk: int) -> None:
    """Lock the competition of a table."""
    lock_competition_of_table(table_id=lookups.table_seen(call, pk).pk)


def lock_hand(call: Call, pk: int) -> None:
    """Lock the competition of a hand."""
    lock_competition_of_table(table_id=table_of_hand(lookups.hand_seen(call, pk)).pk)
