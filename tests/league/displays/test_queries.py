from collections.abc import Callable
from datetime import timedelta

import pytest

from league.competitions.models import Competition, Round, RoundStatus, Table
from league.competitions.queries import rounds_of
from league.displays.queries import (
    finished_tables,
    latest_hands,
    rounds_to_come,
    running_round,
    tables_on_projector,
)
from league.results.models import Hand, HandScore, TableScore
from league.results.services import void_hand
from tests.factories import BY_CLUB, NOW, make_competition, make_round, make_table
from tests.league.results.hands import compute_table, send

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

HOUR = timedelta(hours=1)
SCHEDULED, CLOSED = RoundStatus.SCHEDULED, RoundStatus.CLOSED


def number_on(competition: Competition) -> int | None:
    round_ = running_round(list(rounds_of(competition)), NOW)
    return round_.number if round_ else None


def test_running_round_is_the_open_one_then_a_near_one_then_the_last_then_the_next() -> None:
    competition = make_competition()
    assert number_on(competition) is None
    make_round(competition, 5, SCHEDULED, opens_at=NOW + 30 * HOUR)
    assert number_on(competition) == 5
    make_round(competition, 1, CLOSED, closed_at=NOW - 9 * HOUR)
    make_round(competition, 2, CLOSED, closed_at=NOW - 5 * HOUR)
    assert number_on(competition) == 2
    make_round(competition, 4, SCHEDULED, opens_at=NOW + 3 * HOUR)
    make_round(competition, 6, SCHEDULED)
    assert number_on(competition) == 4
    make_round(competition, 3, opened_at=NOW - HOUR)
    assert number_on(competition) == 3
    make_round(competition, 7, opened_at=NOW)
    assert number_on(competition) == 7


def test_rounds_to_come_are_by_date_and_then_those_without() -> None:
    competition = make_competition()
    make_round(competition, 1)
    make_round(competition, 2, SCHEDULED)
    make_round(competition, 3, SCHEDULED, opens_at=NOW + 2 * HOUR)
    make_round(competition, 4, SCHEDULED, opens_at=NOW + HOUR)
    assert [each.number for each in rounds_to_come(list(rounds_of(competition)))] == [4, 3, 2]


def play(table: Table, number: int = 1, points: tuple[int, ...] = (4, 2, 0, 1)) -> Hand:
    """Make a hand with a score, recorded `number` minutes after seven."""
    moment = NOW + timedelta(minutes=number)
    hand = Hand.objects.create(table=table, number=number, created_at=moment)
    HandScore.objects.create(hand=hand, score={"scores": list(points)})
    return hand


def test_latest_hands_are_those_that_count() -> None:
    table = make_table()
    other = make_table(table.round, number=2)
    gone = make_table(table.round, number=3, dissolved_at=NOW)
    hands = [play(table, 1), play(other, 2), play(table, 3), play(gone, 4), play(table, 5)]
    Hand.objects.filter(pk=hands[2].pk).update(is_void=True)
    HandScore.objects.filter(hand=hands[4]).update(is_surplus=True)
    play(make_table(), 9)

    shown = latest_hands(table.round, 12)

    assert [one.hand for one in shown] == [hands[1], hands[0]]
    assert [(player.name, points) for _seat, player, points in shown[1].rows] == [
        ("Ada", 4),
        ("Björn", 2),
        ("Chiara", 0),
        ("Dörte", 1),
    ]
    assert shown[1].best == 4
    assert [one.hand for one in latest_hands(table.round, 1)] == [hands[1]]


def test_table_before_its_first_hand_has_no_totals_and_nobody_leads() -> None:
    table = make_table()
    TableScore.objects.create(table=table, hands=0, totals=[0] * 4, places=[1] * 4)
    (one,) = tables_on_projector(table.round)
    assert [total for _, total in one.rows] == [None] * 4
    assert (one.hand, one.is_over, one.leaders) == (1, False, [])


def test_outcome_without_totals_shows_who_won() -> None:
    table = make_table()
    TableScore.objects.create(
        table=table, hands=0, totals=[0] * 4, places=[2, 1, 3, 4], is_over=True
    )
    (one,) = tables_on_projector(table.round)
    assert (one.is_over, one.leaders) == (True, ["Björn"])
    assert [total for _, total in one.rows] == [None] * 4


def test_finished_tables_are_of_this_competition_the_latest_rounds_first() -> None:
    def finish(round_: Round, number: int = 1) -> Table:
        table = make_table(round_, number=number)
        TableScore.objects.create(
            table=table, hands=3, totals=[9, 8, 7, 6], places=[1, 2, 3, 4], is_over=True
        )
        return table

    competition = make_competition()
    first, second = make_round(competition, 1), make_round(competition, 2)
    tables = [finish(first), finish(second, 2), finish(second, 3)]
    make_table(second, number=4)
    finish(make_round())
    shown = finished_tables(competition, 9)
    assert [one.table for one in shown] == [tables[1], tables[2], tables[0]]


@pytest.mark.parametrize("tables", [1, 3])
def test_queries_are_as_many_for_one_row_as_for_three(
    django_assert_num_queries: Callable[..., object], tables: int
) -> None:
    round_ = make_round()
    for number in range(1, tables + 1):
        table = make_table(round_, number=number)
        play(table)
        TableScore.objects.create(table=table, hands=1, totals=[1] * 4, places=[1] * 4)
    with django_assert_num_queries(4):  # type: ignore[attr-defined]
        assert len(tables_on_projector(round_)) == tables
        assert len(latest_hands(round_, 12)) == tables


@pytest.mark.parametrize(("voided", "following"), [(None, 4), (2, 4), (3, 3)])
def test_a_void_hand_keeps_its_number_on_the_screen_as_at_the_table(
    voided: int | None, following: int
) -> None:
    table = make_table(make_round(make_competition(options={"mode": "simple"})), hands_limit=9)
    hands = {number: send(table, 2, 0, 1, 3).hand for number in (1, 2, 3)}
    if voided:
        void_hand(hand_id=hands[voided].pk, expected_revision=1, reason="twice", author=BY_CLUB)
    (shown,) = tables_on_projector(table.round)
    assert shown.hand == compute_table(table).match.number == following
    last = {None: 9, 2: 10, 3: 9}[voided]
    assert getattr(shown.table, "last_hand", 0) == last
