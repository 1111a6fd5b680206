"""Tables of a round that are played on screens."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Round, RoundStatus, Table
from league.online.models import OnlineHand, OnlineSeat, OnlineTable, Phase
from league.online.services.events import follow_round, open_table_of_round
from league.online.services.play import get_ready
from league.online.services.seat_assignment import Person
from league.online.services.seats import begin_match, sit_down
from league.results.authors import Via
from league.results.models import Hand, TableScore
from tests.factories import NOW, make_table
from tests.league.online.rounds import all_sit, evening, play_hand
from tests.league.refusals import refuses
from tests.league.rounds.pages import words

pytestmark = pytest.mark.django_db


def test_a_competition_that_is_not_played_online_opens_no_table() -> None:
    table = make_table()
    with refuses("not_online"):
        open_table_of_round(table_id=table.pk, now=NOW)
    assert OnlineTable.objects.count() == 0


def test_opening_a_table_twice_opens_it_once() -> None:
    night = evening()
    assert open_table_of_round(table_id=night.table.pk, now=NOW) == night.online


def test_a_table_of_a_round_is_called_by_competition_round_and_number() -> None:
    table = evening().table
    name = table.round.stage.competition.name
    assert OnlineTable.objects.get().title == f"Frank’s Zoo · {name}, Round 1, table 1"


def test_the_match_begins_when_all_its_people_are_there() -> None:
    night = evening()
    assert night.online.phase == Phase.WAITING
    all_sit(night)
    assert (night.online.phase, night.online.hand_number) == (Phase.PLAYING, 1)


def test_a_hand_played_online_is_a_hand_of_the_round() -> None:
    night = evening()
    all_sit(night)
    play_hand(night, random.Random(1))
    hand = Hand.objects.select_related("current").get(table=night.table)
    played = OnlineHand.objects.get(table=night.online, number=1)
    assert hand.current is not None
    assert (hand.current.record, hand.current.via) == (played.record, Via.ONLINE)
    assert played.hand == hand
    assert TableScore.objects.get(table=night.table).hands == 1


def test_histories_say_that_a_hand_was_played_online(client: Client) -> None:
    night = evening()
    all_sit(night)
    play_hand(night, random.Random(1))
    hand = Hand.objects.get(table=night.table)
    for name, pk in (("hand", hand.pk), ("history", night.table.pk)):
        page = words(client.get(reverse(f"results:{name}", args=[pk])))
        assert ">(online table) · <time" in page


def test_the_match_is_played_to_the_target_of_its_competition() -> None:
    night = evening()
    all_sit(night)
    rng = random.Random(2)
    for _ in range(20):
        play_hand(night, rng)
        if night.online.phase == Phase.OVER:
            break
        for seat in range(3):
            get_ready(table_id=night.online.pk, seat=seat, now=NOW)
    score = TableScore.objects.get(table=night.table)
    assert score.is_over is True
    assert max(score.totals) >= 4


def test_bots_play_for_those_who_have_not_come_until_they_do() -> None:
    night = evening()
    sit_down(table_id=night.online.pk, seat=0, person=Person("Ada", night.users[0]), now=NOW)
    begin_match(table_id=night.online.pk, now=NOW)
    away = OnlineSeat.objects.filter(table=night.online, is_away=True)
    assert sorted(away.values_list("number", flat=True)) == [1, 2]
    sit_down(table_id=night.online.pk, seat=1, person=Person("Ben", night.users[1]), now=NOW)
    assert list(away.values_list("number", flat=True)) == [2]


def test_a_table_that_its_round_has_dissolved_is_over_on_screens_too() -> None:
    night = evening()
    Table.objects.filter(pk=night.table.pk).update(dissolved_at=NOW)
    assert follow_round(table_id=night.online.pk, now=NOW).phase == Phase.OVER


def test_seats_that_the_organiser_changes_before_the_match_change_on_screens() -> None:
    night = evening()
    other = make_table(night.table.round, seats=3, number=2)
    player = other.seats.get(number=0).player
    night.table.seats.filter(number=2).delete()
    other.seats.filter(number=0).update(table=night.table, number=2)
    Table.objects.filter(pk=night.table.pk).update(seating=2)
    follow_round(table_id=night.online.pk, now=NOW)
    assert OnlineSeat.objects.get(table=night.online, number=2).player == player


def test_a_hand_that_ends_after_the_round_has_closed_ends_the_match() -> None:
    night = evening()
    all_sit(night)
    Round.objects.filter(pk=night.table.round_id).update(status=RoundStatus.CLOSED)
    play_hand(night, random.Random(3))
    assert night.online.phase == Phase.OVER
    assert Hand.objects.filter(table=night.table).count() == 0
