"""The fields of what one player submits in Animal Poker: animals and a guess.

They are `animal-<seat>-<animal>` for each animal played, `kind-<seat>`, `size-<seat>` and
`guess-<seat>` (the animal of the set).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.animal_poker.cards import ANIMALS, animals_in_use, animals_to_play
from games.animal_poker.sets import GUESS_SIZES, KINDS
from games.base import Seat
from league.core.games.entry import Choice, EntryFormContext, Who, read_count
from league.site_games.animal_poker.rule_texts import ANIMALS as ANIMAL_WORDS


@dataclass(frozen=True, slots=True)
class SubmissionFields:
    """What the template draws for one player."""

    who: Who
    animals: tuple[Choice, ...]
    to_play: int
    kinds: tuple[Choice, ...]
    sizes: tuple[Choice, ...]
    guesses: tuple[Choice, ...]
    errors: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class SubmissionEntry:
    """What was chosen so far; "" is nothing."""

    animals: tuple[str, ...] = ()
    kind: str = ""
    size: str = ""
    animal: str = ""

    @classmethod
    def of_form(cls, data: Mapping[str, str], seat: Seat) -> "SubmissionEntry":
        """Return what a form carries for a seat."""
        return cls(
            animals=tuple(name for name in ANIMALS if f"animal-{seat}-{name}" in data),
            kind=data.get(f"kind-{seat}", ""),
            size=data.get(f"size-{seat}", ""),
            animal=data.get(f"guess-{seat}", ""),
        )

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> "SubmissionEntry":
        """Return a submission that the engine has accepted."""
        guess = value["guess"]
        return cls(tuple(value["animals"]), guess["kind"], str(guess["size"]), guess["animal"])

    def __bool__(self) -> bool:
        """Say whether anything is chosen."""
        return bool(self.animals or self.kind or self.size or self.animal)

    @property
    def is_complete(self) -> bool:
        """Say whether something of everything is chosen."""
        return bool(self.animals and self.kind and self.size and self.animal)

    def as_json(self) -> dict[str, Any]:
        """Return the submission as a record holds it, faults and all."""
        chosen: dict[str, Any] = {"animals": list(self.animals)}
        if self.kind or self.size or self.animal:
            chosen["guess"] = {
                "kind": self.kind,
                "size": read_count(self.size),
                "animal": self.animal,
            }
        return chosen

    def fields(self, who: Who, size: int, asked: EntryFormContext, at: str) -> SubmissionFields:
        """Return what the template draws at a table of `size`; `at` begins the fields of errors."""
        names = [ANIMALS[animal] for animal in animals_in_use(size)]
        kinds = {"herd": _("herd of"), "chain": _("chain of")}
        return SubmissionFields(
            who=who,
            animals=tuple(_animal(name, name in self.animals) for name in names),
            to_play=animals_to_play(size),
            kinds=tuple(Choice(kind, kinds[kind], kind == self.kind) for kind in KINDS),
            sizes=tuple(
                Choice(str(each), str(each), str(each) == self.size) for each in GUESS_SIZES
            ),
            guesses=tuple(_animal(name, name == self.animal) for name in names),
            errors={
                "animals": asked.errors_at(f"{at}animals"),
                "guess": asked.errors_at(f"{at}guess"),
                "other": list(asked.errors.get(at.rstrip("."), ())),
            },
        )


def _animal(name: str, is_picked: bool) -> Choice:
    return Choice(name, str(ANIMAL_WORDS[name]), is_picked)
