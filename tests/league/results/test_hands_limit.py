import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Table
from league.results.models import TableScore
from league.results.queries import hands_of_table
from league.results.services import undo_hand
from league.results.table_view import build_table_view
from league.rounds.queries import unfinished_tables
from tests.factories import BY_CODE, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import live_hand, send

pytestmark = pytest.mark.django_db


def play(table: Table, hands: int) -> None:
    for _ in range(hands):
        send(table)


def test_match_is_over_after_its_hands_and_takes_no_more() -> None:
    table = make_table(hands_limit=2)

    play(table, 2)

    score = TableScore.objects.get(table=table)
    assert (score.hands, score.is_over) == (2, True)
    assert not unfinished_tables().filter(pk=table.pk).exists()
    with refuses("match_over"):
        send(table, number=3, record={"finish": [0, 1, 2, 3]})


def test_match_goes_on_once_its_last_hand_is_taken_back() -> None:
    table = make_table(hands_limit=2)
    play(table, 2)

    undo_hand(hand_id=live_hand(table, 2).pk, expected_revision=1, author=BY_CODE)

    assert not TableScore.objects.get(table=table).is_over
    assert unfinished_tables().filter(pk=table.pk).exists()


def test_table_page_says_who_has_won_and_why_it_is_over(client: Client) -> None:
    table = make_table(hands_limit=1)
    play(table, 1)

    view = build_table_view(table, list(hands_of_table(table)))
    page = client.get(reverse("results:table", args=[table.pk])).content.decode()

    assert [row.who.seat for row in view.winners] == [
        seat for seat, place in enumerate(view.match.places) if place == 1
    ]
    assert view.next is None
    assert "The match was set to end after hand 1." in page
