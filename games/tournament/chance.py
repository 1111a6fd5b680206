"""Draw lots that fall the same on every machine, and with every version of Python and NumPy."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]

_GAMMA = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF
_BLOCK = 4096


class Chance:
    """Yield random numbers that follow from a seed and a purpose (SplitMix64, Steele et al. 2014).

    NumPy keeps its own generators the same only from release to release of one kind.
    """

    def __init__(self, seed: int, *purpose: int) -> None:
        state = 0
        for number in (seed, *purpose):
            low, high = number & _MASK, abs(number) >> 64 & _MASK
            for part in (low, high):
                state = int(_mixed(np.array([(state ^ part) + _GAMMA & _MASK], np.uint64))[0])
        self._state = state
        self._block: list[int] = []

    def words(self, count: int) -> Words:
        """Return so many words of 64 random bits."""
        steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_GAMMA)
        words = _mixed(steps + np.uint64(self._state))
        self._state = self._state + count * _GAMMA & _MASK
        return words

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, for bounds that are far below 2^32."""
        if not self._block:
            self._block = (self.words(_BLOCK) >> np.uint64(32)).tolist()
        return self._block.pop() * bound >> 32

    def order(self, count: int) -> NDArray[np.intp]:
        """Return the numbers from 0 to `count` - 1 in random order."""
        return np.argsort(self.words(count), kind="stable")


def _mixed(words: Words) -> Words:
    """Return SplitMix64's output for its states."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
