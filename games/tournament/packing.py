"""Find rounds that a symmetry maps to themselves and that have no meeting in common."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.symmetry import Integers, Symmetry

SAMPLES = 30_000
"""Rounds that are drawn to choose from."""
STEPS = 6_000
BEGIN_ANEW = 2_000
REST = 3, 8
"""Steps for which a round that was taken out stays out: so many, and up to so many more."""


def pack(symmetry: Symmetry, sizes: Sequence[int], rounds: int, chance: Chance) -> Integers | None:
    """Return so many rounds in which nobody meets twice; None where the search ends without.

    In a round that the group maps to itself pairs of one orbit all meet or none does, so that two
    rounds are compared by their orbits. Rounds are added one by one, always one that drives out
    the fewest.
    """
    uses, drawn = _candidates(symmetry, sizes, chance)
    if len(drawn) == 0:
        return None
    chosen: list[int] = []
    clashes = np.zeros(len(uses), dtype=np.intp)
    barred = np.zeros(len(uses), dtype=np.intp)
    for step in range(STEPS):
        open_ones = np.where(barred > step, rounds, clashes)
        open_ones[chosen] = rounds
        fewest = np.flatnonzero(open_ones == open_ones.min())
        new = int(fewest[chance.below(len(fewest))])
        against = _clashing(uses, new)
        for old in [one for one in chosen if against[one]]:
            chosen.remove(old)
            clashes -= _clashing(uses, old)
            barred[old] = step + REST[0] + chance.below(REST[1])
        chosen.append(new)
        clashes += against
        if len(chosen) == rounds:
            return np.array([drawn[one] for one in chosen])
        if step % BEGIN_ANEW == BEGIN_ANEW - 1:
            chosen.clear()
            clashes[:] = 0
    return None


def _clashing(uses: NDArray[np.float32], one: int) -> NDArray[np.bool_]:
    return np.asarray(uses @ uses[one] > 0)


def _candidates(
    symmetry: Symmetry, sizes: Sequence[int], chance: Chance
) -> tuple[NDArray[np.float32], list[Integers]]:
    """Draw rounds; return which orbits of pairs each uses, and the rounds."""
    upper = np.triu_indices(symmetry.entries, 1)
    numbers = symmetry.pair_orbits[upper]
    found: dict[bytes, tuple[NDArray[np.bool_], Integers]] = {}
    for _ in range(SAMPLES):
        tables = symmetry.invariant_round(sizes, chance)
        if tables is not None:
            together = (tables[:, None] == tables)[upper]
            used = np.zeros(numbers.max() + 1, dtype=np.bool_)
            used[numbers[together]] = True
            found.setdefault(used.tobytes(), (used, tables))
    uses = np.array([used for used, _ in found.values()], dtype=np.float32)
    return uses, [tables for _, tables in found.values()]
