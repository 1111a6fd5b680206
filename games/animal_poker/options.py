"""The options of a match of Animal Poker."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import InvalidOptionsError, Json, Problem
from games.validation import is_whole_number, unknown_fields

HIGHEST_TARGET = 1_000_000
"""Far beyond any real match: it only keeps nonsense out of what is stored and shown."""


@dataclass(frozen=True, slots=True)
class AnimalPokerOptions:
    """Say how a match is played; `target` is the setting of AP-19, in coins."""

    target: int = 15

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""
        return {"target": self.target}


_FIELDS = ("target",)


def read_options(data: object) -> AnimalPokerOptions:
    """Read options from JSON, defaults filled in; raises InvalidOptionsError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidOptionsError(
            [Problem("not_an_object", "", None, "The options must be given by name.")]
        )
    problems = unknown_fields(data, _FIELDS)
    target = data.get("target", AnimalPokerOptions().target)
    problems += _target_problems(target)
    if problems:
        raise InvalidOptionsError(problems)
    return AnimalPokerOptions(target=target)


def _target_problems(target: object) -> list[Problem]:
    if not is_whole_number(target):
        return [Problem("not_a_number", "target", "AP-19", "The target must be a whole number.")]
    if not 1 <= target <= HIGHEST_TARGET:
        text = f"The target must be from 1 to {HIGHEST_TARGET:,}."
        return [Problem("out_of_range", "target", "AP-19", text, data={"highest": HIGHEST_TARGET})]
    return []
