"""The options of a match of Cuckoo."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import InvalidOptionsError, Json, Problem
from games.validation import is_whole_number, unknown_fields

MOST_LIVES = 20


@dataclass(frozen=True, slots=True)
class CuckooOptions:
    """Say how many lives everybody has (CK-07)."""

    lives: int = 3

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""
        return {"lives": self.lives}


def read_options(data: object) -> CuckooOptions:
    """Read options from JSON, defaults filled in; raises InvalidOptionsError with every fault."""
    if not isinstance(data, Mapping):
        text = "The options must be given by name."
        raise InvalidOptionsError([Problem("not_an_object", "", None, text)])
    problems = unknown_fields(data, ("lives",))
    lives = data.get("lives", CuckooOptions().lives)
    if not is_whole_number(lives) or not 1 <= lives <= MOST_LIVES:
        text = f"The lives must be a number from 1 to {MOST_LIVES}."
        known = {"highest": MOST_LIVES}
        problems.append(Problem("out_of_range", "lives", "CK-07", text, data=known))
    if problems:
        raise InvalidOptionsError(problems)
    return CuckooOptions(lives)
