"""Duplicate events: the same deals at every table, and when they open."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from games.registry import game as find_game
from league.competitions.models import RoundStatus, Table
from league.online.duplicate_results import results_of_event
from league.online.models import (
    DuplicateEvent,
    DuplicateMethod,
    DuplicateSettings,
    OnlineHand,
    OnlineSettings,
    OnlineTable,
)
from league.online.services.duplicate_deals import open_duplicate_deals
from league.online.services.events import (
    add_table,
    event_of_round,
    fill_with_bots,
    open_table_of_round,
    set_online_settings,
)
from league.online.services.seat_assignment import Person
from league.online.services.seats import begin_match, leave, sit_down
from league.results.models import FinalResult, Hand, TableScore
from tests.factories import make_competition, make_round, make_table, make_user
from tests.league.online.events import look, make_event, open_numbers, play_hand, tables_of
from tests.league.online.tables import HOST, NOW
from tests.league.refusals import refuses
from tests.portions import some_of

pytestmark = pytest.mark.django_db

GUEST = Person("Berta", guest="b" * 32)
GAMES = ["animal-poker", "franks-zoo", "zop-zoo"]
END = NOW + timedelta(days=1)


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_every_table_gets_the_same_deals_whatever_was_played_before(game: str) -> None:
    event = make_event(game, seats=4, hands=3)
    dealt = []
    for table in tables_of(event):
        hands = [play_hand(table, seed=table.pk) for _ in range(3)]
        assert [hand.record is not None for hand in hands] == [True] * 3
        dealt.append([(hand.setup, hand.deal, hand.commitment) for hand in hands])
    assert dealt[0] == dealt[1]
    assert len({hand[2] for hand in dealt[0]}) == 3


def test_all_deals_are_fixed_before_the_first_table_begins() -> None:
    event = make_event(hands=4)
    deals = list(event.deals.order_by("number").values_list("number", "commitment"))
    assert [number for number, _ in deals] == [1, 2, 3, 4]
    for table in tables_of(event):
        play_hand(table)
    assert list(event.deals.order_by("number").values_list("number", "commitment")) == deals


def test_a_deal_opens_once_every_table_has_played_it() -> None:
    event = make_event()
    fast, slow = tables_of(event)
    play_hand(fast)
    play_hand(fast)
    assert open_numbers(look(event)) == []
    play_hand(slow)
    assert (open_numbers(look(event)), event.ended_at) == ([1], None)
    play_hand(slow)
    assert (open_numbers(look(event)), event.ended_at) == ([1, 2], NOW)
    version = event.version
    assert open_duplicate_deals(event_id=event.pk, now=END).version == version


def test_all_deals_open_when_the_time_is_over() -> None:
    event = make_event()
    play_hand(tables_of(event)[0])
    assert open_numbers(look(event, END - timedelta(seconds=1))) == []
    assert (open_numbers(look(event, END)), event.ended_at) == ([1, 2], END)


def test_deals_stay_closed_to_the_end_while_further_tables_may_come() -> None:
    event = make_event(takes_tables=True, hands=1)
    for table in tables_of(event):
        play_hand(table)
    assert open_numbers(look(event)) == []
    table = add_table(event_id=event.pk, person=GUEST, seat=2, bots="random", now=NOW)
    assert (table.is_late, table.seats.get(number=2).name) == (False, "Berta")
    assert open_numbers(look(event, END)) == [1]


def test_a_table_that_was_left_does_not_hold_the_others_up() -> None:
    event = make_event(hands=1)
    with_host, bots = tables_of(event)
    play_hand(bots)
    leave(table_id=with_host.pk, seat=0, now=NOW)
    assert open_numbers(look(event, NOW + timedelta(minutes=1))) == [1]


def test_a_further_table_is_refused_while_fixed_tables_play() -> None:
    event = make_event()
    with refuses("no_further_tables"):
        add_table(event_id=event.pk, person=GUEST, seat=0, bots="", now=NOW)
    assert event.tables.count() == 2


def test_who_has_a_table_is_led_there_and_gets_no_second() -> None:
    event = make_event(takes_tables=True)
    first = add_table(event_id=event.pk, person=GUEST, seat=0, bots="", now=NOW)
    assert add_table(event_id=event.pk, person=GUEST, seat=1, bots="", now=NOW) == first
    assert (
        add_table(event_id=event.pk, person=HOST, seat=1, bots="", now=NOW) == tables_of(event)[0]
    )
    assert event.tables.count() == 3


def test_nobody_plays_the_same_deals_twice() -> None:
    event = make_event(bots="")
    first, second = tables_of(event)
    # Who has seen no card yet may change the table.
    leave(table_id=first.pk, seat=0, now=NOW)
    sit_down(table_id=second.pk, seat=1, person=HOST, now=NOW)
    fill_with_bots(event_id=event.pk, bots="random", now=NOW)
    second.refresh_from_db()
    assert second.hand_number == 1
    leave(table_id=second.pk, seat=1, now=NOW)
    other = make_event(takes_tables=True, bots="")
    assert sit_down(table_id=tables_of(other)[1].pk, seat=2, person=GUEST, now=NOW).number == 2
    third = add_table(
        event_id=other.pk, person=Person("C", guest="c" * 32), seat=0, bots="", now=NOW
    )
    begun = tables_of(other)[1]
    begun.hand_number = 1
    begun.save()
    with refuses("plays_elsewhere"):
        sit_down(table_id=third.pk, seat=1, person=GUEST, now=NOW)


def test_filling_with_bots_twice_changes_nothing_more() -> None:
    event = make_event(bots="")
    for _ in range(2):
        fill_with_bots(event_id=event.pk, bots="random", now=NOW)
    assert [table.seats.exclude(bot="").count() for table in tables_of(event)] == [2, 3]


def test_the_standings_add_up_what_each_seat_had_beside_the_same_seat_elsewhere() -> None:
    event = make_event(tables=3, hands=2)
    for table in tables_of(event):
        play_hand(table, seed=table.pk)
        play_hand(table, seed=table.pk)
    duplicate_deal = results_of_event(look(event))
    assert (len(duplicate_deal.rows), duplicate_deal.is_final) == (9, True)
    points: dict[tuple[int, int], list[int]] = {}
    for table in tables_of(event):
        for hand in OnlineHand.objects.filter(table=table).order_by("number"):
            fresh = find_game(event.game).new_match(event.rules, 3, (hand.number - 1) % 3)
            match = fresh if hand.number == 1 else fresh.skip()
            for seat, had in enumerate(match.score(hand.record).scores):
                points.setdefault((hand.number, seat), []).append(had)
    for row in duplicate_deal.rows:
        shares: list[Fraction] = []
        for deal, one in row.hands:
            field = points[deal.number, row.seat]
            beaten = sum(other < one.points for other in field)
            equal = field.count(one.points) - 1
            assert one.compared is not None
            assert (one.compared.beaten, one.compared.equal, one.compared.others) == (
                beaten,
                equal,
                2,
            )
            shares.append(Fraction(2 * beaten + equal, 4))
        assert row.total == f"{float(round(100 * sum(shares, Fraction()) / 2, 1))} %"


def test_a_late_table_is_compared_but_takes_no_place() -> None:
    event = make_event(hands=1)
    for table in tables_of(event):
        play_hand(table, seed=table.pk)
    before = [(row.place, row.total) for row in results_of_event(look(event)).rows]
    late = add_table(event_id=event.pk, person=GUEST, seat=1, bots="random", now=NOW)
    play_hand(late, seed=9)
    rows = results_of_event(event).rows
    assert [(row.place, row.total) for row in rows[:6]] == before
    assert [row.place for row in rows[6:]] == [None] * 3


def test_a_hand_that_ends_after_its_deal_was_opened_does_not_count() -> None:
    event = make_event(hands=1, tables=3)
    first, second, third = tables_of(event)
    play_hand(first)
    play_hand(second)
    look(event, END)
    play_hand(third, now=END + timedelta(minutes=1))
    assert {row.table.table for row in results_of_event(event).rows} == {first, second}


def test_an_event_is_read_by_as_many_queries_for_one_table_as_for_three(
    django_assert_num_queries: Any,
) -> None:
    for tables in (1, 3):
        event = make_event(tables=tables, hands=tables)
        for table in tables_of(event):
            for _ in range(tables):
                play_hand(table)
        look(event)
        event = DuplicateEvent.objects.select_related("round").get(pk=event.pk)
        with django_assert_num_queries(4):
            results_of_event(event)


def duplicate_round(tables: int = 2) -> list[Table]:
    """Return the tables of a round whose competition plays duplicate, opened online by nobody."""
    competition = make_competition(options={"mode": "partners"})
    set_online_settings(
        competition=competition, settings=OnlineSettings(is_on=True, move_seconds=None)
    )
    settings = DuplicateSettings(is_on=True, hands=2, method=DuplicateMethod.DATUM)
    set_online_settings(competition=competition, settings=settings)
    set_online_settings(competition=competition, settings=settings)
    assert DuplicateSettings.objects.count() == 1
    round = make_round(competition)
    return [make_table(round, number=number, seats=4) for number in range(1, tables + 1)]


def begun(table: Table) -> OnlineTable:
    """Open a table online; one of its players sits down and begins, bots play for the others."""
    online = open_table_of_round(table_id=table.pk, now=NOW)
    seat = online.seats.get(number=0)
    person = Person(seat.name, make_user(name=seat.name))
    sit_down(table_id=online.pk, seat=0, person=person, now=NOW)
    begin_match(table_id=online.pk, now=NOW)
    online.refresh_from_db()
    return online


def event_at(online: OnlineTable) -> DuplicateEvent:
    assert online.event is not None
    return online.event


def test_tables_of_a_round_play_the_same_deals_and_hand_in_their_result_alone() -> None:
    first, second = (begun(table) for table in duplicate_round())
    event = event_at(first)
    assert (second.event, event.method, event.hands) == (event, "datum", 2)
    for online, opened in ((first, []), (second, [1]), (first, [1]), (second, [1, 2])):
        play_hand(online, seed=online.pk)
        assert open_numbers(look(event)) == opened
    assert Hand.objects.count() == 0
    for online in (first, second):
        score = TableScore.objects.get(table=online.table)
        assert (score.is_over, sorted(score.places)) == (True, [1, 2, 3, 4])
    assert FinalResult.objects.count() == 2
    assert len(results_of_event(event).rows) == 8
    assert event.ended_at is None


def test_a_table_that_is_not_on_its_screens_keeps_the_deals_closed_until_the_round_closes() -> None:
    first, _ = duplicate_round()
    online = begun(first)
    play_hand(online)
    event = event_at(online)
    assert open_numbers(look(event)) == []
    first.round.status, first.round.closed_at = RoundStatus.CLOSED, NOW
    first.round.save()
    assert (open_numbers(look(event)), event.ended_at) == ([1, 2], NOW)


def test_a_table_where_hands_were_entered_in_the_room_stays_what_it_is() -> None:
    [table] = duplicate_round(1)
    Hand.objects.create(table=table, number=1, created_at=NOW)
    assert (event_of_round(table=table, now=NOW), DuplicateEvent.objects.count()) == (None, 0)
