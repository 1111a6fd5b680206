import pytest

from league.competitions.models import Round
from league.results.models import Hand
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_competition, make_round, make_table
from tests.league.refusals import refuses
from tests.league.rounds.changing import do, entry_at, names_at, seating_of, two_tables, undo
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def test_undone_twice_is_undone_once() -> None:
    first, second = two_tables()
    before = seating_of(first.round)
    change = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)

    assert undo(change) == undo(change)

    assert seating_of(first.round) == before
    assert Round.objects.get().seating == 2


def test_undoing_an_earlier_change_is_refused_once_its_tables_have_changed() -> None:
    first, second = two_tables()
    earlier = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)
    do(first.round, ChangeKind.ORDERED, table=second.pk)

    with refuses("seating_changed", match="Undo the later change first"):
        undo(earlier)


def test_undoing_an_earlier_change_leaves_later_ones_elsewhere() -> None:
    first, second = two_tables()
    third = make_table(first.round, number=3)
    earlier = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)
    do(first.round, ChangeKind.DEALS, entry=entry_at(third, 2).pk)

    undo(earlier)

    third.refresh_from_db()
    assert (names_at(first)[1], third.dealer) == ("Björn", 2)


def test_undoing_whoever_has_found_another_seat_is_refused() -> None:
    first, second = two_tables(4, 4)
    ada = entry_at(first, 0)
    left = do(first.round, ChangeKind.LEFT, entry=ada.pk)
    do(first.round, ChangeKind.MOVED, entry=ada.pk, table=second.pk)

    with refuses("seated_twice", match="Ada would have two seats"):
        undo(left)


def test_undoing_after_a_hand_is_refused_with_the_table() -> None:
    first, second = two_tables()
    change = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)
    record_hand_at(second)

    with refuses("hands_since", match="table 2"):
        undo(change)

    assert Hand.objects.count() == 1
    assert len(names_at(second)) == 5


def test_undoing_a_seating_brings_the_tables_before_it_back() -> None:
    round_ = make_round(make_competition())
    for _ in range(8):
        make_check_in(round_)
    seat_round(round_id=round_.pk, seating=0, seed=1, now=NOW)
    before = seating_of(round_)
    seat_round(round_id=round_.pk, seating=1, seed=2, now=NOW)

    undo(SeatingChange.objects.latest("number"))

    assert seating_of(round_) == before


def test_undoing_that_a_seating_was_undone_seats_again() -> None:
    round_ = make_round(make_competition())
    for _ in range(8):
        make_check_in(round_)
    seat_round(round_id=round_.pk, seating=0, seed=1, now=NOW)
    before = seating_of(round_)
    do(round_, ChangeKind.UNSEATED)

    undo(SeatingChange.objects.latest("number"))

    assert seating_of(round_) == before
