"""What a turn may be waiting for."""

from typing import TypeAlias

Phase: TypeAlias = int

(
    DRAWING,
    TAKING,
    MOLE_ON_TOP,
    MOLE_UNCOVERED,
    SPECIALTY_ON_TOP,
    SPECIALTY_UNCOVERED,
    SPECIALTY_DRAWN,
    COVERING,
    DIGGING,
    OVER,
) = range(10)

NAMES = (
    "drawing",
    "taking",
    "mole_on_top",
    "mole_uncovered",
    "specialty_on_top",
    "specialty_uncovered",
    "specialty_drawn",
    "covering",
    "digging",
    "over",
)
"""In the order of the numbers; "uncovered" is after a card was taken off the discard pile."""
