import pytest

from league.competitions.models import AbsenceReason, Separation
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.services.check_in import check_in_players
from tests.factories import NOW, make_check_in, make_entry, make_round, make_table
from tests.league.refusals import refuses
from tests.league.rounds.changing import (
    do,
    entry_at,
    names_at,
    press,
    tables_of,
    two_tables,
    undo,
    versions,
)
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def test_moved_goes_to_the_end_of_another_table() -> None:
    first, second = two_tables()

    do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)

    assert names_at(first) == ["Ada", "Chiara", "Dörte"]
    assert names_at(second) == ["Ada 2", "Björn 2", "Chiara 2", "Dörte 2", "Björn"]
    assert versions(first, second) == [(2, 2), (2, 2)]


def test_who_stays_keeps_the_phone_that_speaks_for_them() -> None:
    first, second = two_tables()
    first.seats.filter(number=1).update(phone="of Björn")
    first.seats.filter(number=2).update(phone="of Chiara")
    first.seats.filter(number=3).update(signed_in_at=NOW)

    do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)

    assert list(first.seats.order_by("number").values_list("phone", "signed_in_at")) == [
        ("", None),
        ("of Chiara", None),
        ("", NOW),
    ]
    assert not second.seats.exclude(phone="").exists()


def test_the_same_press_twice_changes_once() -> None:
    first, second = two_tables()
    bjoern = entry_at(first, 1)

    changes = [
        press(first.round, 0, ChangeKind.MOVED, entry=bjoern.pk, table=second.pk) for _ in range(2)
    ]

    assert changes[0] == changes[1]
    assert versions(first, second) == [(2, 2), (2, 2)]
    assert SeatingChange.objects.count() == 1


def test_a_press_on_an_old_page_is_told_and_changes_nothing() -> None:
    first, second = two_tables()
    press(first.round, 0, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)

    with refuses("seating_changed", match="Another organiser has changed the seats"):
        press(first.round, 0, ChangeKind.LEFT, entry=entry_at(second, 0).pk)

    assert versions(first, second) == [(2, 2), (2, 2)]


def test_late_arrival_gets_the_best_table_and_a_check_in() -> None:
    first, second = two_tables(5, 4)
    late = make_entry(first.round.stage.competition, name="Zoë")

    do(first.round, ChangeKind.MOVED, entry=late.pk)

    assert names_at(second) == ["Ada 2", "Björn 2", "Chiara 2", "Dörte 2", "Zoë"]
    assert first.round.check_ins.filter(entry=late).count() == 1
    assert second.seats.get(number=4).reason == {"code": "came_late", "data": {}}


def test_late_arrival_meets_the_fewest_again() -> None:
    earlier = make_table(seats=4)
    first = make_table(make_round(earlier.round.stage.competition, number=2), seats=3, number=3)
    second = make_table(first.round, seats=4, number=4)
    ada = entry_at(earlier, 0)
    first.seats.filter(number=0).update(
        entry=entry_at(earlier, 1), player=entry_at(earlier, 1).player
    )

    do(first.round, ChangeKind.MOVED, entry=ada.pk)

    assert names_at(second)[-1] == "Ada"


def test_late_arrival_keeps_apart_from_whom_they_should() -> None:
    first, second = two_tables(3, 5)
    competition = first.round.stage.competition
    late = make_entry(competition, name="Zoë")
    Separation.objects.create(
        club=competition.club, one=entry_at(first, 0).player, other=late.player, created_at=NOW
    )

    do(first.round, ChangeKind.MOVED, entry=late.pk)

    assert names_at(second)[-1] == "Zoë"


def test_moved_may_exceed_the_competitions_largest_table_but_not_the_games() -> None:
    table = make_table(seats=6)
    table.round.stage.competition.table_max = 5
    table.round.stage.competition.save()
    seventh, eighth = (make_check_in(table.round).entry for _ in range(2))

    do(table.round, ChangeKind.MOVED, entry=seventh.pk, table=table.pk)
    with refuses("table_full", match="Frank’s Zoo allows at most 7 players"):
        do(table.round, ChangeKind.MOVED, entry=eighth.pk, table=table.pk)

    assert table.seats.count() == 7


def test_moved_away_from_the_smallest_table_is_refused_with_what_can_be_done() -> None:
    first, second = two_tables(3, 4)

    with refuses("too_few_players", match=r"2 players left.*needs 3\. .*swap"):
        do(first.round, ChangeKind.MOVED, entry=entry_at(first, 0).pk, table=second.pk)

    assert versions(first, second) == [(1, 1), (1, 1)]


@pytest.mark.parametrize("recorded", [0, 1])
def test_moved_from_or_to_a_table_with_hands_is_refused(recorded: int) -> None:
    tables = two_tables()
    record_hand_at(tables[recorded])

    with refuses("hands_recorded", match=f"Table {recorded + 1} has recorded hands"):
        do(tables[0].round, ChangeKind.MOVED, entry=entry_at(tables[0], 0).pk, table=tables[1].pk)

    assert versions(*tables) == [(1, 1), (1, 1)]


def test_moved_to_a_table_whose_hands_are_void_gives_it_a_successor_until_undone() -> None:
    first, second = two_tables()
    void = record_hand_at(second, is_void=True)
    code = second.codes.get()

    moved = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 0).pk, table=second.pk)

    # The void hand keeps the people who played it; the sheet on the table opens the new seats.
    second.refresh_from_db()
    assert (second.dissolved_at, second.seats.count()) == (NOW, 4)
    code.refresh_from_db()
    new = code.table
    assert (new.number, new.seats.count(), new.dissolved_at) == (second.number, 5, None)
    assert list(void.table.hands.all()) == [void]

    undo(moved)
    code.refresh_from_db()
    second.refresh_from_db()
    assert (code.table, second.dissolved_at) == (second, None)
    assert names_at(first) == ["Ada", "Björn", "Chiara", "Dörte"]


