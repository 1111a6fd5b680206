"""What a seat submits: its animals and its guess (AP-04, AP-R19)."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from games.animal_poker.cards import (
    ANIMAL_OF_NAME,
    ANIMALS,
    Animal,
    animals_in_use,
    animals_to_play,
)
from games.animal_poker.sets import GUESS_SIZES, KINDS, AnimalSet, Kind, ladder_of
from games.base import Json, Problem
from games.validation import is_whole_number, unknown_fields


class Submission(NamedTuple):
    """The animals a seat plays, low to high, and the set it guesses."""

    animals: tuple[Animal, ...]
    guess: AnimalSet

    def as_json(self) -> dict[str, Json]:
        """Write the submission as a record holds it."""
        return {
            "animals": [ANIMALS[animal] for animal in self.animals],
            "guess": self.guess.as_json(),
        }


SUBMISSION_FIELDS = ("animals", "guess")
GUESS_FIELDS = ("kind", "size", "animal")


def read_submission(data: object, seats: int) -> tuple[Submission | None, list[Problem]]:
    """Read what one seat submits at a table of this size: the value, or all that is wrong."""
    written = _find(data, seats)
    if written is not None:
        return written, []
    if not isinstance(data, Mapping):
        text = "What a player submits must be given by name of field."
        return None, [Problem("not_an_object", "", "AP-04", text)]
    problems = unknown_fields(data, SUBMISSION_FIELDS)
    animals = _read_animals(data.get("animals"), seats, problems)
    guess = _read_guess(data.get("guess"), seats, problems)
    if problems or animals is None or guess is None:
        return None, problems
    return Submission(animals, guess), []


def _find(data: object, seats: int) -> Submission | None:
    """Find a submission that is written as `as_json` writes it: most are, and this is quick.

    None says nothing: what is written otherwise has to be read field by field.
    """
    if type(data) is not dict or data.keys() != _SUBMISSION_KEYS:
        return None
    names, guess = data["animals"], data["guess"]
    if type(names) is not list or type(guess) is not dict or guess.keys() != _GUESS_KEYS:
        return None
    if type(guess["size"]) is not int:
        return None
    try:
        return _submissions(seats).get((*names, guess["kind"], guess["size"], guess["animal"]))
    except TypeError:  # a list or an object where a name should be
        return None


_SUBMISSION_KEYS = frozenset(SUBMISSION_FIELDS)
_GUESS_KEYS = frozenset(GUESS_FIELDS)


@cache
def _submissions(seats: int) -> Mapping[tuple[str | int, ...], Submission]:
    """Return all submissions by their words: names of animals, then kind, size and animal."""
    ladder = ladder_of(seats)
    choices = tuple(combinations(animals_in_use(seats), animals_to_play(seats)))
    guesses = [ladder.sets[rung] for rung in ladder.guesses]
    return MappingProxyType(
        {
            (
                *(ANIMALS[animal] for animal in choice),
                guess.kind,
                guess.size,
                ANIMALS[guess.animal],
            ): Submission(choice, guess)
            for choice in choices
            for guess in guesses
        }
    )


def _read_animals(value: object, seats: int, problems: list[Problem]) -> tuple[Animal, ...] | None:
    if value is None:
        problems.append(Problem("missing", "animals", "AP-04", "This value is missing."))
        return None
    expected = animals_to_play(seats)
    if not isinstance(value, list | tuple) or len(value) != expected:
        text = f"Each player plays {expected} animals."
        problems.append(
            Problem("wrong_number", "animals", "AP-04", text, data={"animals": expected})
        )
        return None
    faults = [
        problem.inside(f"animals[{at}]")
        for at, name in enumerate(value)
        if (problem := _animal_problem(name, seats))
    ]
    problems += faults
    if faults:
        return None
    animals = sorted({ANIMAL_OF_NAME[name] for name in value})
    if len(animals) != expected:
        text = "The animals of a player must be different."
        problems.append(Problem("animal_repeated", "animals", "AP-04", text))
        return None
    return tuple(animals)


def _animal_problem(name: object, seats: int) -> Problem | None:
    if not isinstance(name, str) or name not in ANIMAL_OF_NAME:
        text = f"Choose one of: {', '.join(ANIMALS[animal] for animal in animals_in_use(seats))}."
        return Problem("not_a_choice", "", "AP-01", text)
    if ANIMAL_OF_NAME[name] not in animals_in_use(seats):
        return Problem("no_ape", "", "AP-02", "The ape is only for five or six players.")
    return None


def _read_guess(value: object, seats: int, problems: list[Problem]) -> AnimalSet | None:
    if value is None:
        problems.append(Problem("missing", "guess", "AP-04", "This value is missing."))
        return None
    if not isinstance(value, Mapping):
        text = "A guess must be given by name of field."
        problems.append(Problem("not_an_object", "guess", "AP-04", text))
        return None
    faults = unknown_fields(value, GUESS_FIELDS)
    kind = _read_kind(value.get("kind"), faults)
    size = _read_size(value.get("size"), faults)
    name = value.get("animal")
    problem = _animal_problem(name, seats)
    if problem is not None:
        faults.append(problem.inside("animal"))
    problems += [fault.inside("guess") for fault in faults]
    if faults or kind is None or size is None:
        return None
    guess = AnimalSet(kind, size, ANIMAL_OF_NAME[str(name)])
    if guess not in ladder_of(seats).rung_of:
        text = f"There is no {guess}: a chain has at least three animals and does not wrap around."
        problems.append(Problem("no_such_set", "guess", "AP-R19", text, data=_data_of(guess)))
        return None
    return guess


def _read_kind(value: object, problems: list[Problem]) -> Kind | None:
    for kind in KINDS:
        if value == kind:
            return kind
    problems.append(Problem("not_a_choice", "kind", "AP-05", f"Choose one of: {', '.join(KINDS)}."))
    return None


def _read_size(value: object, problems: list[Problem]) -> int | None:
    if not is_whole_number(value):
        text = "The size of a guess must be a whole number."
        problems.append(Problem("not_a_number", "size", "AP-R11", text))
        return None
    if value not in GUESS_SIZES:
        lowest, highest = GUESS_SIZES[0], GUESS_SIZES[-1]
        text = f"The size of a guess must be from {lowest} to {highest}."
        data = {"lowest": lowest, "highest": highest}
        problems.append(Problem("out_of_range", "size", "AP-R11", text, data=data))
        return None
    return value


def _data_of(guess: AnimalSet) -> dict[str, int | str]:
    return {"kind": guess.kind, "size": guess.size, "animal": ANIMALS[guess.animal]}
