"""Passing by itself and premoves: what the site does for a seat, and what it tells."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.base import Seat
from league.online.errors import OnlineError
from league.online.models import Move, OnlineTable
from league.online.queries import wants_auto_pass
from league.online.services.bots import do_what_is_due
from league.online.services.premoves import set_premove, switch_auto_pass
from league.online.services.undo import answer_undo, ask_for_undo
from tests.league.online.tables import HOST, NOW, make_table
from tests.league.online.three_people import (
    LATER,
    acting,
    all_pass_by_themselves,
    lead,
    play,
    post,
    seat_of,
    state_of,
    table_of_three,
    told,
    until_forced,
)

pytestmark = pytest.mark.django_db


def test_site_passes_after_a_while_for_who_can_play_nothing() -> None:
    table = table_of_three()
    all_pass_by_themselves(table)
    seat = until_forced(table)
    moves = table.moves
    due = seat_of(table, seat).moves_at
    assert due is not None
    assert NOW < due <= LATER
    assert table.due_at == due
    do_what_is_due(table_id=table.pk, now=NOW)
    assert Move.objects.filter(hand__table=table).count() == moves
    do_what_is_due(table_id=table.pk, now=due)
    table.refresh_from_db()
    assert table.moves == moves + 1
    last = Move.objects.filter(hand__table=table).latest("number")
    assert (last.seat, last.type) == (seat, "pass")


def test_who_wants_to_pass_by_hand_is_waited_for() -> None:
    table = table_of_three()
    seat = until_forced(table)
    assert (seat_of(table, seat).moves_at, table.due_at) == (None, None)
    switch_auto_pass(table_id=table.pk, seat=seat, is_on=True, now=NOW)
    assert seat_of(table, seat).moves_at is not None
    switch_auto_pass(table_id=table.pk, seat=seat, is_on=False, now=NOW)
    table.refresh_from_db()
    assert (seat_of(table, seat).moves_at, table.due_at) == (None, None)


def test_nobody_passes_by_themselves_who_could_play() -> None:
    table = table_of_three()
    all_pass_by_themselves(table)
    # Whoever leads can play every card of their hand.
    until_forced(table)
    for _ in range(3):
        state, seat = state_of(table), acting(table)
        if len(state.legal_actions(seat)) > 1:
            break
        play(table, {"type": "pass"})
    assert len(state_of(table).legal_actions(acting(table))) > 1
    assert seat_of(table, acting(table)).moves_at is None


def test_decided_pass_and_forced_pass_take_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fixed:
        def uniform(self, least: float, most: float) -> float:
            return (least + most) / 2

    monkeypatch.setattr("league.online.own_moves._rng", Fixed())
    table = table_of_three()
    all_pass_by_themselves(table)
    waits = []
    other = (acting(table) + 1) % 3
    set_premove(table_id=table.pk, seat=other, hand=1, action={"type": "pass"}, now=NOW)
    lead(table)
    waits.append(wait_of(table, other))
    do_what_is_due(table_id=table.pk, now=LATER)
    forced = until_forced(table)
    waits.append(wait_of(table, forced))
    assert waits == [timedelta(seconds=2.5)] * 2


def wait_of(table: OnlineTable, number: Seat) -> timedelta:
    seat = seat_of(table, number)
    assert seat.moves_at is not None
    assert seat.acts_since is not None
    return seat.moves_at - seat.acts_since


def better_than(table: OnlineTable, seat: Seat, led: dict[str, Any]) -> dict[str, Any] | None:
    """Return a play of a seat that beats a set."""
    state = state_of(table)
    legal = [state.action_as_json(seat, each) for each in state.legal_actions(seat)]
    return next((each for each in legal if each["type"] == "play" and each != led), None)


def test_premove_is_made_when_the_turn_comes_if_it_stands() -> None:
    for _ in range(20):
        table = table_of_three()
        other = (acting(table) + 1) % 3
        before = table.version
        led = lead(table)
        # What would be played is found at the turn, and taken back for the test.
        action = better_than(table, other, led)
        if action is not None:
            break
    ask_for_undo(table_id=table.pk, seat=(other - 1) % 3, now=NOW)
    for seat in (other, (other + 1) % 3):
        answer_undo(table_id=table.pk, seat=seat, allows=True, now=NOW)
    table.refresh_from_db()
    assert (table.moves, table.undone) == (0, 1)
    version = table.version
    set_premove(table_id=table.pk, seat=other, hand=1, action=action, now=NOW)
    table.refresh_from_db()
    assert table.version == version > before
    lead(table)
    do_what_is_due(table_id=table.pk, now=NOW)
    table.refresh_from_db()
    last = Move.objects.filter(hand__table=table).latest("number")
    assert (table.moves, last.seat, last.action) == (2, other, action)
    assert seat_of(table, other).premove is None


def test_premove_that_does_not_stand_is_dropped() -> None:
    table = table_of_three()
    other = (acting(table) + 1) % 3
    # Nobody holds so many.
    set_premove(
        table_id=table.pk,
        seat=other,
        hand=1,
        action={"type": "play", "cards": ["whale"] * 9},
        now=NOW,
    )
    lead(table)
    place = seat_of(table, other)
    assert (place.premove, place.moves_at) == (None, None)
    do_what_is_due(table_id=table.pk, now=LATER)
    table.refresh_from_db()
    assert table.moves == 1


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": 1}, "no_premove"),
        ("pass", "no_premove"),
        ({"type": "play", "cards": ["fox"] * 41}, "no_premove"),
        ({"type": "play", "cards": [["fox"]]}, "no_premove"),
        ({"type": "pass", "note": "x"}, "no_premove"),
    ],
)
def test_what_is_no_move_is_not_kept(action: object, code: str) -> None:
    table = table_of_three()
    other = (acting(table) + 1) % 3
    with pytest.raises(OnlineError) as refused:
        set_premove(table_id=table.pk, seat=other, hand=1, action=action, now=NOW)
    assert refused.value.code == code


def test_premove_is_for_this_hand_and_not_for_ones_own_turn() -> None:
    table = table_of_three()
    now, other = acting(table), (acting(table) + 1) % 3
    for seat, hand, code in ((now, 1, "your_turn"), (other, 2, "not_playing")):
        with pytest.raises(OnlineError) as refused:
            set_premove(table_id=table.pk, seat=seat, hand=hand, action={"type": "pass"}, now=NOW)
        assert refused.value.code == code


def test_only_its_own_seat_is_told_of_a_premove() -> None:
    table = table_of_three()
    other = (acting(table) + 1) % 3
    before = {seat: told(table, seat) for seat in (None, 0, 1, 2)}
    set_premove(table_id=table.pk, seat=other, hand=1, action={"type": "pass"}, now=NOW)
    switch_auto_pass(table_id=table.pk, seat=other, is_on=True, now=NOW)
    after = {seat: told(table, seat) for seat in (None, 0, 1, 2)}
    assert {seat for seat in after if after[seat] != before[seat]} == {other}
    own = {"auto_pass": True, "premove": {"type": "pass"}, "is_planned": False}
    assert after[other]["own"] == own


def test_last_choice_of_passing_is_kept_for_the_next_table() -> None:
    assert wants_auto_pass(None, HOST.guest)
    table = make_table(host=replace(HOST, auto_pass=True))
    assert seat_of(table, 0).auto_pass
    switch_auto_pass(table_id=table.pk, seat=0, is_on=False, now=NOW)
    assert not wants_auto_pass(None, HOST.guest)


def test_pages_set_and_drop_premoves() -> None:
    table = table_of_three()
    other = (acting(table) + 1) % 3
    answer = post(table, "premove", other, hand=1, action={"type": "pass"})
    assert (answer.status_code, answer.json()["view"]["own"]["premove"]) == (200, {"type": "pass"})
    answer = post(table, "premove", other, hand=1)
    assert (answer.status_code, answer.json()["view"]["own"]["premove"]) == (200, None)
    assert post(table, "premove", other).status_code == 400
    assert post(table, "premove", acting(table), hand=1, action={"type": "pass"}).status_code == 422
    answer = post(table, "action", other, action="auto_pass")
    assert answer.json()["view"]["own"]["auto_pass"] is True
