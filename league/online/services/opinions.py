"""Have the search say what each move of a hand was worth, once the hand is over.

It thinks in slices, so that no worker is kept from the bots of tables that are being played.
"""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.base import HandState
from games.bots.opinions import Opinions, opinions
from games.bots.search import Budget
from league.core.games import online_part
from league.online.models import Move, OnlineHand, OnlineSeat, Opinion
from league.online.positions import position_at

SLICE_SECONDS = 1.0
# Older hands stay as they are: nobody waits for what is said of them.
LOOKED_BACK = timedelta(days=7)


def next_hand_to_judge(now: datetime) -> int | None:
    """Return the hand to think about: of those that people have played, what ended last."""
    people = OnlineSeat.objects.filter(table=OuterRef("table")).exclude(user=None, guest="")
    waiting = OnlineHand.objects.filter(
        Exists(people), judged_at=None, ended_at__gte=now - LOOKED_BACK
    )
    return waiting.order_by("-ended_at", "pk").values_list("pk", flat=True).first()


def judge_moves(
    *, hand_id: int, now: datetime, seconds: float = SLICE_SECONDS, budget: Budget | None = None
) -> OnlineHand:
    """Think about some more moves of a hand that is over, and write down what comes of it.

    At least one move, then until the time is up. What another worker has written meanwhile stands;
    each opinion depends on the hand and the move alone, so twice is once. `budget` is for one move
    (None: that of the game).
    """
    hand = OnlineHand.objects.select_related("table").get(pk=hand_id)
    if hand.record is None or hand.judged_at is not None:
        return hand
    moves = list(hand.moves.filter(number__gt=hand.judged_moves).order_by("number"))
    thought: list[Opinion] = []
    done = hand.judged_moves
    until = monotonic() + seconds
    state = position_at(hand.table, hand, done).state.clone()
    budget = budget or online_part(hand.table.game).budget
    for move in moves:
        found = _think(hand.table.game, state, move, budget)
        thought += [] if found is None else [found]
        state.apply(move.seat, state.read_action(move.seat, move.action))
        done = move.number
        if monotonic() >= until:
            break
    is_last = not moves or done == moves[-1].number
    return _write(hand, done, thought, now if is_last else None)


@transaction.atomic
def _write(
    thought_of: OnlineHand, done: int, thought: Iterable[Opinion], judged_at: datetime | None
) -> OnlineHand:
    hand = OnlineHand.objects.select_for_update(no_key=True).get(pk=thought_of.pk)
    if hand.judged_moves != thought_of.judged_moves or hand.judged_at is not None:
        return hand
    Opinion.objects.bulk_create(thought)
    hand.judged_moves, hand.judged_at = done, judged_at
    hand.save(update_fields=["judged_moves", "judged_at"])
    return hand


def _think(game: str, state: HandState, move: Move, budget: Budget) -> Opinion | None:
    """Return what the search thinks of a move, given what its seat could see before it."""
    view = state.observation(move.seat)
    chosen = state.read_action(move.seat, move.action)
    rng = random.Random(f"{move.hand_id} {move.number}")  # noqa: S311 - it has to repeat
    found = opinions(game, view, chosen, budget, rng)
    return None if found is None else _opinion(state, move, found)


def _opinion(state: HandState, move: Move, found: Opinions) -> Opinion:
    return Opinion(
        move=move,
        chosen=found.chosen.points,
        best=found.best.points,
        best_action=state.action_as_json(move.seat, found.best.action),
        behind=found.chosen.behind,
        error=found.chosen.behind_error,
        hands=found.hands,
        tried=len(found.candidates),
    )
