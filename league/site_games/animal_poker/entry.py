"""The form of a hand of Animal Poker.

Its fields: `way` ("cards" or "coins"); by cards `season-<animal>` and for each seat those of a
submission; by coins `coins-<seat>`, `won-<seat>` and `pot`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from games.animal_poker.cards import ANIMALS, SEASONS, animals_with_seasons
from games.animal_poker.setup import AnimalPokerSetup
from games.base import HandSetup, Seat
from league.core.games.entry import Choice, EntryFormContext, Record, Who, read_count
from league.site_games.animal_poker.rule_texts import ANIMALS as ANIMAL_WORDS
from league.site_games.animal_poker.rule_texts import SEASONS as SEASON_WORDS
from league.site_games.animal_poker.submission import SubmissionEntry, SubmissionFields

CARDS, COINS = "cards", "coins"
Typed = int | str | None


@dataclass(frozen=True, slots=True)
class SeasonFields:
    """The seasons that an animal may show; `value` is its name."""

    value: str
    words: str
    choices: tuple[Choice, ...]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class CoinFields:
    """What the form asks of one player where only the coins are known."""

    who: Who
    coins: Typed
    has_won: bool


@dataclass(frozen=True, slots=True)
class AnimalPokerFields:
    """What the template draws."""

    way: str
    seasons: tuple[SeasonFields, ...]
    are_seasons_known: bool
    seats: tuple[SubmissionFields, ...]
    coins: tuple[CoinFields, ...]
    pot: Typed
    held: int
    errors: dict[str, list[str]]


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

    def fields(self, asked: EntryFormContext) -> AnimalPokerFields:
        """Return what the template draws."""
        setup = own_setup(asked.setup)
        return AnimalPokerFields(
            way=self.way,
            seasons=season_fields(self.seasons, asked),
            are_seasons_known=bool(setup.known_seasons),
            seats=tuple(
                submission.fields(Who(seat, asked.names[seat]), self.size, asked, f"seats[{seat}].")
                for seat, submission in enumerate(self.submissions)
            ),
            coins=tuple(self._coin_fields(seat, asked) for seat in range(self.size)),
            pot=self.pot,
            held=setup.pot,
            errors={
                "seasons": list(asked.errors.get("seasons", ())),
                "seats": list(asked.errors.get("seats", ())),
                **{name: asked.errors_at(name) for name in ("coins", "won", "pot")},
            },
        )

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field.startswith(("seasons", "seats", "coins", "won", "pot"))

    def _coin_fields(self, seat: Seat, asked: EntryFormContext) -> CoinFields:
        return CoinFields(Who(seat, asked.names[seat]), self.coins[seat], self.won[seat])


def read_season_fields(data: Mapping[str, str], size: int) -> dict[str, str]:
    """Return the seasons that a form carries, by animal; what was not chosen is left out."""
    names = [ANIMALS[animal] for animal in animals_with_seasons(size)]
    return {name: season for name in names if (season := data.get(f"season-{name}", ""))}


def season_fields(chosen: Mapping[str, str], asked: EntryFormContext) -> tuple[SeasonFields, ...]:
    """Return the choice of a season for each animal; one chosen wrongly stays to be seen."""
    return tuple(
        SeasonFields(
            value=animal,
            words=str(ANIMAL_WORDS[animal]),
            choices=tuple(
                Choice(season, str(SEASON_WORDS[season]), chosen.get(animal) == season)
                for season in SEASONS
                if season in left or chosen.get(animal) == season
            ),
            errors=asked.errors_at(f"seasons.{animal}"),
        )
        for animal, left in seasons_left(asked.setup).items()
    )


def seasons_left(setup: HandSetup) -> dict[str, list[str]]:
    """Return the seasons that each animal may still show in this cycle of four hands (AP-09)."""
    own = own_setup(setup)
    return {
        ANIMALS[animal]: [SEASONS[season] for season in own.cycle.unseen(animal)]
        for animal in animals_with_seasons(own.seats)
    }


def own_setup(setup: HandSetup) -> AnimalPokerSetup:
    """Return the set-up of a hand as this game has it."""
    if not isinstance(setup, AnimalPokerSetup):
        raise TypeError(f"This is not a hand of Animal Poker: {setup!r}")
    return setup
