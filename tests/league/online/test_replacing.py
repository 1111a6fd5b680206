"""A seat goes to a bot, to whoever has the link, or to the substitute that the round has."""

import random

import pytest

from games.bots.catalogue import UnknownBotError
from league.competitions.models import Table
from league.online.models import OnlineSeat, OnlineTable, Phase, TableEvent, TableEventType
from league.online.services.absence import give_back, keep_seat, replace, take_substitutes
from league.online.services.play import get_ready
from league.online.services.seat_assignment import Person
from league.online.services.seats import leave, sit_down
from tests.factories import NOW, make_player
from tests.league.online.rounds import Evening, all_sit, evening, play_hand
from tests.league.online.tables import HOST, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db
BEN = Person("Ben", guest="b" * 32)
CARLA = Person("Carla", guest="c" * 32)


def two_people() -> OnlineTable:
    table = make_table("zop-zoo", 2, bots="", hands=3)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    return table


def give(table: OnlineTable, seat: int, replacement: str, *, is_now: bool = True) -> OnlineSeat:
    return replace(
        table_id=table.pk, seat=seat, replacement=replacement, is_now=is_now, by="Ada", now=NOW
    )


def seat_of(table: OnlineTable, number: int) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def story(table: OnlineTable) -> list[tuple[str, str]]:
    told = TableEvent.objects.filter(table=table).order_by("pk")
    return list(told.values_list("type", "name"))


def test_a_bot_takes_a_seat_at_once_and_its_player_acts_there_no_more() -> None:
    table = two_people()
    before = seat_of(table, 1).occupant
    for _ in range(2):
        give(table, 1, "greedy")
    seat = seat_of(table, 1)
    assert (seat.bot, seat.guest, seat.occupant) == ("greedy", "", before + 1)
    assert story(table) == [(TableEventType.REPLACED_BY_BOT, "Ben")]


def test_a_seat_that_was_opened_is_played_by_a_bot_until_somebody_comes() -> None:
    table = two_people()
    give(table, 1, OnlineSeat.OPEN)
    seat = seat_of(table, 1)
    assert (seat.is_open, seat.is_played_by_bot) == (True, True)
    sit_down(table_id=table.pk, seat=1, person=CARLA, now=NOW)
    seat = seat_of(table, 1)
    assert (seat.name, seat.guest, seat.is_away) == ("Carla", CARLA.guest, False)
    assert [doing for doing, _ in story(table)] == [TableEventType.OPENED, TableEventType.TOOK]


def test_after_this_hand_means_that_the_hand_is_played_out() -> None:
    night = evening()
    all_sit(night)
    for _ in range(2):
        give(night.online, 1, "greedy", is_now=False)
    assert (seat_of(night.online, 1).bot, story(night.online)[-1][0]) == (
        "",
        TableEventType.PLANNED,
    )
    play_hand(night, random.Random(1))
    seat = seat_of(night.online, 1)
    assert (seat.bot, seat.replacement, seat.name) == ("greedy", "", night.users[1].name)
    assert [doing for doing, _ in story(night.online)] == [
        TableEventType.PLANNED,
        TableEventType.REPLACED_BY_BOT,
    ]


def test_who_was_to_be_replaced_may_stay_after_all() -> None:
    night = evening()
    all_sit(night)
    give(night.online, 1, "greedy", is_now=False)
    for _ in range(2):
        keep_seat(table_id=night.online.pk, seat=1, now=NOW)
    play_hand(night, random.Random(1))
    assert seat_of(night.online, 1).bot == ""
    assert [doing for doing, _ in story(night.online)] == [
        TableEventType.PLANNED,
        TableEventType.KEPT,
    ]


def test_the_player_of_a_round_gets_the_seat_back_from_a_bot() -> None:
    night = evening()
    all_sit(night)
    give(night.online, 1, "greedy")
    for _ in range(2):
        give_back(table_id=night.online.pk, seat=1, now=NOW)
    user = night.users[1]
    sit_down(table_id=night.online.pk, seat=1, person=Person(user.name, user), now=NOW)
    seat = seat_of(night.online, 1)
    assert (seat.bot, seat.user, seat.is_played_by_bot) == ("", user, False)


def test_at_a_table_that_is_over_and_by_a_bot_that_there_is_not_nobody_is_replaced() -> None:
    table = two_people()
    with pytest.raises(UnknownBotError):
        give(table, 1, "genius")
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.OVER)
    with refuses("not_playing"):
        give(table, 1, "greedy")
    assert seat_of(table, 1).guest == BEN.guest


def test_when_the_host_leaves_somebody_else_looks_after_the_table() -> None:
    table = two_people()
    assert (table.host, seat_of(table, 0).guest) == (0, HOST.guest)
    leave(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert table.host == 1
    assert story(table) == [(TableEventType.LEFT, "Ada"), (TableEventType.HOST, "Ben")]


def test_when_the_last_person_is_replaced_the_match_is_over() -> None:
    table = make_table("zop-zoo", 2)
    give(table, 0, "greedy")
    table.refresh_from_db()
    assert table.phase == Phase.OVER


def with_substitute(night: Evening) -> str:
    """Let somebody stand in for the player of seat 2 in the round; return their name."""
    player = make_player(night.table.round.stage.competition.club, "Xenia")
    night.table.seats.filter(number=2).update(player=player)
    Table.objects.filter(pk=night.table.pk).update(seating=night.table.seating + 1)
    return player.name


def test_a_substitute_of_the_round_plays_from_the_next_hand_on() -> None:
    night = evening(target=40)
    all_sit(night)
    name = with_substitute(night)
    play_hand(night, random.Random(1))
    for number in range(3):
        get_ready(table_id=night.online.pk, seat=number, now=NOW)
    seat = seat_of(night.online, 2)
    assert (seat.name, seat.user) == (name, None)


def test_a_substitute_of_the_round_can_play_at_once() -> None:
    night = evening()
    all_sit(night)
    name = with_substitute(night)
    for _ in range(2):
        take_substitutes(table_id=night.online.pk, now=NOW)
    night.online.refresh_from_db()
    seat = seat_of(night.online, 2)
    assert (seat.name, seat.user, seat.is_away) == (name, None, True)
    assert (night.online.phase, night.online.seating) == (Phase.PLAYING, night.table.seating + 1)
    assert story(night.online) == [(TableEventType.SUBSTITUTED, night.users[2].name)]


def test_other_changes_of_the_round_wait_for_the_next_hand() -> None:
    night = evening()
    all_sit(night)
    night.table.seats.filter(number=2).delete()
    Table.objects.filter(pk=night.table.pk).update(seating=night.table.seating + 1)
    with refuses("seats_moved"):
        take_substitutes(table_id=night.online.pk, now=NOW)
    assert OnlineSeat.objects.filter(table=night.online).count() == 3
