import pytest

from games.tournament.seating import seat_at_random
from league.competitions.models import Competition, Round, RoundStatus, SeatingMethod, Table
from league.rounds.draw_input import plan_seating
from league.rounds.models import ChangeKind
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_competition, make_round, make_table
from tests.league.refusals import refuses
from tests.league.rounds.changing import do, press
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def round_with(count: int, competition: Competition | None = None) -> Round:
    round_ = make_round(competition)
    for _ in range(count):
        make_check_in(round_)
    return round_


def standing(round_: Round) -> list[Table]:
    return list(round_.tables.standing().order_by("number"))


def seat(
    round_: Round, *, seating: int = 0, seed: int = 4711, sizes: list[int] | None = None
) -> Round:
    return seat_round(round_id=round_.pk, seating=seating, seed=seed, sizes=sizes, now=NOW)


def test_seat_round_at_random_draws_what_anybody_can_check_by_the_seed() -> None:
    round_ = round_with(9)
    round_.stage.method = SeatingMethod.RANDOM
    round_.stage.save()
    entries = list(round_.check_ins.values_list("entry", flat=True))

    seat(round_)

    drawn = tuple(
        tuple(table.seats.order_by("number").values_list("entry", flat=True))
        for table in standing(round_)
    )
    round_.refresh_from_db()
    assert drawn == seat_at_random(entries, [5, 4], seed=4711)
    assert (round_.draw_seed, round_.seated_at, round_.seating) == (4711, NOW, 1)


def test_seat_round_makes_tables_from_1_with_a_code_and_the_competitions_options() -> None:
    competition = make_competition(options={"mode": "simple", "target": 30})
    round_ = round_with(8, competition)

    seat(round_)

    tables = standing(round_)
    assert [table.number for table in tables] == [1, 2]
    assert [table.codes.filter(revoked_at=None).count() for table in tables] == [1, 1]
    assert {table.game for table in tables} == {"franks-zoo"}
    assert tables[0].options == {"mode": "simple", "target": 30}
    assert [seat.player == seat.entry.player for seat in tables[0].seats.all()] == [True] * 4


def test_seat_round_with_an_old_page_is_told_and_changes_nothing() -> None:
    round_ = round_with(4)
    seat(round_)

    with refuses("seating_changed", match="just seated"):
        seat(round_, seed=1)

    round_.refresh_from_db()
    assert (round_.draw_seed, len(standing(round_))) == (4711, 1)


def test_seat_round_again_dissolves_the_tables_and_never_deletes_them() -> None:
    round_ = round_with(8)
    seat(round_)
    before = standing(round_)

    seat(round_, seating=1, seed=1)

    assert [table.number for table in standing(round_)] == [1, 2]
    assert list(
        Table.objects.filter(pk__in=[table.pk for table in before]).values_list(
            "dissolved_at", "version"
        )
    ) == [(NOW, 3), (NOW, 3)]


def test_seat_round_again_keeps_tables_with_hands_and_their_numbers() -> None:
    round_ = round_with(8)
    seat(round_)
    first, second = standing(round_)
    record_hand_at(second)
    make_check_in(round_)

    seat(round_, seating=1, seed=1)

    tables = standing(round_)
    assert [table.number for table in tables] == [1, 2]
    assert tables[1] == second
    assert tables[0] != first
    assert [table.seats.count() for table in tables] == [5, 4]


def test_seat_round_again_does_not_keep_a_table_whose_hands_are_void() -> None:
    round_ = round_with(4)
    seat(round_)
    record_hand_at(standing(round_)[0], is_void=True)

    seat(round_, seating=1)

    assert [table.hands.count() for table in standing(round_)] == [0]


def test_seat_round_of_nobody_is_refused() -> None:
    with refuses("cannot_seat", match="No one has checked in"):
        seat(make_round())


def test_seat_round_when_all_are_playing_is_refused() -> None:
    table = make_table()
    record_hand_at(table)

    with refuses("cannot_seat", match="already playing"):
        seat(table.round)


def test_seat_round_that_does_not_fit_names_the_sizes_that_would() -> None:
    round_ = round_with(7, make_competition(table_min=4, table_max=5))

    with refuses("cannot_seat") as refused:
        seat(round_)

    assert str(refused.value) == "7 players cannot be split into tables of 4 to 5."
    assert plan_seating(round_).alternatives == [(4, 3), (7,), (5,)]
    assert standing(round_) == []


def test_seat_round_with_chosen_sizes_may_leave_the_competitions_limits() -> None:
    round_ = round_with(7, make_competition(table_min=4, table_max=5))

    seat(round_, sizes=[3, 4])

    assert [table.seats.count() for table in standing(round_)] == [4, 3]


@pytest.mark.parametrize("sizes", [[4, 4], [5, 2], [8], []])
def test_seat_round_with_sizes_that_do_not_fit_is_refused(sizes: list[int]) -> None:
    round_ = round_with(7)

    with refuses("cannot_seat", match="7 players"):
        seat(round_, sizes=sizes)

    assert standing(round_) == []


@pytest.mark.parametrize("status", [RoundStatus.SCHEDULED, RoundStatus.CLOSED])
def test_seat_round_that_is_not_open_is_refused(status: str) -> None:
    round_ = make_round(status=status)
    make_check_in(round_)

    with refuses("cannot_seat", match="Open it first"):
        seat(round_)


def test_undo_seating_dissolves_the_tables_and_keeps_everybody_checked_in() -> None:
    round_ = round_with(8)
    seat(round_)

    do(round_, ChangeKind.UNSEATED)

    round_.refresh_from_db()
    assert (round_.draw_seed, round_.seated_at, round_.seating) == (None, None, 2)
    assert standing(round_) == []
    assert round_.check_ins.count() == 8


def test_undo_seating_keeps_tables_with_hands() -> None:
    round_ = round_with(8)
    seat(round_)
    kept = standing(round_)[0]
    record_hand_at(kept)

    do(round_, ChangeKind.UNSEATED)

    round_.refresh_from_db()
    assert standing(round_) == [kept]
    assert round_.draw_seed == 4711


def test_undo_seating_pressed_twice_is_done_once() -> None:
    round_ = round_with(4)
    seat(round_)

    assert press(round_, 1, ChangeKind.UNSEATED) == press(round_, 1, ChangeKind.UNSEATED)

    assert Round.objects.get().seating == 2


def test_undo_seating_with_an_old_page_is_told() -> None:
    round_ = round_with(4)
    seat(round_)
    press(round_, 1, ChangeKind.ORDERED, table=standing(round_)[0].pk)

    with refuses("seating_changed", match="Another organiser has changed"):
        press(round_, 1, ChangeKind.UNSEATED)


def test_undo_seating_where_every_table_plays_is_refused_with_the_way_out() -> None:
    table = make_table()
    record_hand_at(table)

    with refuses("cannot_seat", match="Void the hands first"):
        do(table.round, ChangeKind.UNSEATED)
