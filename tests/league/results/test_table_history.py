from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import Substitution, Table
from league.results.adjustments import adjust, cancel_adjustment
from league.results.authors import Author, Via
from league.results.final_results import record_final_result
from league.results.history import table_history
from league.results.inbox import acknowledge_call, call_organiser, close_call
from league.results.models import Hand
from league.results.sealed import reset_sealed_seat
from league.results.services import correct_hand
from tests.factories import BY_CODE, NOW, make_player, make_table
from tests.league.results.hands import make_poker_table, send
from tests.league.results.test_confirmation import confirm, dispute
from tests.league.results.test_sealed import seal
from tests.league.results.visits import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def history_at(table: Table) -> str:
    return text_of(Client().get(reverse("results:history", args=[table.pk])))


def correct(hand: Hand) -> None:
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [3, 2, 1, 0]},
        reason="upside down",
        author=Author(
            make_player(hand.table.round.stage.competition.club, "Olga", Role.ORGANISER),
            Via.CLUB,
            NOW,
        ),
    )


def test_all_that_happened_is_told_with_who_from_where_and_why() -> None:
    table = make_table()
    ada, bjorn, emil = (
        table.seats.get(number=0).player,
        table.seats.get(number=1).player,
        make_player(table.round.stage.competition.club, "Emil"),
    )
    hand = send(table, 0, 1, 2, 3, by=ada).hand
    send(table, number=1, record={"finish": [0, 1, 2, 3]}, by=bjorn)
    confirm(hand, 2)
    dispute(hand, 3, "it was the other way round")
    correct(hand)
    made = call_organiser(table_id=table.pk, message="a rule", author=Author(ada, Via.CODE, NOW))
    acknowledge_call(call_id=made.pk, by=emil, now=NOW)
    close_call(call_id=made.pk, author=Author(emil, Via.CLUB, NOW))
    seat = table.seats.get(number=1)
    penalty = adjust(
        competition_id=table.round.stage.competition_id,
        entry_id=seat.entry_id,
        kind="penalty",
        points=-2,
        reason="late",
        table_id=table.pk,
        by=emil,
        now=NOW,
    )
    cancel_adjustment(adjustment_id=penalty.pk, reason="was not", by=emil, now=NOW)
    Substitution.objects.create(
        seat=seat, player_out=bjorn, player_in=emil, from_hand=2, by=None, created_at=NOW
    )
    words = history_at(table)
    for said in (
        "Hand 1 entered Ada (table code)",
        "Another phone sent the same hand 1 Björn (table code)",
        "Hand 1 confirmed Chiara (signed in)",
        "Hand 1 disputed Dörte (signed in)",
        "“it was the other way round”",
        "Hand 1 corrected Olga (scorer or organiser)",
        "Went out Dörte, Chiara, Björn, Ada (before: Ada, Björn, Chiara, Dörte)",
        "Organiser called Ada (table code)",
        "“a rule”",
        "Organiser on the way Emil (scorer or organiser)",
        "Call closed Emil (scorer or organiser)",
        "Björn: −2 ranking points (penalty) Emil (scorer or organiser)",
        "Cancelled: Björn, −2 ranking points (penalty) Emil",
        "Emil plays for Björn from hand 2 on unknown (scorer or organiser)",
    ):
        assert said in words


def test_the_latest_comes_first() -> None:
    table = make_table()
    correct(send(table, 0, 1, 2, 3).hand)
    titles = [event.title for event in table_history(table)]
    assert titles == ["Hand 1 corrected", "Hand 1 entered"]


def test_what_a_seat_had_sealed_and_was_thrown_away_is_told_unseen() -> None:
    table = make_poker_table()
    seal(table, 1)
    reset_sealed_seat(table_id=table.pk, seat=1, reason="wrong seat", by=None, now=NOW)
    words = history_at(table)
    assert "Sealed choice of Björn discarded unseen" in words
    assert "“wrong seat”" in words


def test_a_result_that_was_entered_as_a_whole_is_told() -> None:
    table = make_table()
    record_final_result(
        table_id=table.pk,
        key=uuid4(),
        seating=table.seating,
        outcome={"places": [2, 1, 3, 4]},
        author=Author(table.seats.get(number=0).player, Via.CLUB, NOW),
    )
    words = history_at(table)
    assert "Final result entered Ada (scorer or organiser)" in words
    assert "Ada place 2 Björn place 1 Chiara place 3 Dörte place 4" in words


def test_a_table_without_a_past_says_so() -> None:
    assert "No events at this table yet." in history_at(make_table())


@pytest.mark.parametrize("hands", [1, 3])
def test_the_history_takes_the_same_queries_for_one_and_three_hands(hands: int) -> None:
    table = make_table(options={"mode": "simple", "target": 99})
    for _ in range(hands):
        dispute(send(table).hand, 1)
        made = call_organiser(table_id=table.pk, message="", author=BY_CODE)
        close_call(call_id=made.pk, author=BY_CODE)
    with CaptureQueriesContext(connection) as captured:
        words = history_at(table)
    assert words.count("disputed") == hands
    assert len(captured) == QUERIES


QUERIES = 12
