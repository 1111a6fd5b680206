"""What is known of a hand before it is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.animal_poker.cards import ANIMALS, SEASONS, SEATS, Animal, Season
from games.animal_poker.seasons import SeasonCycle, read_cycle
from games.base import Json, Problem, Seat
from games.refusals import InvalidSetupError
from games.validation import is_whole_number, unknown_fields


@dataclass(frozen=True, slots=True)
class AnimalPokerSetup:
    """Say what a hand is played for, which season cards may turn up, and who has a rabbit more.

    `pot` holds the coins of this hand already (AP-03), `stored_rabbits[seat]` tells of last hand's
    fall rabbit (AP-12). Everybody plays at once and alone: the dealer only turns the cards over.
    """

    number: int
    seats: int
    dealer: Seat
    pot: int
    cycle: SeasonCycle
    stored_rabbits: tuple[bool, ...]

    @property
    def leader(self) -> Seat:
        """The dealer: nobody is first in this game."""
        return self.dealer

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Empty: everybody plays alone."""
        return ()

    @property
    def solo(self) -> Seat | None:
        """None: there are no teams."""
        return None

    @property
    def known_seasons(self) -> Mapping[Animal, Season]:
        """The seasons of the hand where they are certain beforehand, else none (AP-09)."""
        return self.cycle.known(self.seats)

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows; seasons that are not yet known are left out."""
        seasons = {
            ANIMALS[animal]: SEASONS[season] for animal, season in self.known_seasons.items()
        }
        return {"number": self.number, "pot": self.pot, "seasons": seasons}

    def as_log(self) -> dict[str, Json]:
        """Write the set-up for the header of a log."""
        return {
            "seats": self.seats,
            "number": self.number,
            "dealer": self.dealer,
            "pot": self.pot,
            "cycle": self.cycle.as_json(self.seats),
            "stored_rabbits": list(self.stored_rabbits),
        }


FIELDS = ("seats", "number", "dealer", "pot", "cycle", "stored_rabbits")


def read_setup(data: object) -> AnimalPokerSetup:
    """Read what `AnimalPokerSetup.as_log` wrote; raises InvalidSetupError with every fault."""
    if not isinstance(data, Mapping):
        text = "A set-up must be given by name of field."
        raise InvalidSetupError([Problem("not_an_object", "", None, text)])
    problems = unknown_fields(data, FIELDS)
    seats = data.get("seats")
    if not is_whole_number(seats) or seats not in SEATS:
        text = f"The game is for {SEATS[0]} to {SEATS[-1]} players."
        raise InvalidSetupError([*problems, Problem("not_a_table_size", "seats", None, text)])
    number = _read_number(data.get("number"), "number", 1, problems)
    dealer = _read_number(data.get("dealer"), "dealer", 0, problems)
    if dealer >= seats:
        text = "The dealer must be one of the seats, counted from 0."
        problems.append(Problem("not_a_seat", "dealer", None, text))
    pot = _read_number(data.get("pot"), "pot", seats, problems)
    cycle = read_cycle(data.get("cycle"), seats, problems)
    stored = _read_stored(data.get("stored_rabbits"), seats, problems)
    if problems:
        raise InvalidSetupError(problems)
    return AnimalPokerSetup(number, seats, dealer, pot, cycle, stored)


def _read_number(value: object, field: str, lowest: int, problems: list[Problem]) -> int:
    if is_whole_number(value) and value >= lowest:
        return value
    text = f"This must be a whole number from {lowest} up."
    problems.append(Problem("not_a_number", field, None, text))
    return lowest


def _read_stored(value: object, seats: int, problems: list[Problem]) -> tuple[bool, ...]:
    answers = value if isinstance(value, list | tuple) else ()
    flags = tuple(answer for answer in answers if isinstance(answer, bool))
    if len(flags) != seats or len(answers) != seats:
        text = "There must be one yes or no for each seat."
        problems.append(Problem("not_yes_or_no", "stored_rabbits", "AP-R8", text))
    return flags
