"""A quick player of ZOP ZOO for imagined hands: it looks at what lies open alone."""

from collections.abc import Sequence

from games.base import Action, Seat
from games.bots.zop_zoo.heuristic import passed_by
from games.zop_zoo.actions import COVER, DIG, DRAW, GIVE_UNIT, SWITCH_UNITS, TAKE_UNIT, parts
from games.zop_zoo.cards import MINUSES, black_deck
from games.zop_zoo.phases import DIGGING, MOLE_ON_TOP, MOLE_UNCOVERED, OVER
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.rows import Rows

OF_USE_TO_ALL = 8
"""About how many cards of the draw pile are of use to whoever draws them: wild cards and moles."""
KEEPS_FROM_WINNING = 200
"""By how much it would rather cover a card that it needs than one that shows minus points."""


def play_on(state: ZopZooState, turns: int) -> None:
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
        action = actions[0] if len(actions) == 1 else _choice(state, seat, actions)
        state.apply_unchecked(seat, action)


def _choice(state: ZopZooState, seat: Seat, actions: Sequence[Action]) -> Action:
    """Choose for a seat: dig where that promises more, take all, give the least for the most."""
    phase = state.phase
    if phase in (DIGGING, MOLE_UNCOVERED):
        return actions[0]
    if phase == MOLE_ON_TOP:
        return DIG if _is_worth_digging(state, seat) else DRAW
    rows = state.rows
    return max(actions, key=lambda action: _gain(rows, seat, action))


def _is_worth_digging(state: ZopZooState, seat: Seat) -> bool:
    """Tell whether the discard pile promises more than the draw pile, all unseen cards alike."""
    left = len(state.draw_pile) - state.drawn
    buried = len(state.discard_pile) - 1
    drawn = len(black_deck(state.setup.options.beasts)) - left
    new = (state.looked_at[seat] - left) * buried / drawn
    unseen = buried + left
    wanted = state.rows.wants[seat].bit_count()
    by_digging = wanted * passed_by(state.setup.seats) * new / unseen
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
