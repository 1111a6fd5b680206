"""The search's opinions of moves: thought in slices, told once the hand lies open."""

import random
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.bots.search import Budget
from games.registry import game as find_game
from league.online import matches
from league.online.models import Move, MoveAnalysis, OnlineHand, OnlineSeat, OnlineTable
from league.online.services.bots import analyse_moves, next_hand_to_analyse
from tests.league.online.events import look, make_event, tables_of
from tests.league.online.events import play_hand as play_hand_of_event
from tests.league.online.tables import NOW, make_table, play_to_the_end
from tests.portions import some_of

pytestmark = pytest.mark.django_db

GAMES = [("franks-zoo", 4), ("zop-zoo", 2), ("animal-poker", 3)]


# A short thought is enough to see how it is written down.
SHORT = Budget(playouts=60)
# In Animal Poker half of it goes into what the others may have sealed.
LONGER = Budget(playouts=400)


def played(game: str = "franks-zoo", seats: int = 3) -> OnlineHand:
    """Return a hand that is over, the person in seat 0 having played at random."""
    table = play_to_the_end(make_table(game, seats, bots="greedy"), random.Random(4))
    return OnlineHand.objects.get(table=table, number=1)


def judged(hand: OnlineHand) -> OnlineHand:
    budget = LONGER if hand.table.game == "animal-poker" else SHORT
    while hand.analysed_at is None:
        hand = analyse_moves(hand_id=hand.pk, now=NOW, seconds=30, budget=budget)
    return hand


def written(hand: OnlineHand) -> list[tuple[Any, ...]]:
    fields = ("move__number", "chosen", "best", "behind", "error", "hands", "tried")
    return list(MoveAnalysis.objects.filter(move__hand=hand).order_by("move").values_list(*fields))


