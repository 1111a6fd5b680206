"""Who watches later sees what was there then, and nothing of what has come since."""

import random
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from league.online.matches import position_at
from league.online.models import OnlineTable
from league.online.queries import hand_of
from league.online.seat_view import View, seat_view
from league.online.services.chat import say
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import snapshot_of
from league.online.texts import spectators_text
from tests.league.online.tables import NOW, legal_move, make_table, sent

pytestmark = pytest.mark.django_db
DELAY = timedelta(seconds=60)
APART = timedelta(seconds=10)
MOVES = 12
PLAYED = ("hand", "moves", "observation", "events", "prompt", "help")


def watched(table: OnlineTable, later: timedelta) -> View:
    """Return what a table shows of its play to who watches, some time after its beginning."""
    view = seat_view(snapshot_of(table.token), None, after=None, now=NOW + later)
    return {name: view[name] for name in PLAYED}


def play(game: str, seats: int, delay: timedelta) -> tuple[OnlineTable, list[View]]:
    """Play some moves, ten seconds apart; return the table, and its screen after each."""
    table = make_table(game, seats, bots="", hands=3)
    OnlineTable.objects.filter(pk=table.pk).update(spectator_delay=int(delay.total_seconds()))
    for number in range(1, seats):
        person = Person(f"Player {number}", guest=f"{number:032}")
        sit_down(table_id=table.pk, seat=number, person=person, now=NOW)
    rng, screens = random.Random(5), []
    for number in range(MOVES):
        table.refresh_from_db()
        hand = hand_of(table, table.hand_number)
        assert hand is not None
        seat = position_at(table, hand, table.moves).state.acting_seats()[0]
        move = sent(table, legal_move(table, seat, rng))
        play_move(table_id=table.pk, seat=seat, sent=move, now=NOW + number * APART)
        screens.append(watched(table, number * APART))
    table.refresh_from_db()
    assert table.hand_number == 1
    return table, screens


@pytest.mark.parametrize(("game", "seats"), [("zop-zoo", 2), ("franks-zoo", 4)])
def test_a_delayed_screen_is_the_one_that_was_there_before(game: str, seats: int) -> None:
    table, _ = play(game, seats, DELAY)
    delayed = [watched(table, number * APART + DELAY) for number in range(MOVES)]
    OnlineTable.objects.filter(pk=table.pk).update(spectator_delay=0)
    moves = [view["moves"] for view in delayed]
    assert moves == list(range(1, MOVES + 1))
    assert delayed[-1] == watched(table, DELAY)


@pytest.mark.parametrize(("game", "seats"), [("zop-zoo", 2), ("franks-zoo", 4)])
def test_moves_of_the_last_minute_change_nothing_on_a_delayed_screen(game: str, seats: int) -> None:
    _, screens = play(game, seats, DELAY)
    assert [view["moves"] for view in screens[:7]] == [0, 0, 0, 0, 0, 0, 1]
    first = {key: screens[0][key] for key in ("observation", "events", "prompt")}
    assert [{key: view[key] for key in first} for view in screens[:6]] == [first] * 6


def test_a_delayed_screen_is_told_when_there_is_more_to_see() -> None:
    table, _ = play("zop-zoo", 2, DELAY)
    # Six moves are a minute old by now; the seventh was made 60 seconds after the beginning.
    assert more_at(table, None, 11 * APART) == NOW + 6 * APART + DELAY
    assert more_at(table, None, 12 * APART) == NOW + 7 * APART + DELAY
    assert more_at(table, None, 11 * APART + DELAY) is None
    assert more_at(table, 0, 11 * APART) is None


def test_what_was_said_is_more_to_see_too() -> None:
    table, _ = play("zop-zoo", 2, DELAY)
    said = 12 * APART
    say(table_id=table.pk, seat=0, key=uuid4(), code="hello", now=NOW + said)
    assert more_at(table, None, 11 * APART + DELAY) == NOW + said + DELAY
    assert more_at(table, None, said + DELAY) is None


def more_at(table: OnlineTable, seat: int | None, later: timedelta) -> datetime | None:
    """Return when a screen is told to look again."""
    view: dict[str, Any] = seat_view(snapshot_of(table.token), seat, after=None, now=NOW + later)
    return None if view["more_at"] is None else datetime.fromisoformat(view["more_at"])


@pytest.mark.parametrize(
    ("delay", "words"),
    [
        (None, "Spectators are not allowed at this table."),
        (0, "You are watching."),
        (60, "You are watching with a delay of 1 minute."),
    ],
)
def test_who_watches_is_told_how_late_they_see_the_play(delay: int | None, words: str) -> None:
    assert spectators_text(OnlineTable(spectator_delay=delay)) == words


def test_a_delayed_screen_does_not_tell_whose_time_runs_now() -> None:
    table, _ = play("zop-zoo", 2, DELAY)
    assert acting(table, None) == [False, False]
    assert sorted(acting(table, 0)) == [False, True]


def acting(table: OnlineTable, seat: int | None) -> list[bool]:
    """Return who acts, as a seat, or (None) somebody who watches, is told."""
    view: dict[str, Any] = seat_view(snapshot_of(table.token), seat, after=None, now=NOW)
    return [each["is_acting"] for each in view["seats"]]


def test_where_nobody_may_watch_nothing_of_the_play_is_told() -> None:
    table, _ = play("zop-zoo", 2, DELAY)
    OnlineTable.objects.filter(pk=table.pk).update(spectator_delay=None)
    view = watched(table, timedelta(days=1))
    assert (view["moves"], view["observation"], view["events"]) == (0, None, [])
