"""Passing by itself, premoves and taking back: what the site does for a seat, and what it tells."""

import json
import random
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.base import Seat
from league.online.access import key_of
from league.online.errors import OnlineError
from league.online.matches import position_at
from league.online.models import MatchResult, Move, OnlineSeat, OnlineTable, Phase, TableEvent
from league.online.own_moves import LONGEST_WAIT
from league.online.queries import hand_of, wants_auto_pass
from league.online.seat_view import seat_view
from league.online.services.bots import _claim, _write, do_what_is_due, play_bots
from league.online.services.play import play_move
from league.online.services.premoves import set_premove, switch_auto_pass
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.services.undo import answer_undo, ask_for_undo
from league.online.snapshots import snapshot_of
from tests.league.online.tables import HOST, NOW, legal_move, make_table, play_to_the_end, sent

pytestmark = pytest.mark.django_db
BEN, CAT = (Person(name, guest=mark * 32) for name, mark in (("Ben", "b"), ("Cat", "c")))
LATER = NOW + timedelta(seconds=LONGEST_WAIT)


def table_of_three(*, hands: int = 1) -> OnlineTable:
    """Return a table of three people of Frank's Zoo at which a hand is played."""
    table = make_table("franks-zoo", 3, bots="", hands=hands)
    for number, person in enumerate((BEN, CAT), start=1):
        sit_down(table_id=table.pk, seat=number, person=person, now=NOW)
    do_what_is_due(table_id=table.pk, now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    return table


def state_of(table: OnlineTable) -> Any:
    table.refresh_from_db()
    hand = hand_of(table, table.hand_number)
    assert hand is not None
    return position_at(table, hand, table.moves).state


def acting(table: OnlineTable) -> Seat:
    seat: Seat = state_of(table).acting_seats()[0]
    return seat


def play(table: OnlineTable, action: object, now: datetime = NOW) -> None:
    seat = acting(table)
    play_move(table_id=table.pk, seat=seat, sent=sent(table, action), now=now)
    table.refresh_from_db()


def lead(table: OnlineTable, *, most: bool = False) -> dict[str, Any]:
    """Lead the first set, or the one with most cards, and return it."""
    state, seat = state_of(table), acting(table)
    plays = [state.action_as_json(seat, each) for each in state.legal_actions(seat)]
    action = max(plays, key=lambda each: len(each["cards"])) if most else plays[0]
    play(table, action)
    return dict(action)


def seat_of(table: OnlineTable, number: Seat) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def until_forced(table: OnlineTable) -> Seat:
    """Play until somebody can do nothing but pass, and return who."""
    for _ in range(200):
        state, seat = state_of(table), acting(table)
        legal = state.legal_actions(seat)
        if [state.action_as_json(seat, each)["type"] for each in legal] == ["pass"]:
            return seat
        plays = [each for each in legal if state.action_as_json(seat, each)["type"] == "play"]
        play(table, state.action_as_json(seat, plays[-1]))
    raise AssertionError("Nobody was ever forced to pass.")


def all_pass_by_themselves(table: OnlineTable) -> None:
    OnlineSeat.objects.filter(table=table).update(auto_pass=True)


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


def told(table: OnlineTable, seat: Seat | None) -> dict[str, Any]:
    return dict(seat_view(snapshot_of(table.token), seat, after=0, now=NOW))


def test_last_choice_of_passing_is_kept_for_the_next_table() -> None:
    assert wants_auto_pass(None, HOST.guest)
    table = make_table(host=replace(HOST, auto_pass=True))
    assert seat_of(table, 0).auto_pass
    switch_auto_pass(table_id=table.pk, seat=0, is_on=False, now=NOW)
    assert not wants_auto_pass(None, HOST.guest)


def post(table: OnlineTable, what: str, seat: Seat, **body: Any) -> Any:
    snapshot = snapshot_of(table.token)
    said = {"seat": key_of(snapshot.seats[seat]), "moves": snapshot.table.moves, **body}
    return Client().post(
        f"/play/{table.token}/{what}/", json.dumps(said), content_type="application/json"
    )


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


# ------------------------------------------------------------------------------------ taking back


def test_move_is_taken_back_once_all_agree_before_the_next() -> None:
    table = table_of_three()
    first = acting(table)
    hand_before = state_of(table).observation(first).as_json()
    lead(table)
    others = [seat for seat in range(3) if seat != first]
    assert told(table, first)["undo"] == {"seat": None, "allowed": [], "may": True}
    assert told(table, others[0])["undo"]["may"] is False
    ask_for_undo(table_id=table.pk, seat=first, now=NOW)
    ask_for_undo(table_id=table.pk, seat=first, now=NOW)
    answer_undo(table_id=table.pk, seat=others[0], allows=True, now=NOW)
    assert told(table, others[1])["undo"] == {"seat": first, "allowed": [others[0]], "may": False}
    answer_undo(table_id=table.pk, seat=others[1], allows=True, now=NOW)
    table.refresh_from_db()
    assert (table.moves, table.undone, table.undo_seat) == (0, 1, None)
    assert state_of(table).observation(first).as_json() == hand_before
    assert [event.type for event in TableEvent.objects.filter(table=table)] == ["undone"]
    # The same place in the log can be played otherwise, and no page shows what was there before.
    state = state_of(table)
    action = state.action_as_json(first, state.legal_actions(first)[-1])
    play(table, action)
    assert told(table, None)["events"][-1]["action"] == action


def test_refusal_or_the_next_move_ends_the_wish_to_take_back() -> None:
    table = table_of_three()
    first = acting(table)
    lead(table)
    second = acting(table)
    ask_for_undo(table_id=table.pk, seat=first, now=NOW)
    answer_undo(table_id=table.pk, seat=second, allows=False, now=NOW)
    table.refresh_from_db()
    assert table.undo_seat is None
    ask_for_undo(table_id=table.pk, seat=first, now=NOW)
    play(table, {"type": "pass"})
    assert table.undo_seat is None
    for seat in (first, acting(table)):
        with pytest.raises(OnlineError, match="undone any more"):
            ask_for_undo(table_id=table.pk, seat=seat, now=NOW)
    answer_undo(table_id=table.pk, seat=acting(table), allows=True, now=NOW)
    table.refresh_from_db()
    assert (table.moves, table.undone) == (2, 0)


def test_site_passes_for_nobody_while_an_undo_is_asked_for() -> None:
    table = table_of_three()
    all_pass_by_themselves(table)
    forced = until_forced(table)
    asker = Move.objects.filter(hand__table=table).latest("number").seat
    ask_for_undo(table_id=table.pk, seat=asker, now=NOW)
    do_what_is_due(table_id=table.pk, now=LATER)
    table.refresh_from_db()
    assert (table.undo_seat, acting(table)) == (asker, forced)
    answer_undo(table_id=table.pk, seat=forced, allows=False, now=LATER)
    do_what_is_due(table_id=table.pk, now=LATER)
    assert Move.objects.filter(hand__table=table).latest("number").seat == forced


def test_against_bots_a_move_is_taken_back_at_once_with_their_answers() -> None:
    table = make_table("franks-zoo", 3, hands=1)
    do_what_is_due(table_id=table.pk, now=NOW)
    if acting(table) != 0:
        play_bots(table_id=table.pk, now=NOW)
    before = Move.objects.filter(hand__table=table).count()
    play(table, legal_move(table, 0, random.Random(1)))
    play_bots(table_id=table.pk, now=NOW)
    table.refresh_from_db()
    assert table.moves > before + 1
    ask_for_undo(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert (table.moves, acting(table)) == (before, 0)
    play_to_the_end(table, random.Random(2))
    assert MatchResult.objects.get().change is None


def test_move_that_showed_cards_is_not_taken_back() -> None:
    table = make_table("zop-zoo", 2, hands=1)
    do_what_is_due(table_id=table.pk, now=NOW)
    if acting(table) != 0:
        play_bots(table_id=table.pk, now=NOW)
    play(table, {"type": "draw"})
    with pytest.raises(OnlineError, match="undone any more"):
        ask_for_undo(table_id=table.pk, seat=0, now=NOW)


def test_page_from_before_a_move_was_taken_back_is_stale() -> None:
    table = table_of_three()
    first = acting(table)
    lead(table)
    move = replace(sent(table, {"type": "pass"}), undone=0)
    ask_for_undo(table_id=table.pk, seat=first, now=NOW)
    for seat in {0, 1, 2} - {first}:
        answer_undo(table_id=table.pk, seat=seat, allows=True, now=NOW)
    lead(table, most=True)
    with pytest.raises(OnlineError) as refused:
        play_move(table_id=table.pk, seat=acting(table), sent=move, now=NOW)
    assert refused.value.code == "stale"


def test_bots_that_thought_of_a_hand_that_was_taken_back_play_nothing() -> None:
    table = make_table("franks-zoo", 3, hands=1)
    do_what_is_due(table_id=table.pk, now=NOW)
    if acting(table) != 0:
        play_bots(table_id=table.pk, now=NOW)
    play(table, legal_move(table, 0, random.Random(1)))
    read = _claim(table.pk, NOW)
    assert read is not None
    seat = acting(table)
    action = state_of(table).legal_actions(seat)[0]
    ask_for_undo(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    play(table, legal_move(table, 0, random.Random(3)))
    moves = table.moves
    _write(read, [(seat, action)], NOW)
    table.refresh_from_db()
    assert table.moves == moves
