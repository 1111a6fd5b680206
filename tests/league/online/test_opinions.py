"""The search's opinions of moves: thought in slices, told once the hand lies open."""

import random
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.bots.search import Budget
from games.registry import game as find_game
from league.online import positions
from league.online.models import Move, OnlineHand, OnlineSeat, OnlineTable, Opinion
from league.online.services.opinions import judge_moves, next_hand_to_judge
from tests.league.online.events import look, make_event, tables_of
from tests.league.online.events import play_hand as play_hand_of_event
from tests.league.online.tables import NOW, make_table, play_to_the_end

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
    while hand.judged_at is None:
        hand = judge_moves(hand_id=hand.pk, now=NOW, seconds=30, budget=budget)
    return hand


def written(hand: OnlineHand) -> list[tuple[Any, ...]]:
    fields = ("move__number", "chosen", "best", "behind", "error", "hands", "tried")
    return list(Opinion.objects.filter(move__hand=hand).order_by("move").values_list(*fields))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_choice_has_an_opinion(game: str, seats: int) -> None:
    hand = judged(played(game, seats))
    table = hand.table
    moves = list(Move.objects.filter(hand=hand).order_by("number"))
    with_choice = []
    for move in moves:
        state = positions.position_at(table, hand, move.number - 1).state
        if len(state.legal_actions(move.seat)) > 1:
            with_choice.append(move.number)
    told = [row[0] for row in written(hand)]
    assert set(told) <= set(with_choice)
    # Some choices of ZOP ZOO are between moves of which only one is worth a try.
    assert len(told) > (0 if game == "zop-zoo" else len(with_choice) // 2)
    assert hand.judged_moves == len(moves)


def test_a_hand_is_thought_about_in_slices_that_come_to_the_same() -> None:
    hand = played()
    whole = judged(hand)
    expected = written(whole)
    Opinion.objects.all().delete()
    OnlineHand.objects.update(judged_moves=0, judged_at=None)
    slices = 0
    hand.refresh_from_db()
    while hand.judged_at is None:
        before = hand.judged_moves
        hand = judge_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
        assert hand.judged_moves == before + 1
        slices += 1
    assert (written(hand), slices) == (expected, hand.moves.count())


def test_judging_twice_changes_nothing() -> None:
    hand = judged(played())
    before = written(hand)
    judge_moves(hand_id=hand.pk, now=NOW + timedelta(hours=1), budget=SHORT)
    assert (written(hand), OnlineHand.objects.get(pk=hand.pk).judged_at) == (before, NOW)


def test_a_hand_that_is_being_played_is_not_judged() -> None:
    table = make_table()
    hand = OnlineHand.objects.get(table=table, number=1)
    assert next_hand_to_judge(NOW) is None
    assert judge_moves(hand_id=hand.pk, now=NOW, budget=SHORT).judged_moves == 0
    assert Opinion.objects.count() == 0


def test_what_ended_last_comes_first_and_bots_alone_are_not_judged() -> None:
    first, second = played(), played()
    OnlineHand.objects.filter(pk=first.pk).update(ended_at=NOW + timedelta(minutes=1))
    assert next_hand_to_judge(NOW) == first.pk
    OnlineSeat.objects.filter(table=first.table).update(guest="", bot="greedy")
    assert next_hand_to_judge(NOW) == second.pk
    assert next_hand_to_judge(NOW + timedelta(days=8)) is None


def test_an_opinion_is_the_same_whatever_the_others_held() -> None:
    hand = played("franks-zoo", 3)
    first = hand.moves.get(number=1)
    state = positions.first_position(hand.table, hand).state
    view = state.observation(first.seat)
    other = find_game("franks-zoo").resample(view, random.Random(8))
    assert other.observation(first.seat).as_json() == view.as_json()
    judge_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    [told] = written(hand)
    Opinion.objects.all().delete()
    OnlineHand.objects.update(judged_moves=0)
    # Deal the others what they might have held as well.
    positions.forget_all()
    positions.keep(positions.Position(hand.pk, 0, other, ()))
    judge_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    assert written(hand) == [told]


def shown(hand: OnlineHand, query: str = "", status: int = 200) -> str:
    answer = Client().get(f"/play/{hand.table.token}/hands/{hand.number}/{query}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


def one_opinion(hand: OnlineHand, **values: Any) -> Opinion:
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
    return Opinion.objects.create(move=move, **{**fields, **values})


def test_the_replay_tells_what_a_move_gave_up_and_how_sure_that_is() -> None:
    hand = played()
    opinion = one_opinion(hand)
    page = shown(hand, "?move=1")
    assert "Expected 1.2 points; gave up 3.2 against the best found." in page
    assert "5 moves tried in 20 imagined hands; the difference is good to ± 1.0 points." in page
    assert '<meter min="0" max="3.25" value="3.25"' in page
    assert '<span class="replay-gap">−3.2</span>' in page
    # As one seat sees the hand, it hears of its own moves alone.
    seat = opinion.move.seat
    assert "gave up 3.2" in shown(hand, f"?move=1&seat={seat}")
    assert "gave up 3.2" not in shown(hand, f"?move=1&seat={(seat + 1) % 3}")


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        (0.75, "as good as the best found, as far as can be told."),
        (-0.25, "nothing better was found."),
        (0.0, "nothing better was found."),
    ],
)
def test_what_luck_explains_is_not_held_against_a_move(behind: float, words: str) -> None:
    hand = played()
    one_opinion(hand, behind=behind)
    page = shown(hand, "?move=1")
    assert words in page
    assert ("<meter" in page, "Better:" in page) == (False, False)


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
    assert next_hand_to_judge(NOW) == hand.pk
    one_opinion(hand)
    look(event)
    assert "gave up" not in shown(hand, "?move=1", 403)
    play_hand_of_event(slow)
    look(event)
    assert "gave up 3.2" in shown(hand, "?move=1")


def test_the_page_says_how_far_the_search_has_come() -> None:
    hand = played()
    assert "It has not looked at this hand." in shown(hand)
    judge_moves(hand_id=hand.pk, now=NOW, seconds=0, budget=SHORT)
    assert f"It has looked at 1 of {hand.moves.count()} moves so far." in shown(hand)
    judged(hand)
    assert "It has looked at all moves of this hand." in shown(hand)
    assert OnlineTable.objects.count() == 1
