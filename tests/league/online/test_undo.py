"""Taking a move back: by consent of all people, at once where only bots play along."""

import random
from dataclasses import replace

import pytest

from league.online.errors import OnlineError
from league.online.models import MatchResult, Move, TableEvent
from league.online.services.bots import _claim, _write, do_what_is_due, play_bots
from league.online.services.play import play_move
from league.online.services.undo import answer_undo, ask_for_undo
from tests.league.online.tables import NOW, legal_move, make_table, play_to_the_end, sent
from tests.league.online.three_people import (
    LATER,
    acting,
    all_pass_by_themselves,
    lead,
    play,
    state_of,
    table_of_three,
    told,
    until_forced,
)

pytestmark = pytest.mark.django_db


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
