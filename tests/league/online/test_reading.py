"""Between two hands nobody's reading is cut short."""

import random
from datetime import datetime, timedelta

import pytest

from league.online.models import OnlineTable, Phase
from league.online.services.absence import adjourn, come_back, go_away, resume
from league.online.services.bots import do_what_is_due, play_bots
from league.online.services.hands import LONGEST_READING
from league.online.services.play import get_ready, keep_reading, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import TableSettings, leave, open_pick_up_table, sit_down
from league.online.texts import summarise_settings
from tests.league.online.tables import HOST, NOW, legal_move, sent

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

CLOCK = timedelta(seconds=30)
BEN = Person("Ben", guest="b" * 32)
LATER = NOW + timedelta(days=1)


def after_a_hand(reading: int | None = None, move_seconds: int | None = None) -> OnlineTable:
    """Return a table of Ada, Ben and a bot that has played the first of its hands."""
    settings = TableSettings(options={}, move_seconds=move_seconds, reading_seconds=reading)
    table = open_pick_up_table(
        game="animal-poker", seats=3, settings=settings, host=HOST, bots="", now=NOW
    )
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    cleo = Person("Cleo", guest="c" * 32)
    sit_down(table_id=table.pk, seat=2, person=cleo, now=NOW)
    leave(table_id=table.pk, seat=2, now=NOW)
    play_bots(table_id=table.pk, now=NOW)
    for seat in (0, 1):
        table.refresh_from_db()
        move = sent(table, legal_move(table, seat, random.Random(seat)))
        play_move(table_id=table.pk, seat=seat, sent=move, now=NOW)
    table.refresh_from_db()
    assert (table.phase, table.hand_number) == (Phase.BETWEEN, 1)
    return table


def due(table: OnlineTable) -> datetime | None:
    """Return when the next hand begins by itself."""
    table.refresh_from_db()
    return table.due_at


def hand(table: OnlineTable) -> tuple[int, str]:
    """Return which hand a table is at, after what is due has been done."""
    do_what_is_due(table_id=table.pk, now=LATER)
    table.refresh_from_db()
    return table.hand_number, table.phase


def test_the_next_hand_waits_until_all_people_are_ready() -> None:
    table = after_a_hand()
    assert due(table) is None
    assert "The next hand starts when all players are ready." in summarise_settings(table)
    get_ready(table_id=table.pk, seat=0, now=NOW)
    assert hand(table) == (1, Phase.BETWEEN)
    get_ready(table_id=table.pk, seat=1, now=NOW)
    assert hand(table) == (2, Phase.PLAYING)


def test_the_next_hand_begins_by_the_clock_that_the_table_chose() -> None:
    table = after_a_hand(reading=30)
    assert due(table) == NOW + CLOCK
    get_ready(table_id=table.pk, seat=0, now=NOW + CLOCK / 2)
    assert due(table) == NOW + CLOCK
    do_what_is_due(table_id=table.pk, now=NOW + CLOCK)
    assert hand(table) == (2, Phase.PLAYING)


def test_who_still_reads_stops_the_clock_until_they_are_ready() -> None:
    table = after_a_hand(reading=30)
    keep_reading(table_id=table.pk, seat=0, now=NOW)
    assert due(table) == NOW + LONGEST_READING
    do_what_is_due(table_id=table.pk, now=NOW + 2 * CLOCK)
    assert table.hand_number == 1
    get_ready(table_id=table.pk, seat=0, now=NOW + 2 * CLOCK)
    # The other one has their whole time again.
    assert due(table) == NOW + 3 * CLOCK
    get_ready(table_id=table.pk, seat=1, now=NOW + 2 * CLOCK)
    assert hand(table) == (2, Phase.PLAYING)


def test_nobody_stops_the_clock_while_a_hand_is_played() -> None:
    table = after_a_hand(reading=30)
    for seat in (0, 1):
        get_ready(table_id=table.pk, seat=seat, now=NOW)
    table.refresh_from_db()
    version = table.version
    keep_reading(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert (table.version, table.phase) == (version, Phase.PLAYING)


@pytest.mark.parametrize("go", [go_away, leave])
@pytest.mark.parametrize("reading", [None, 30])
def test_nobody_waits_for_who_has_gone(go: object, reading: int | None) -> None:
    table = after_a_hand(reading)
    keep_reading(table_id=table.pk, seat=1, now=NOW)
    get_ready(table_id=table.pk, seat=0, now=NOW)
    go(table_id=table.pk, seat=1, now=NOW)  # type: ignore[operator]
    assert due(table) == NOW
    assert hand(table) == (2, Phase.PLAYING)


def test_a_break_stops_the_clock_and_it_runs_anew_afterwards() -> None:
    table = after_a_hand(reading=30)
    adjourn(table_id=table.pk, by="Olga", now=NOW)
    assert due(table) is None
    assert hand(table) == (1, Phase.ADJOURNED)
    resume(table_id=table.pk, by="Olga", now=LATER)
    assert due(table) == LATER + CLOCK


def test_who_comes_back_to_an_empty_table_reads_first() -> None:
    table = after_a_hand()
    for seat in (0, 1):
        go_away(table_id=table.pk, seat=seat, now=NOW)
    assert hand(table) == (1, Phase.PAUSED)
    come_back(table_id=table.pk, seat=0, now=LATER)
    assert hand(table) == (1, Phase.BETWEEN)
    get_ready(table_id=table.pk, seat=0, now=LATER)
    assert hand(table) == (2, Phase.PLAYING)


def test_by_correspondence_the_match_goes_on_without_anybody_there() -> None:
    table = after_a_hand(move_seconds=86_400)
    assert due(table) == NOW + timedelta(minutes=1)