def test_moved_to_a_dissolved_table_is_told() -> None:
    first, second = two_tables()
    do(first.round, ChangeKind.DISSOLVED, table=second.pk)

    with refuses("seating_changed", match="no longer exists"):
        do(first.round, ChangeKind.MOVED, entry=entry_at(first, 0).pk, table=second.pk)


def test_an_entry_of_another_competition_is_refused() -> None:
    table = make_table()
    stranger = make_entry(make_round().stage.competition)

    with refuses("seating_changed", match="no longer takes part"):
        do(table.round, ChangeKind.MOVED, entry=stranger.pk, table=table.pk)


def test_swapped_change_places_at_two_tables() -> None:
    first, second = two_tables()

    do(first.round, ChangeKind.SWAPPED, entry=entry_at(first, 0).pk, other=entry_at(second, 2).pk)

    assert names_at(first) == ["Chiara 2", "Björn", "Chiara", "Dörte"]
    assert names_at(second) == ["Ada 2", "Björn 2", "Ada", "Dörte 2"]
    assert versions(first, second) == [(2, 2), (2, 2)]


def test_swapped_at_one_table_change_its_order() -> None:
    table = make_table()

    do(table.round, ChangeKind.SWAPPED, entry=entry_at(table, 0).pk, other=entry_at(table, 3).pk)

    assert names_at(table) == ["Dörte", "Björn", "Chiara", "Ada"]
    assert versions(table) == [(2, 2)]


def test_swapped_with_somebody_without_a_seat_is_told() -> None:
    table = make_table()
    waiting = make_check_in(table.round).entry

    with refuses("seating_changed", match="no longer has a seat"):
        do(table.round, ChangeKind.SWAPPED, entry=entry_at(table, 0).pk, other=waiting.pk)


def test_swapped_with_a_table_that_has_hands_is_refused() -> None:
    first, second = two_tables()
    record_hand_at(second)

    with refuses("hands_recorded"):
        do(
            first.round,
            ChangeKind.SWAPPED,
            entry=entry_at(first, 0).pk,
            other=entry_at(second, 0).pk,
        )


def test_left_frees_the_seat_and_the_check_in() -> None:
    table = make_table()

    do(table.round, ChangeKind.LEFT, entry=entry_at(table, 0).pk)

    assert names_at(table) == ["Björn", "Chiara", "Dörte"]
    assert list(table.seats.order_by("number").values_list("number", flat=True)) == [0, 1, 2]
    assert table.round.check_ins.count() == 3


def test_left_from_the_smallest_table_brings_one_of_another() -> None:
    first, second = two_tables(3, 4)

    change = do(first.round, ChangeKind.LEFT, entry=entry_at(first, 0).pk)

    # Whoever stays keeps the seat.
    assert names_at(first)[1:] == ["Björn", "Chiara"]
    assert [len(names_at(table)) for table in (first, second)] == [3, 3]
    undo(change)
    assert tables_of(first.round)[1] == ["Ada", "Björn", "Chiara"]
    assert first.round.check_ins.count() == 7


def test_left_from_the_smallest_table_dissolves_it_where_nobody_else_can_move() -> None:
    first, _ = two_tables(3, 3)

    do(first.round, ChangeKind.LEFT, entry=entry_at(first, 0).pk)

    assert [len(names) for names in tables_of(first.round).values()] == [5]


def test_left_where_the_others_have_nowhere_to_go_is_refused() -> None:
    table = make_table(seats=3)

    with refuses("too_few_players"):
        do(table.round, ChangeKind.LEFT, entry=entry_at(table, 0).pk)

    assert table.round.check_ins.count() == 3


def test_left_of_somebody_who_waits_takes_the_check_in_back() -> None:
    round_ = make_round()
    entry = make_check_in(round_).entry

    do(round_, ChangeKind.LEFT, entry=entry.pk)

    assert round_.check_ins.count() == 0


@pytest.mark.parametrize(
    ("kind", "why", "here"),
    [
        (ChangeKind.SAT_OUT, AbsenceReason.REQUESTED_BYE, 4),
        (ChangeKind.NO_SHOW, AbsenceReason.NO_SHOW, 3),
    ],
)
def test_who_sits_out_or_does_not_turn_up_is_noted_and_waits_for_no_seat(
    kind: ChangeKind, why: str, here: int
) -> None:
    table = make_table()
    ada = entry_at(table, 0)

    change = do(table.round, kind, entry=ada.pk)

    assert [(out.entry, out.reason) for out in table.round.absences.all()] == [(ada, why)]
    assert table.round.check_ins.count() == here
    with refuses("seating_changed", match="No players are waiting for a seat"):
        do(table.round, ChangeKind.REPAIRED)
    undo(change)
    assert table.round.absences.count() == 0
    assert names_at(table)[0] == "Ada"


def test_checking_in_again_ends_sitting_out() -> None:
    table = make_table()
    ada = entry_at(table, 0)
    do(table.round, ChangeKind.NO_SHOW, entry=ada.pk)

    check_in_players(round_id=table.round_id, player_ids=[ada.player_id], by=None, now=NOW)
    do(table.round, ChangeKind.REPAIRED)

    assert names_at(table) == ["Björn", "Chiara", "Dörte", "Ada"]
    assert table.round.absences.count() == 0
