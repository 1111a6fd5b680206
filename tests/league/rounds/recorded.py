"""Record hands for tests of rounds: what counts here is only that a table has one."""

from league.competitions.models import Table
from league.results.models import Hand
from tests.factories import NOW


def record_hand_at(table: Table, *, is_void: bool = False) -> Hand:
    """Make a hand at a table."""
    return Hand.objects.create(table=table, number=1, is_void=is_void, created_at=NOW)
