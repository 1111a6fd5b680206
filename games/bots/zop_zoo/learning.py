"""Learn what the rows of ZOP ZOO are worth from hands that the planner plays.

Now and then a wild card or a specialty goes anywhere, so that more can be seen than what the
planner likes. After each such choice the rows are noted, and in the end who won and what was
scored. Who wins is a conditional logit, fitted by Newton's method; scores are least squares. Both
are held back where a stage has few examples.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.base import HandScore, Json, Rng, Seat
from games.bots.zop_zoo.features import Features, features_of_all
from games.bots.zop_zoo.heuristic import choose_by_weight
from games.bots.zop_zoo.strong import LEARNED
from games.bots.zop_zoo.values import MOST_BARE, STAGES, stage_of
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.scoring import score_lines

ANYWHERE = 0.25
"""How often a card goes anywhere."""
STEPS = 12
"""Newton's steps: about half of them are enough."""
HELD_BACK = 4.0
"""How many examples' worth a number is held back."""
DIGITS = 4

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


class Moment(NamedTuple):
    """The rows after a choice: the stage, the seat that goes on, the features of every row."""

    stage: int
    turn: Seat
    rows: list[Features]


class Examples(NamedTuple):
    """Moments of many hands with how those ended; the winner is the number of seats for nobody."""

    stages: Ints
    turns: Ints
    rows: Floats
    winners: Ints
    scores: Floats


def learn(seats: int, hands: int, rng: Rng) -> dict[str, Json]:
    """Play hands, and return the fields of `Values`."""
    examples = examples_of(seats, hands, rng)
    chances = [_fit_chances(_at_stage(examples, stage), seats) for stage in range(STAGES)]
    bare, minus, bonus, turn, nobody = zip(*chances, strict=True)
    won = examples.winners[:, None] == np.arange(seats)
    finished = np.broadcast_to((examples.winners < seats)[:, None], won.shape)
    found: dict[str, Json] = {"bare": bare, "minus": minus, "bonus": bonus}
    return {
        **found,
        "turn": turn,
        "nobody": nobody,
        "winner": _fit_scores(examples, won),
        "loser": _fit_scores(examples, finished & ~won),
        "unfinished": _fit_scores(examples, ~finished),
    }


def examples_of(seats: int, hands: int, rng: Rng) -> Examples:
    """Play so many hands and gather what was seen."""
    moments: list[Moment] = []
    winners: list[int] = []
    scores: list[tuple[int, ...]] = []
    for _ in range(hands):
        seen, state = play(seats, rng)
        moments += seen
        winners += [seats if state.winner is None else state.winner] * len(seen)
        scores += [tuple(HandScore(score_lines(state.record())).scores)] * len(seen)
    stages, turns, rows = zip(*moments, strict=True)
    return Examples(
        np.array(stages),
        np.array(turns),
        np.array(rows, float),
        np.array(winners),
        np.array(scores, float),
    )


def play(seats: int, rng: Rng) -> tuple[list[Moment], ZopZooState]:
    """Play a hand as the planner does, but for some choices; return its moments and its end."""
    options = ZOP_ZOO.options({})
    setup = ZOP_ZOO.new_match(options, seats, rng.randrange(seats)).skip().next_hand()
    if setup is None:
        raise ValueError("A match has a second hand.")
    state = ZOP_ZOO.start(setup, ZOP_ZOO.sample_deal(setup, rng))
    moments: list[Moment] = []
    while not state.is_over():
        seat = state.turn
        actions = state.legal_actions(seat)
        is_choice = state.phase in LEARNED and len(actions) > 1
        if is_choice and rng.random() < ANYWHERE:
            action = actions[rng.randrange(len(actions))]
        elif len(actions) == 1:
            [action] = actions
        else:
            action = choose_by_weight(state.observation(seat), rng)
        state.apply_unchecked(seat, action)
        if is_choice and not state.is_over():
            stage = stage_of(len(state.draw_pile) - state.drawn)
            moments.append(Moment(stage, state.turn, features_of_all(state.rows)))
    return moments, state


def _at_stage(examples: Examples, stage: int) -> Examples:
    chosen = examples.stages == stage
    return Examples(*(array[chosen] for array in examples))


def _fit_chances(examples: Examples, seats: int) -> tuple[Json, Json, Json, Json, Json]:
    """Return the numbers of a stage by which the chances to win go, in the order of `Values`.

    Each seat, and nobody, is described by: its bare cards, whether it has so many of them, minus
    cards, side bonuses to get, how far from its turn it is; and whether it is nobody.
    """
    bare = np.minimum(examples.rows[:, :, 0], MOST_BARE)
    from_turn = (np.arange(seats) - examples.turns[:, None]) % seats
    described = np.zeros((len(bare), seats + 1, 1 + MOST_BARE + 1 + 2 + seats + 1))
    described[:, :seats, 0] = bare
    described[:, :seats, 1 : MOST_BARE + 2] = bare[:, :, None] == np.arange(MOST_BARE + 1)
    described[:, :seats, MOST_BARE + 2 : MOST_BARE + 4] = examples.rows[:, :, 1:3]
    described[:, :seats, MOST_BARE + 4 : -1] = from_turn[:, :, None] == np.arange(seats)
    described[:, seats, -1] = 1
    found = _fit_logit(described, examples.winners)
    by_bare = found[0] * np.arange(MOST_BARE + 1) + found[1 : MOST_BARE + 2]
    minus, bonus = found[MOST_BARE + 2 : MOST_BARE + 4]
    return (
        _written(by_bare),
        _rounded(minus),
        _rounded(bonus),
        _written(found[MOST_BARE + 4 : -1]),
        _rounded(found[-1]),
    )


def _fit_logit(described: Floats, chosen: Ints) -> Floats:
    """Return the weights of a conditional logit; `described[example, alternative, input]`."""
    inputs = described.shape[2]
    weights = np.zeros(inputs)
    held_back = HELD_BACK * np.eye(inputs)
    of_chosen = described[np.arange(len(chosen)), chosen].sum(axis=0)
    for _ in range(STEPS):
        utility = described @ weights
        chances = np.exp(utility - utility.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = np.einsum("ea,eai->ei", chances, described)
        flat = described.reshape(-1, inputs)
        curvature = (flat * chances.reshape(-1, 1)).T @ flat - expected.T @ expected + held_back
        slope = of_chosen - expected.sum(axis=0) - HELD_BACK * weights
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def _fit_scores(examples: Examples, chosen: NDArray[np.bool_]) -> list[Json]:
    """Return by stage what each feature adds to the score of the seats chosen.

    What holds for all stages is fitted first; a stage's own numbers are the difference.
    """
    overall = _least_squares(examples.rows[chosen], examples.scores[chosen])
    found: list[Json] = []
    for stage in range(STAGES):
        here = chosen & (examples.stages == stage)[:, None]
        rows = examples.rows[here]
        found.append(
            _written(overall + _least_squares(rows, examples.scores[here] - rows @ overall))
        )
    return found


def _least_squares(rows: Floats, scores: Floats) -> Floats:
    """Return the weights of the features, held back in proportion to what each usually is."""
    products = rows.T @ rows
    usual = np.diag(products) / max(len(rows), 1) + 1
    held_back: Floats = np.diag(HELD_BACK * len(usual) * usual)
    return np.asarray(np.linalg.solve(products + held_back, rows.T @ scores), np.float64)


def _rounded(number: float) -> float:
    return round(float(number), DIGITS)


def _written(numbers: Floats) -> list[Json]:
    return [_rounded(number) for number in numbers]
