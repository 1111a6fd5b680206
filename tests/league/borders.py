"""Who of all that may be asked is enough to ask: those at the borders of a right."""

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from typing import TypeVar

Answer = TypeVar("Answer")


def at_borders(
    answers: Mapping[str, Answer],
    *,
    upwards: Sequence[str],
    like: Mapping[str, str],
    refusals: Set[Answer],
) -> set[str]:
    """Return the first, and those next to each other who are answered differently.

    `upwards` are visitors, from who may least to who may most; `like` says whose answers are
    mostly those of whom. All refusals are one answer.
    """
    found = {upwards[0]}
    for lower, upper in pairwise(upwards):
        both = {answers[lower], answers[upper]}
        if len(both) == 2 and not both <= refusals:
            found |= {lower, upper}
    found |= {who for who, other in like.items() if answers[who] != answers[other]}
    return found
