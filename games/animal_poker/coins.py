"""The record of a hand of which a table knows only the coins.

It cannot be explained and leaves no rabbit for the next hand, but it counts like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.animal_poker.adjudication import largest_side_pot
from games.animal_poker.reveal import HORSE_COINS
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Json, Problem, Seat
from games.validation import is_seat, is_whole_number

HIGHEST_COINS = 1_000_000
"""Far beyond any real pot: it only keeps nonsense out of what is stored and shown."""


@dataclass(frozen=True, slots=True)
class CoinsRecord:
    """The coins each seat gained, the seats that won or split a pot, and the pot left over."""

    coins: tuple[int, ...]
    won: tuple[Seat, ...]
    pot: int

    @property
    def seasons(self) -> None:
        """None: nobody wrote them down."""

    @property
    def stored_rabbits(self) -> tuple[bool, ...]:
        """Nobody has a rabbit more next hand, as nobody knows who played one."""
        return (False,) * len(self.coins)

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from."""
        return {"coins": list(self.coins), "won": list(self.won), "pot": self.pot}


COIN_FIELDS = ("coins", "won", "pot")


def read_coins(
    data: Mapping[object, object], setup: AnimalPokerSetup, problems: list[Problem]
) -> tuple[CoinsRecord | None, list[Problem]]:
    """Return the record, None where there are problems, and warnings; add to the problems."""
    coins = _read_coins_of_seats(data.get("coins"), setup.seats, problems)
    won = _read_won(data.get("won"), setup.seats, problems)
    pot = _read_pot(data.get("pot"), problems)
    if problems or coins is None or won is None or pot is None:
        return None, []
    record = CoinsRecord(coins, won, pot)
    return record, _doubts(record, setup)


def _doubts(record: CoinsRecord, setup: AnimalPokerSetup) -> list[Problem]:
    """Warn of coins that cannot be right.

    No errors: what the pot held follows from earlier hands, and those may be corrected later.
    """
    doubts: list[Problem] = []
    paid = setup.pot - record.pot
    if paid < 0 or (paid > 0 and not record.won):
        text = (
            f"The pot held {setup.pot} coins; without a winner it keeps them, and it never grows."
        )
        doubts.append(Problem("pot_differs", "pot", "AP-08", text, "warning", {"pot": setup.pot}))
    from_bank = sum(record.coins) - paid
    most = HORSE_COINS * setup.seats + largest_side_pot(setup.seats)
    if paid >= 0 and not 0 <= from_bank <= most:
        text = (
            f"The pot gave {paid} coins and the bank can give up to {most}, "
            f"but the players gained {sum(record.coins)}."
        )
        data = {"paid": paid, "most": most, "gained": sum(record.coins)}
        doubts.append(Problem("coins_differ", "coins", "AP-08", text, "warning", data))
    return doubts


def _read_coins_of_seats(
    value: object, seats: int, problems: list[Problem]
) -> tuple[int, ...] | None:
    if value is None:
        problems.append(Problem("missing", "coins", "AP-08", "This value is missing."))
        return None
    items = value if isinstance(value, list | tuple) else []
    counts = [count for count in items if is_whole_number(count)]
    if len(counts) != seats or len(items) != seats:
        text = "There must be one whole number of coins for each seat."
        problems.append(Problem("not_counts", "coins", "AP-08", text, data={"seats": seats}))
        return None
    fault = next(filter(None, (_amount_problem(count) for count in counts)), None)
    if fault is not None:
        problems.append(fault.inside("coins"))
        return None
    return tuple(counts)


def _read_won(value: object, seats: int, problems: list[Problem]) -> tuple[Seat, ...] | None:
    if value is None:
        problems.append(Problem("missing", "won", "AP-19", "This value is missing."))
        return None
    items = value if isinstance(value, list | tuple) else [None]
    winners = {seat for seat in items if is_seat(seat, seats)}
    if len(winners) != len(items):
        text = "This must be a list of seats of this table, each once."
        problems.append(Problem("not_seats", "won", "AP-19", text))
        return None
    return tuple(sorted(winners))


def _read_pot(value: object, problems: list[Problem]) -> int | None:
    if value is None:
        problems.append(Problem("missing", "pot", "AP-08", "This value is missing."))
        return None
    if not is_whole_number(value):
        problems.append(Problem("not_a_count", "pot", "AP-08", "Enter a whole number of coins."))
        return None
    fault = _amount_problem(value)
    if fault is not None:
        problems.append(fault.inside("pot"))
        return None
    return value


def _amount_problem(coins: int) -> Problem | None:
    if coins < 0:
        return Problem("negative", "", "AP-R3", "The number of coins cannot be negative.")
    if coins > HIGHEST_COINS:
        text = f"This must be at most {HIGHEST_COINS:,} coins."
        return Problem("too_many_coins", "", "AP-R3", text, data={"highest": HIGHEST_COINS})
    return None