@pytest.mark.parametrize(("game", "seats"), some_of(GAMES, 1))
def test_every_choice_has_an_opinion(game: str, seats: int) -> None:
    hand = judged(played(game, seats))
    table = hand.table
    moves = list(Move.objects.filter(hand=hand).order_by("number"))
    with_choice = []
    for move in moves:
        state = matches.position_at(table, hand, move.number - 1).state
        if len(state.legal_actions(move.seat)) > 1:
            with_choice.append(move.number)
    told = [row[0] for row in written(hand)]
    assert set(told) <= set(with_choice)
    # Some choices of ZOP ZOO are between moves of which only one is worth a try.
    assert len(told) > (0 if game == "zop-zoo" else len(with_choice) // 2)
    assert hand.analysed_moves == len(moves)


@pytest.mark.thorough
def test_a_hand_is_thought_about_in_slices_that_come_to_the_same() -> None:
    hand = played()
    whole = judged(hand)
    expected = written(whole)
    MoveAnalysis.objects.all().delete()
    OnlineHand.objects.update(analysed_moves=0, analysed_at=None)
    slices = 0
    hand.refresh_from_db()
    while hand.analysed_at is None:
        before = hand.analysed_moves
        hand = analyse_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
        assert hand.analysed_moves == before + 1
        slices += 1
    assert (written(hand), slices) == (expected, hand.moves.count())


def test_judging_twice_changes_nothing() -> None:
    hand = judged(played())
    before = written(hand)
    analyse_moves(hand_id=hand.pk, now=NOW + timedelta(hours=1), budget=SHORT)
    assert (written(hand), OnlineHand.objects.get(pk=hand.pk).analysed_at) == (before, NOW)


def test_a_hand_that_is_being_played_is_not_judged() -> None:
    table = make_table()
    hand = OnlineHand.objects.get(table=table, number=1)
    assert next_hand_to_analyse(NOW) is None
    assert analyse_moves(hand_id=hand.pk, now=NOW, budget=SHORT).analysed_moves == 0
    assert MoveAnalysis.objects.count() == 0


def test_what_ended_last_comes_first_and_bots_alone_are_not_judged() -> None:
    first, second = played(), played()
    OnlineHand.objects.filter(pk=first.pk).update(ended_at=NOW + timedelta(minutes=1))
    assert next_hand_to_analyse(NOW) == first.pk
    OnlineSeat.objects.filter(table=first.table).update(guest="", bot="greedy")
    assert next_hand_to_analyse(NOW) == second.pk
    assert next_hand_to_analyse(NOW + timedelta(days=8)) is None


def test_an_opinion_is_the_same_whatever_the_others_held() -> None:
    hand = played("franks-zoo", 3)
    first = hand.moves.get(number=1)
    state = matches.first_position(hand.table, hand).state
    view = state.observation(first.seat)
    other = find_game("franks-zoo").resample(view, random.Random(8))
    assert other.observation(first.seat).as_json() == view.as_json()
    analyse_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    [told] = written(hand)
    MoveAnalysis.objects.all().delete()
    OnlineHand.objects.update(analysed_moves=0)
    # Deal the others what they might have held as well.
    matches.forget_all()
    matches.cache_position(matches.Position(hand.pk, 0, other, ()))
    analyse_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    assert written(hand) == [told]


def shown(hand: OnlineHand, query: str = "", status: int = 200) -> str:
    answer = Client().get(f"/play/{hand.table.token}/hands/{hand.number}/{query}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


def one_opinion(hand: OnlineHand, **values: Any) -> MoveAnalysis:
    """Write an opinion of the first move with a choice, as if the search had it."""
    move = hand.moves.get(number=1)
    fields = {
        "chosen": 1.25,
        "best": 4.5,
        "behind": 3.25,
        "error": 0.5,
        "hands": 20,
        "tried": 5,
        "best_action": move.action,
    }
    return MoveAnalysis.objects.create(move=move, **{**fields, **values})


def test_the_replay_tells_what_a_move_gave_up_and_how_sure_that_is() -> None:
    hand = played()
    opinion = one_opinion(hand)
    page = shown(hand, "?move=1")
    assert "Expected 1.2 points, 3.2 fewer than the best move found." in page
    assert (
        "5 moves tested in 20 simulated hands; the difference is accurate to ± 1.0 points." in page
    )
    assert '<meter min="0" max="3.25" value="3.25"' in page
    assert '<span class="replay-gap">−3.2</span>' in page
    # As one seat sees the hand, it hears of its own moves alone.
    seat = opinion.move.seat
    assert "3.2 fewer than the best move found" in shown(hand, f"?move=1&seat={seat}")
    assert "3.2 fewer than the best move found" not in shown(hand, f"?move=1&seat={(seat + 1) % 3}")


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        (0.75, "about as good as the best move found."),
        (-0.25, "no better move was found."),
        (0.0, "no better move was found."),
    ],
)
def test_what_luck_explains_is_not_held_against_a_move(behind: float, words: str) -> None:
    hand = played()
    one_opinion(hand, behind=behind)
    page = shown(hand, "?move=1")
    assert words in page
    assert ("<meter" in page, "Better move:" in page) == (False, False)


def test_a_difference_without_luck_is_said_to_be_one() -> None:
    hand = played()
    one_opinion(hand, error=0.0)
    assert "the difference was the same in all of them." in shown(hand, "?move=1")


def test_a_better_move_does_not_tell_what_it_would_have_turned_up() -> None:
    hand = played("zop-zoo", 2)
    one_opinion(hand, best_action={"type": "draw"})
    assert "draws from the pile." in shown(hand, "?move=1")


def test_no_opinion_is_told_while_a_deal_is_played_at_other_tables() -> None:
    event = make_event(hands=1)
    fast, slow = tables_of(event)
    hand = play_hand_of_event(fast)
    assert next_hand_to_analyse(NOW) == hand.pk
    one_opinion(hand)
    look(event)
    assert "fewer than the best move found" not in shown(hand, "?move=1", 403)
    play_hand_of_event(slow)
    look(event)
    assert "3.2 fewer than the best move found" in shown(hand, "?move=1")


def test_the_page_says_how_far_the_search_has_come() -> None:
    hand = played()
    assert "This hand is not analysed yet." in shown(hand)
    analyse_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    assert f"1 of {hand.moves.count()} moves are analysed so far." in shown(hand)
    judged(hand)
    assert "All moves of this hand are analysed." in shown(hand)
    assert OnlineTable.objects.count() == 1
