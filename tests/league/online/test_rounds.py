"""Tables of a round that are played on screens."""

import random
from dataclasses import dataclass

import pytest

from league.clubs.models import User
from league.competitions.models import Round, RoundStatus, Table
from league.online.models import OnlineHand, OnlineSeat, OnlineTable, OnlineTerms, Phase
from league.online.positions import position_at
from league.online.queries import hand_of
from league.online.refusals import NotPlayedOnlineError
from league.online.services.bots import play_bots
from league.online.services.play import get_ready, play_move
from league.online.services.rounds import follow_round, open_table_of_round, set_terms
from league.online.services.places import Person
from league.online.services.seats import begin_match, sit_down
from league.results.models import Hand, TableScore, Via
from tests.factories import NOW, make_competition, make_round, make_table, make_user
from tests.league.online.tables import legal_move, sent

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """A table of a round, the screens' side of it, and the user in each seat."""

    table: Table
    online: OnlineTable
    users: list[User]


def evening(seats: int = 3) -> Evening:
    """Open a table of a round online; its people have accounts and have not come yet."""
    competition = make_competition(options={"mode": "simple", "target": 4})
    set_terms(competition=competition, terms=OnlineTerms(is_on=True, move_seconds=None))
    table = make_table(make_round(competition), seats=seats)
    users = []
    for seat in table.seats.order_by("number"):
        user = make_user(name=seat.player.name)
        seat.player.user = user
        seat.player.save()
        users.append(user)
    online = open_table_of_round(table_id=table.pk, now=NOW)
    return Evening(table, online, users)


def all_sit(night: Evening) -> None:
    for number, user in enumerate(night.users):
        person = Person(user.name, user)
        sit_down(table_id=night.online.pk, seat=number, person=person, now=NOW)
    night.online.refresh_from_db()


def play_hand(night: Evening, rng: random.Random) -> None:
    """Play until the hand is over, everybody at random."""
    online = night.online
    while True:
        online.refresh_from_db()
        if online.phase != Phase.PLAYING:
            return
        hand = hand_of(online, online.hand_number)
        assert hand is not None
        seat = position_at(online, hand, online.moves).state.acting_seats()[0]
        if online.seats.get(number=seat).is_played_by_bot:
            play_bots(table_id=online.pk, now=NOW)
        else:
            move = sent(online, legal_move(online, seat, rng))
            play_move(table_id=online.pk, seat=seat, sent=move, now=NOW)


def test_a_competition_that_is_not_played_online_opens_no_table() -> None:
    table = make_table()
    with pytest.raises(NotPlayedOnlineError):
        open_table_of_round(table_id=table.pk, now=NOW)
    assert OnlineTable.objects.count() == 0


def test_opening_a_table_twice_opens_it_once() -> None:
    night = evening()
    assert open_table_of_round(table_id=night.table.pk, now=NOW) == night.online


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
