"""Lock what a call is about, so that nobody changes it between the comparison and the write.

What cannot be seen cannot be locked: each looks up first, as the view itself does.
"""

from collections.abc import Callable
from operator import attrgetter

from league.api import lookups
from league.api.operations import Call
from league.clubs import services as clubs
from league.competitions import services as competitions


def lock_club(call: Call, slug: str) -> None:
    """Lock a club."""
    clubs.lock_club(lookups.club_seen(call, slug).pk)


def lock_player(call: Call, pk: int) -> None:
    """Lock the club of a player."""
    clubs.lock_club(lookups.player_seen(call, pk).club_id)


def _locking(find: Callable[[Call, int], object], competition: str) -> Callable[..., None]:
    """Return what locks the competition of what is found."""

    def lock(call: Call, pk: int) -> None:
        found = find(call, pk)
        competitions.lock_competition(competition_id=attrgetter(competition)(found))

    return lock


lock_competition = _locking(lookups.competition_seen, "pk")
lock_round = _locking(lookups.round_seen, "stage.competition_id")
lock_stage = _locking(lookups.stage_seen, "competition_id")
lock_entry = _locking(lookups.entry_seen, "competition_id")
lock_table = _locking(lookups.table_seen, "round.stage.competition_id")
lock_hand = _locking(lookups.hand_seen, "table.round.stage.competition_id")
