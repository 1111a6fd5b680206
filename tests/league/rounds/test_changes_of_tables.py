import pytest

from league.competitions.models import RoundStatus
from league.rounds.models import ChangeKind
from tests.factories import make_check_in, make_round, make_table
from tests.league.refusals import refuses
from tests.league.rounds.changing import (
    do,
    entry_at,
    names_at,
    tables_of,
    two_tables,
    undo,
    versions,
)
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def test_opened_table_has_the_free_number_and_a_code() -> None:
    first, second = two_tables()
    do(first.round, ChangeKind.DISSOLVED, table=first.pk)
    waiting = tuple(seat.entry_id for seat in first.seats.order_by("number"))

    do(first.round, ChangeKind.OPENED, entries=waiting)

    opened = first.round.tables.standing().get(number=1)
    assert names_at(opened) == ["Ada", "Björn", "Chiara", "Dörte"]
    assert (opened.codes.count(), opened.dealer) == (1, 0)
    assert versions(second) == [(1, 1)]


def test_opened_for_too_few_is_refused_with_the_limits() -> None:
    round_ = make_round()
    entries = tuple(make_check_in(round_).entry.pk for _ in range(2))

    with refuses("table_size", match="3 to 7 players, not 2"):
        do(round_, ChangeKind.OPENED, entries=entries)


def test_opened_with_somebody_who_has_a_seat_is_told() -> None:
    table = make_table()
    waiting = [make_check_in(table.round).entry.pk for _ in range(3)]

    with refuses("seating_changed", match="Ada already has a seat"):
        do(table.round, ChangeKind.OPENED, entries=(entry_at(table, 0).pk, *waiting))


def test_merged_tables_are_one_and_split_tables_two() -> None:
    first, second = two_tables(3, 3)

    merged = do(first.round, ChangeKind.MERGED, table=first.pk, other=second.pk)
    assert tables_of(first.round) == {1: ["Ada", "Björn", "Chiara", "Ada 2", "Björn 2", "Chiara 2"]}

    split = do(first.round, ChangeKind.SPLIT, table=first.pk)
    assert [len(names) for names in tables_of(first.round).values()] == [3, 3]

    undo(split)
    undo(merged)
    assert tables_of(first.round) == {
        1: ["Ada", "Björn", "Chiara"],
        2: ["Ada 2", "Björn 2", "Chiara 2"],
    }
    second.refresh_from_db()
    assert second.dissolved_at is None


def test_merged_to_more_than_the_game_seats_is_refused() -> None:
    first, second = two_tables(4, 4)

    with refuses("table_size", match="players, not 8"):
        do(first.round, ChangeKind.MERGED, table=first.pk, other=second.pk)


def test_split_of_a_small_table_is_refused() -> None:
    table = make_table(seats=5)

    with refuses("table_size", match="players, not 2"):
        do(table.round, ChangeKind.SPLIT, table=table.pk)


def test_dissolved_players_wait_and_get_seats_by_one_press() -> None:
    first, second = two_tables(3, 4)
    third = make_table(first.round, seats=4, number=3)

    do(first.round, ChangeKind.DISSOLVED, table=first.pk)
    assert first.round.check_ins.count() == 11
    do(first.round, ChangeKind.REPAIRED)

    assert sorted(len(names) for names in tables_of(first.round).values()) == [3, 4, 4]
    assert names_at(second)[:4] == ["Ada 2", "Björn 2", "Chiara 2", "Dörte 2"]
    assert names_at(third)[:4] == ["Ada 3", "Björn 3", "Chiara 3", "Dörte 3"]


def test_dissolved_with_hands_is_refused() -> None:
    table = make_table()
    record_hand_at(table)

    with refuses("hands_recorded"):
        do(table.round, ChangeKind.DISSOLVED, table=table.pk)


def test_ordered_draws_other_seats_for_the_same_people() -> None:
    table = make_table(seats=5)
    before = names_at(table)

    do(table.round, ChangeKind.ORDERED, table=table.pk)

    assert names_at(table) != before
    assert sorted(names_at(table)) == sorted(before)


def test_deals_changes_the_first_dealer() -> None:
    table = make_table()

    change = do(table.round, ChangeKind.DEALS, entry=entry_at(table, 2).pk)
    table.refresh_from_db()
    assert table.dealer == 2

    undo(change)
    table.refresh_from_db()
    assert table.dealer == 0


def test_seats_of_a_closed_round_stay() -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))

    with refuses("wrong_status", match="Open it first"):
        do(table.round, ChangeKind.LEFT, entry=entry_at(table, 0).pk)
