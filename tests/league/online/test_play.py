"""Moves at an online table: by people, by bots, doubled, late, against the rules."""

import random
from uuid import uuid4

import pytest

from games.log import HandLog, commitment
from games.registry import game as find_game
from league.online import matches
from league.online.errors import IllegalMoveError
from league.online.matches import position_at
from league.online.models import Move, OnlineHand, OnlineTable, Phase
from league.online.queries import hand_of
from league.online.services.bots import play_bots
from league.online.services.play import Sent, play_move
from tests.league.online.tables import NOW, legal_move, make_table, play_to_the_end, sent
from tests.league.refusals import refuses
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

GAMES = [("animal-poker", 3), ("zop-zoo", 2), ("franks-zoo", 3), ("franks-zoo", 4), ("zop-zoo", 4)]


def turn_of_host(table: OnlineTable) -> OnlineTable:
    """Let the bots play until it is the turn of seat 0."""
    for _ in range(20):
        table.refresh_from_db()
        hand = hand_of(table, table.hand_number)
        assert hand is not None
        if 0 in position_at(table, hand, table.moves).state.acting_seats():
            return table
        play_bots(table_id=table.pk, now=NOW)
    raise AssertionError("It is never the turn of seat 0.")


@pytest.mark.parametrize(("game", "seats"), some_of(GAMES, 2))
def test_a_match_is_played_to_its_end_and_its_log_replays(game: str, seats: int) -> None:
    table = play_to_the_end(make_table(game, seats, hands=2), random.Random(1))
    assert table.phase == Phase.OVER
    hands = list(OnlineHand.objects.filter(table=table).order_by("number"))
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    engine = find_game(game)
    for hand in hands:
        log = HandLog.take_up(
            engine,
            {
                "type": "hand",
                "game": game,
                "options": table.options,
                "rules_version": hand.rules_version,
                "number": hand.setup["number"],
                "setup": hand.setup,
                "deal": hand.deal,
                "commitment": commitment(hand.deal),
            },
        )
        for move in hand.moves.order_by("number"):
            log.replay(
                {
                    "n": move.number,
                    "seat": move.seat,
                    "type": move.type,
                    "action": move.action,
                    "visible_to": move.visible_to,
                }
            )
        log.replay({"type": "record", "record": hand.record})


def test_the_same_move_sent_twice_counts_once() -> None:
    table = turn_of_host(make_table())
    move = sent(table, legal_move(table, 0, random.Random(2)))
    play_move(table_id=table.pk, seat=0, sent=move, now=NOW)
    count = Move.objects.count()
    again = play_move(table_id=table.pk, seat=0, sent=move, now=NOW)
    assert Move.objects.count() == count
    assert again.moves == count


def test_a_move_of_an_old_page_is_refused() -> None:
    table = turn_of_host(make_table())
    first = sent(table, legal_move(table, 0, random.Random(2)))
    play_move(table_id=table.pk, seat=0, sent=first, now=NOW)
    late = Sent(first.hand, first.moves, uuid4(), first.action)
    with refuses("stale"):
        play_move(table_id=table.pk, seat=0, sent=late, now=NOW)


def test_an_illegal_move_says_which_rule_forbids_it_and_changes_nothing() -> None:
    table = turn_of_host(make_table())
    before = (table.moves, table.version)
    not_mine = sent(table, {"type": "play", "cards": ["lion"] * 5})
    with pytest.raises(IllegalMoveError) as refused:
        play_move(table_id=table.pk, seat=0, sent=not_mine, now=NOW)
    assert refused.value.violation.code == "not_in_hand"
    table.refresh_from_db()
    assert (table.moves, table.version) == before


@pytest.mark.parametrize("action", [None, 7, [], {"type": "fly"}, {"type": "play", "cards": [{}]}])
def test_what_is_no_move_is_refused_in_words(action: object) -> None:
    table = turn_of_host(make_table())
    with refuses("unreadable"):
        play_move(table_id=table.pk, seat=0, sent=sent(table, action), now=NOW)


def test_another_process_goes_on_from_the_log_alone() -> None:
    table = turn_of_host(make_table("zop-zoo", 3))
    play_move(
        table_id=table.pk, seat=0, sent=sent(table, legal_move(table, 0, random.Random(3))), now=NOW
    )
    table.refresh_from_db()
    hand = hand_of(table, table.hand_number)
    assert hand is not None
    kept = position_at(table, hand, table.moves)
    matches.forget_all()
    rebuilt = position_at(table, hand, table.moves)
    assert rebuilt is not kept
    assert [rebuilt.state.observation(seat).as_json() for seat in range(3)] == [
        kept.state.observation(seat).as_json() for seat in range(3)
    ]
    assert rebuilt.events == kept.events


def test_who_acts_at_the_same_time_does_not_make_a_page_stale() -> None:
    table = make_table("animal-poker", 3)
    page = sent(table, legal_move(table, 0, random.Random(4)))
    for _ in range(2):
        # On a busy machine one run may be time for one bot only.
        play_bots(table_id=table.pk, now=NOW)
    play_move(table_id=table.pk, seat=0, sent=page, now=NOW)
    hand = OnlineHand.objects.get(table=table, number=1)
    assert hand.record is not None
