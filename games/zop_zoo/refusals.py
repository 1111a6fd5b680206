"""Why an action is not legal, said from what the acting seat may know."""

from collections.abc import Mapping
from types import MappingProxyType

from games.base import Action, Violation
from games.zop_zoo.actions import (
    COVER,
    DIG,
    DRAW,
    FETCH,
    FETCH_ALL,
    GIVE_UNIT,
    SWITCH_UNITS,
    TAKE,
    TAKE_UNIT,
    parts,
)
from games.zop_zoo.phases import (
    COVERING,
    DIGGING,
    DRAWING,
    MOLE_ON_TOP,
    MOLE_UNCOVERED,
    OVER,
    SPECIALTY_DRAWN,
    SPECIALTY_ON_TOP,
    SPECIALTY_UNCOVERED,
    TAKING,
    Phase,
)

HAND_OVER = Violation("hand_over", "ZZ-23", "The hand is over.")
NOT_YOUR_TURN = Violation("not_your_turn", "ZZ-06", "It is another player’s turn.")

AWAITED: Mapping[Phase, Violation] = MappingProxyType(
    {
        DRAWING: Violation("must_draw", "ZZ-09", "Draw a card."),
        TAKING: Violation("must_take", "ZZ-10", "The top of the discard pile fits: take it."),
        MOLE_ON_TOP: Violation("draw_or_dig", "ZZ-15", "Draw a card, or dig with the mole."),
        MOLE_UNCOVERED: Violation(
            "dig_or_pass", "ZZ-R9", "Dig with the mole that you uncovered, or end your turn."
        ),
        SPECIALTY_ON_TOP: Violation(
            "must_use", "ZZ-R4", "Use the specialty on the discard pile first."
        ),
        SPECIALTY_UNCOVERED: Violation(
            "must_use", "ZZ-R9", "Use the specialty that you uncovered first."
        ),
        SPECIALTY_DRAWN: Violation("must_use", "ZZ-19", "Use the specialty that you drew first."),
        COVERING: Violation("must_cover", "ZZ-11", "Choose a card for the wild card to cover."),
        DIGGING: Violation("digging", "ZZ-14", "Take cards that give you points, or stop digging."),
    }
)
"""What a phase asks for instead, by phase."""

_NO_POINTS = Violation("gives_no_points", "ZZ-14", "That card would not give you points.")
_OTHER_UNIT = Violation("not_that_unit", "ZZ-R5", "The specialty cannot move that card there.")
_OTHER_SWITCH = Violation("not_that_unit", "ZZ-R6", "The specialty cannot swap those cards.")
_BARRED: Mapping[tuple[Phase, Action], Violation] = MappingProxyType(
    {
        (DRAWING, TAKE): Violation(
            "cannot_take",
            "ZZ-08",
            "You cannot take the top card of the discard pile: it does not fit, or you have to "
            "draw now.",
        ),
        (DRAWING, DIG): Violation("no_mole", "ZZ-15", "You have no mole to dig with."),
        (MOLE_UNCOVERED, DRAW): Violation(
            "one_pile", "ZZ-08", "You took from the discard pile, so you cannot draw in this turn."
        ),
        (SPECIALTY_UNCOVERED, DRAW): Violation(
            "one_pile", "ZZ-08", "You took from the discard pile, so you cannot draw in this turn."
        ),
        (COVERING, COVER): Violation(
            "not_to_cover",
            "ZZ-11",
            "A wild card can only cover a card of yours that is not covered yet.",
        ),
        (DIGGING, FETCH): _NO_POINTS,
        (DIGGING, FETCH_ALL): _NO_POINTS,
        **{
            (phase, kind): _OTHER_SWITCH if kind == SWITCH_UNITS else _OTHER_UNIT
            for phase in (SPECIALTY_ON_TOP, SPECIALTY_UNCOVERED, SPECIALTY_DRAWN)
            for kind in (TAKE_UNIT, GIVE_UNIT, SWITCH_UNITS)
        },
    }
)
"""Why a kind of action fails in a phase, where there is more to say than what is awaited."""


def refusal(phase: Phase, is_acting: bool, action: Action) -> Violation:
    """Explain an action that is not among the legal ones."""
    if phase == OVER:
        return HAND_OVER
    if not is_acting:
        return NOT_YOUR_TURN
    kind = action if action < COVER else parts(action).kind
    return _BARRED.get((phase, kind), AWAITED[phase])
