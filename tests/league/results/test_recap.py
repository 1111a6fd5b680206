"""A match told hand by hand."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.competitions.models import Seat, Table
from league.results.queries import hands_of_table
from league.results.recap import Recap, recap_of
from league.results.services import void_hand
from league.results.table_view import build_table_view
from tests.factories import BY_CLUB, make_competition, make_round, make_table
from tests.league.results.hands import live_hand, make_poker_table, poker_record, send
from tests.league.results.visits import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def simple_table(target: int = 60) -> Table:
    options = {"mode": "simple", "target": target}
    return make_table(make_round(make_competition(options=options)))


def play(table: Table, *finishes: list[int]) -> None:
    for finish in finishes:
        send(table, record={"finish": finish})


def told(table: Table) -> Recap:
    return recap_of(build_table_view(table, list(hands_of_table(table))))


def test_who_leads_is_told_as_it_changes() -> None:
    table = simple_table()
    play(table, [0, 1, 2, 3], [1, 0, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [2, 3, 0, 1])
    recap = told(table)
    assert [recap_hand.turn for recap_hand in recap.hands] == [
        "Ada leads.",
        "Björn draws level with Ada.",
        "Björn now leads alone.",
        "Chiara draws level with Björn.",
        "Chiara now leads alone.",
    ]
    assert [recap_hand.number for recap_hand in recap.lead_changes] == [3, 5]
    table = simple_table()
    play(table, [0, 1, 2, 3], [3, 2, 1, 0], [3, 2, 1, 0], [3, 0, 1, 2])
    recap = told(table)
    assert [recap_hand.turn for recap_hand in recap.hands][1:] == [
        "Björn and Chiara take the lead from Ada.",
        "Dörte draws level with Chiara.",
        "Dörte now leads alone.",
    ]
    assert [recap_hand.number for recap_hand in recap.lead_changes] == [2, 4]


def test_each_hand_names_who_had_most_and_by_what() -> None:
    table = make_table(options={"mode": "partners", "target": 50})
    send(table, 0, 1, 2, 3)
    send(table, 2, 0, 1, 3)
    first, second = told(table).hands
    assert (first.won_by, first.teams) == ("Ada gained most.", ())
    ((who, lines),) = first.reasons
    assert (who.name, [(line.text, line.points) for line in lines]) == ("Ada", [("Place 1", 4)])
    assert first.happened == ("Went out", "Ada, Björn, Chiara, Dörte")
    assert [[partner.name for partner in team] for team in second.teams] == [
        ["Ada", "Chiara"],
        ["Björn", "Dörte"],
    ]
    assert [who for who, _lines in second.reasons] == [points.who for points in second.best]
    for points, (_who, lines) in zip(second.best, second.reasons, strict=True):
        assert sum(line.points for line in lines) == points.points
    assert [row.total for row in second.by_total] == sorted(
        (row.total for row in second.played.points), reverse=True
    )


def test_void_hands_and_those_after_the_end_are_left_out() -> None:
    table = simple_table(target=7)
    play(table, [1, 0, 2, 3], [1, 0, 2, 3])
    hand = live_hand(table, 1)
    void_hand(hand_id=hand.pk, expected_revision=1, reason="No.", author=BY_CLUB)
    assert [recap_hand.number for recap_hand in told(table).hands] == [2]
    assert told(simple_table()).hands == ()


def test_the_page_links_to_hands_and_players_and_draws_every_total() -> None:
    table = simple_table()
    play(table, [0, 1, 2, 3], [3, 2, 1, 0])
    page = Client().get(reverse("results:recap", args=[table.pk]))
    content = page.content.decode()
    for hand in table.hands.all():
        assert reverse("results:hand", args=[hand.pk]) in content
    for seat in table.seats.all():
        assert reverse("clubs:player", args=[seat.player_id]) in content
    assert re.findall(r'class="course seat-line-(\d)"', content) == ["0", "1", "2", "3"]
    assert "Björn and Chiara take the lead from Ada." in text_of(page)
    assert "Lead changes hand 2" in text_of(page)
    assert reverse("results:recap", args=[table.pk]) in (
        Client().get(reverse("results:table", args=[table.pk])).content.decode()
    )


def test_a_match_of_animal_poker_is_told_by_its_coins() -> None:
    table = make_poker_table()
    send(table, record=poker_record())
    (recap_hand,) = told(table).hands
    assert recap_hand.won_by == "Dörte gained most."
    assert [[line.points for line in lines] for _who, lines in recap_hand.reasons] == [[4]]
    assert "Dörte leads." in text_of(Client().get(reverse("results:recap", args=[table.pk])))


def test_a_table_without_hands_says_that_there_is_nothing_to_tell() -> None:
    table = make_table()
    page = Client().get(reverse("results:recap", args=[table.pk]))
    assert "No recap yet" in text_of(page)
    table_page = Client().get(reverse("results:table", args=[table.pk]))
    assert reverse("results:recap", args=[table.pk]) not in table_page.content.decode()


@pytest.mark.parametrize("hands", [1, 3])
def test_the_story_asks_as_much_for_one_hand_as_for_three(hands: int) -> None:
    table = simple_table()
    play(table, *[[0, 1, 2, 3]] * hands)
    with CaptureQueriesContext(connection) as queries:
        Client().get(reverse("results:recap", args=[table.pk]))
    assert len(queries) == 4


def test_partners_of_a_round_are_named_where_the_match_is_told() -> None:
    table = simple_table()
    play(table, [0, 1, 2, 3])
    names = dict(table.seats.values_list("number", "player__name"))
    for page in ("results:recap", "results:table"):
        assert "Partners in this round" not in text_of(Client().get(reverse(page, args=[table.pk])))
    for seat in table.seats.all():
        Seat.objects.filter(pk=seat.pk).update(pair=seat.number % 2)
    words = f"Partners in this round: {names[0]} + {names[2]} · {names[1]} + {names[3]}. In the"
    for page in ("results:recap", "results:table"):
        assert words in text_of(Client().get(reverse(page, args=[table.pk])))
