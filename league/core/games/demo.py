"""How hands of a game are made up for the demonstration."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.base import HandSetup


@dataclass(frozen=True, kw_only=True)
class DemoPart:
    """How hands are made up for show.

    `play_hand` returns the record of a hand, given a skill by seat (0 is average, 1 clearly
    better); `misread` the same record as somebody enters it by a slip. With the options
    `long_match` a match has as many hands as anybody wants.
    """

    play_hand: Callable[[HandSetup, Sequence[float], Random], dict[str, Any]]
    misread: Callable[[Mapping[str, Any], int], dict[str, Any]]
    long_match: dict[str, Any]
