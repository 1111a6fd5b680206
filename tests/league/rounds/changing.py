"""Change seatings in tests, and read them."""

from league.competitions.models import Entry, Round, Table
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.seating_context import SeatingChangeRequest, SeatingState, read_state
from league.rounds.services.seating import change_seating, undo_change
from tests.factories import NOW, make_table


def do(round_: Round, kind: ChangeKind, **asked: int | tuple[int, ...]) -> SeatingChange | None:
    """Change a seating as a page that is up to date does."""
    seating = Round.objects.get(pk=round_.pk).seating
    return press(round_, seating, kind, **asked)


def press(
    round_: Round, seating: int, kind: ChangeKind, **asked: int | tuple[int, ...]
) -> SeatingChange | None:
    """Change a seating as a page does that was shown at a counter."""
    return change_seating(
        round_id=round_.pk,
        seating=seating,
        query=SeatingChangeRequest(kind, **asked),  # type: ignore[arg-type]
        by=None,
        now=NOW,
    )


def undo(change: SeatingChange | None) -> SeatingChange:
    """Undo a change that was made."""
    assert change is not None
    return undo_change(change_id=change.pk, by=None, now=NOW)


def names_at(table: Table) -> list[str]:
    return list(table.seats.order_by("number").values_list("player__name", flat=True))


def tables_of(round_: Round) -> dict[int, list[str]]:
    """Return who sits at the standing tables, by number."""
    return {table.number: names_at(table) for table in round_.tables.standing().order_by("number")}


def entry_at(table: Table, number: int) -> Entry:
    return table.seats.get(number=number).entry


def seating_of(round_: Round) -> SeatingState:
    """Return the whole seating."""
    return read_state(Round.objects.get(pk=round_.pk))


def two_tables(first: int = 4, second: int = 4) -> tuple[Table, Table]:
    table = make_table(seats=first)
    return table, make_table(table.round, seats=second, number=2)


def versions(*tables: Table) -> list[tuple[int, int]]:
    for table in tables:
        table.refresh_from_db()
    return [(table.seating, table.version) for table in tables]
