"""A quick player of ZOP ZOO for imagined hands: it looks at what lies open alone."""

from collections.abc import Sequence

from games.base import Action, Rng, Seat
from games.zop_zoo.actions import COVER, DIG, DRAW, GIVE_UNIT, SWITCH_UNITS, TAKE_UNIT, parts
from games.zop_zoo.cards import MINUSES
from games.zop_zoo.phases import DIGGING, MOLE_ON_TOP, MOLE_UNCOVERED, OVER
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.rows import Rows

OF_USE_TO_ALL = 8
"""About how many cards of the draw pile are of use to whoever draws them: wild cards and moles."""
DIGS_WHEN_WORTH = 0.85
"""How often it digs where that promises more: who always did might dig for ever."""
KEEPS_FROM_WINNING = 200
"""By how much it would rather cover a card that it needs than one that shows minus points."""


def play_on(state: ZopZooState, turns: int, rng: Rng) -> None:
    """Play a hand for some turns, or to its end."""
    before = state.turn
    while state.phase != OVER:
        seat = state.turn
        if seat != before:
            before = seat
            turns -= 1
            if not turns:
                return
        actions = state.legal_actions(seat)
        action = actions[0] if len(actions) == 1 else _choice(state, seat, actions, rng)
        state.apply_unchecked(seat, action)


def _choice(state: ZopZooState, seat: Seat, actions: Sequence[Action], rng: Rng) -> Action:
    """Choose for a seat: dig where that promises more, take all, give the least for the most."""
    phase = state.phase
    if phase in (DIGGING, MOLE_UNCOVERED):
        return actions[0]
    if phase == MOLE_ON_TOP:
        return DIG if _is_worth_digging(state, seat) and rng.random() < DIGS_WHEN_WORTH else DRAW
    rows = state.rows
    return max(actions, key=lambda action: _gain(rows, seat, action))


def _is_worth_digging(state: ZopZooState, seat: Seat) -> bool:
    """Tell whether the discard pile promises more than the draw pile, all unseen cards alike.

    The pile is worth less than its size: what the seat wanted of it, it has taken from the top.
    """
    others = state.setup.seats - 1
    buried, left = len(state.discard_pile) - 1, len(state.draw_pile) - state.drawn
    unseen = buried + left
    wanted = state.rows.wants[seat].bit_count()
    by_digging = wanted * buried * (others - 1) / others / unseen
    by_drawing = (wanted * left / unseen + OF_USE_TO_ALL) / unseen
    return by_digging > by_drawing / max(1 - by_drawing, 0.1)


def _gain(rows: Rows, seat: Seat, action: Action) -> int:
    """Return about how many points an action brings; nothing where it uses no card."""
    kind, card, other = parts(action)
    if kind == COVER:
        worth = rows.deck.points[card]
        return worth - KEEPS_FROM_WINNING if 1 << card & MINUSES else -worth
    if kind == TAKE_UNIT:
        return rows.unit_points(rows.owner(card), card)
    if kind == GIVE_UNIT:
        return -rows.unit_points(seat, card)
    if kind == SWITCH_UNITS:
        return rows.unit_points(rows.owner(other), other) - rows.unit_points(seat, card)
    return 0
