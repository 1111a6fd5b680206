"""The options of a match of Frank's Zoo."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from games.base import InvalidOptionsError, Json, Problem
from games.validation import is_whole_number, unknown_fields

Mode = Literal["partners", "simple"]
FinalTrick = Literal["owner", "nobody"]

MODES: tuple[Mode, ...] = get_args(Mode)
FINAL_TRICKS: tuple[FinalTrick, ...] = get_args(FinalTrick)
HIGHEST_TARGET = 1_000_000
"""Far beyond any real match: it only keeps nonsense out of what is stored and shown."""


@dataclass(frozen=True, slots=True)
class FranksZooOptions:
    """Say how a match is played; `final_trick` is ruling FZ-R5."""

    mode: Mode = "partners"
    target: int = 19
    final_trick: FinalTrick = "owner"

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""
        return {"mode": self.mode, "target": self.target, "final_trick": self.final_trick}


_FIELDS = ("mode", "target", "final_trick")


def read_options(data: object) -> FranksZooOptions:
    """Read options from JSON, defaults filled in; raises InvalidOptionsError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidOptionsError(
            [Problem("not_an_object", "", None, "The options must be given by name.")]
        )
    default = FranksZooOptions()
    problems = unknown_fields(data, _FIELDS)
    mode = data.get("mode", default.mode)
    if mode not in MODES:
        problems.append(_not_a_choice("mode", MODES, None))
    final_trick = data.get("final_trick", default.final_trick)
    if final_trick not in FINAL_TRICKS:
        problems.append(_not_a_choice("final_trick", FINAL_TRICKS, "FZ-R5"))
    target = data.get("target", default.target)
    problems += _target_problems(target)
    if problems:
        raise InvalidOptionsError(problems)
    return FranksZooOptions(mode=mode, target=target, final_trick=final_trick)


def _not_a_choice(name: str, choices: tuple[str, ...], rule: str | None) -> Problem:
    return Problem("not_a_choice", name, rule, f"Choose one of: {', '.join(choices)}.")


def _target_problems(target: object) -> list[Problem]:
    if not is_whole_number(target):
        return [Problem("not_a_number", "target", "FZ-19", "The target must be a whole number.")]
    if not 1 <= target <= HIGHEST_TARGET:
        text = f"The target must be from 1 to {HIGHEST_TARGET:,}."
        return [Problem("out_of_range", "target", "FZ-19", text, data={"highest": HIGHEST_TARGET})]
    return []
