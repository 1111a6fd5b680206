"""The form of a hand of Animal Poker.

Its fields: `way` ("cards" or "coins"); by cards `season-<animal>` and for each seat those of a
submission; by coins `coins-<seat>`, `won-<seat>` and `pot`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from games.animal_poker.cards import (
    ANIMALS,
    SEASONS,
    animals_in_use,
    animals_to_play,
    animals_with_seasons,
)
from games.animal_poker.seasons import read_seasons as read_all_seasons
from games.animal_poker.seasons import seasons_as_json
from games.animal_poker.sets import GUESS_SIZES, KINDS
from games.animal_poker.submission import read_submission
from games.base import HandSetup, Problem, Seat
from league.core.games.entry import Choice, EntryFormContext, Record, Who, read_count
from league.core.games.site_game import SealedPart
from league.site_games.animal_poker.rule_texts import (
    ANIMAL_LABELS,
    SEASON_LABELS,
    own_setup,
    seasons_text,
)


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

    def fields(self, who: Who, size: int, context: EntryFormContext, at: str) -> SubmissionFields:
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
                "animals": context.errors_at(f"{at}animals"),
                "guess": context.errors_at(f"{at}guess"),
                "other": list(context.errors.get(at.rstrip("."), ())),
            },
        )


def _animal(name: str, is_picked: bool) -> Choice:
    return Choice(name, str(ANIMAL_LABELS[name]), is_picked)


CARDS, COINS = "cards", "coins"
Typed = int | str | None


@dataclass(frozen=True, slots=True)
class SeasonFields:
    """The seasons that an animal may show; `value` is its name."""

    value: str
    text: str
    choices: tuple[Choice, ...]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class AnimalPokerEntry:
    """The state of the form; a number is None while it is empty, and text where it is no number."""

    TEMPLATE: ClassVar[str] = "results/animal_poker/_fields.html"
    SCRIPT: ClassVar[str] = ""

    size: int
    way: str = CARDS
    seasons: Mapping[str, str] = field(default_factory=dict)
    submissions: tuple[SubmissionEntry, ...] = ()
    coins: tuple[Typed, ...] = ()
    won: tuple[bool, ...] = ()
    pot: Typed = None

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "AnimalPokerEntry":
        """Return the form before anything is entered, by cards or coins as the last hand was."""
        empty = cls.of_form({}, setup.seats)
        way = COINS if last and "coins" in last else CARDS
        return replace(empty, way=way).fit(setup)

    @classmethod
    def of_record(cls, record: Record) -> "AnimalPokerEntry":
        """Return the form filled in with a record that the engine has accepted."""
        if "coins" in record:
            size = len(record["coins"])
            return replace(
                cls.of_form({}, size),
                way=COINS,
                coins=tuple(record["coins"]),
                won=tuple(seat in record["won"] for seat in range(size)),
                pot=record["pot"],
            )
        return replace(
            cls.of_form({}, len(record["seats"])),
            seasons=dict(record["seasons"]),
            submissions=tuple(SubmissionEntry.of_json(each) for each in record["seats"]),
        )

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "AnimalPokerEntry":
        """Return what a form carries."""
        coins = [data.get(f"coins-{seat}", "").strip() for seat in range(size)]
        pot = data.get("pot", "").strip()
        return cls(
            size=size,
            way=COINS if data.get("way") == COINS else CARDS,
            seasons=read_season_fields(data, size),
            submissions=tuple(SubmissionEntry.of_form(data, seat) for seat in range(size)),
            coins=tuple(read_count(text) if text else None for text in coins),
            won=tuple(f"won-{seat}" in data for seat in range(size)),
            pot=read_count(pot) if pot else None,
        )

    def fit(self, setup: HandSetup) -> "AnimalPokerEntry":
        """Return the form with the seasons filled in that nobody has to look up (AP-09)."""
        left = seasons_left(setup)
        sure = {animal: seasons[0] for animal, seasons in left.items() if len(seasons) == 1}
        return replace(self, seasons={**sure, **self.seasons})

    def press(self, data: Mapping[str, str]) -> "AnimalPokerEntry":  # noqa: ARG002 - plain fields
        """Return the form as it is: no button changes it."""
        return self

    @property
    def is_complete(self) -> bool:
        """Say whether everything is entered that the hand needs."""
        if self.way == COINS:
            return self.pot is not None
        has_seasons = len(self.seasons) == len(animals_with_seasons(self.size))
        return has_seasons and all(each.is_complete for each in self.submissions)

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""
        if self.way == COINS:
            return {
                "coins": [0 if coins is None else coins for coins in self.coins],
                "won": [seat for seat, has_won in enumerate(self.won) if has_won],
                "pot": self.pot,
            }
        return {
            "seasons": dict(self.seasons),
            "seats": [each.as_json() for each in self.submissions],
        }

    def fields(self, context: EntryFormContext) -> dict[str, Any]:
        """Return what the template draws."""
        setup = own_setup(context.setup)
        return {
            "way": self.way,
            "seasons": season_fields(self.seasons, context),
            "are_seasons_known": bool(setup.known_seasons),
            "seats": tuple(
                submission.fields(
                    Who(seat, context.names[seat]), self.size, context, f"seats[{seat}]."
                )
                for seat, submission in enumerate(self.submissions)
            ),
            "coins": [
                {"who": Who(seat, name), "coins": self.coins[seat], "has_won": self.won[seat]}
                for seat, name in enumerate(context.names)
            ],
            "pot": self.pot,
            "held": setup.pot,
            "errors": {
                "seasons": list(context.errors.get("seasons", ())),
                "seats": list(context.errors.get("seats", ())),
                **{name: context.errors_at(name) for name in ("coins", "won", "pot")},
            },
        }

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field.startswith(("seasons", "seats", "coins", "won", "pot"))


def read_season_fields(data: Mapping[str, str], size: int) -> dict[str, str]:
    """Return the seasons that a form carries, by animal; what was not chosen is left out."""
    names = [ANIMALS[animal] for animal in animals_with_seasons(size)]
    return {name: season for name in names if (season := data.get(f"season-{name}", ""))}


def season_fields(chosen: Mapping[str, str], context: EntryFormContext) -> tuple[SeasonFields, ...]:
    """Return the choice of a season for each animal; one chosen wrongly stays to be seen."""
    return tuple(
        SeasonFields(
            value=animal,
            text=str(ANIMAL_LABELS[animal]),
            choices=tuple(
                Choice(season, str(SEASON_LABELS[season]), chosen.get(animal) == season)
                for season in SEASONS
                if season in left or chosen.get(animal) == season
            ),
            errors=context.errors_at(f"seasons.{animal}"),
        )
        for animal, left in seasons_left(context.setup).items()
    )


def seasons_left(setup: HandSetup) -> dict[str, list[str]]:
    """Return the seasons that each animal may still show in this cycle of four hands (AP-09)."""
    own = own_setup(setup)
    return {
        ANIMALS[animal]: [SEASONS[season] for season in own.cycle.unseen(animal)]
        for animal in animals_with_seasons(own.seats)
    }


def read_seasons(
    seasons: Mapping[str, Any], setup: HandSetup
) -> tuple[dict[str, str] | None, list[Problem]]:
    """Read the seasons on show: the value, or all that is wrong."""
    own, problems = own_setup(setup), list[Problem]()
    read = read_all_seasons(seasons, own.seats, own.cycle, problems)
    return (None, problems) if read is None or problems else (seasons_as_json(read), [])


def known_seasons(setup: HandSetup) -> dict[str, str]:
    """Return the seasons that follow from earlier hands."""
    known = own_setup(setup).known_seasons
    return {ANIMALS[animal]: SEASONS[season] for animal, season in known.items()}


def as_record(seasons: Mapping[str, str], seats: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the record of a hand in which all are in."""
    return {"seasons": seasons, "seats": list(seats)}


SEALED = SealedPart(
    entry=SubmissionEntry,
    read=read_submission,
    read_seasons=read_seasons,
    known_seasons=known_seasons,
    as_record=as_record,
    seasons_text=seasons_text,
    season_fields=season_fields,
    seasons_of_form=read_season_fields,
    own_template="results/animal_poker/_own_fields.html",
    seasons_template="results/animal_poker/_season_fields.html",
)
