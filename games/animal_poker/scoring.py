"""What a hand is worth, line by line: shares of the pots and coins of horses."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.animal_poker.adjudication import Outcome, Pot, adjudicate
from games.animal_poker.cards import HORSE, SEASONS, Animal, Counts, pack
from games.animal_poker.coins import CoinsRecord
from games.animal_poker.record import AnimalPokerRecord, PlayedRecord
from games.animal_poker.reveal import Reveal
from games.animal_poker.seasons import Seasons
from games.animal_poker.sets import AnimalSet, ladder_of
from games.animal_poker.setup import AnimalPokerSetup
from games.base import HandScore, Json, Problem, ScoreLine, Seat


@dataclass(frozen=True, slots=True)
class AnimalPokerScore(HandScore):
    """Hold what a hand is worth, and how the pots went.

    `pot` is what is left in the main pot, `side_pot` what the side pot held (None without an ape),
    `made` the best set each seat could make (None as well where only the coins are known).
    """

    pot: int = 0
    side_pot: int | None = None
    made: tuple[AnimalSet | None, ...] = ()
    won: tuple[Seat, ...] = ()

    def details_as_json(self) -> dict[str, Json]:
        """Write what a hand of this game shows beside its points."""
        return {
            "pot": self.pot,
            "side_pot": self.side_pot,
            "made": [each.as_json() if each else None for each in self.made],
            "won": list(self.won),
        }


def reveal_of(record: PlayedRecord, setup: AnimalPokerSetup) -> Reveal:
    """Lay open what was submitted in a recorded hand."""
    rung_of = ladder_of(setup.seats).rung_of
    return Reveal(
        record.seasons,
        [_own(submission.animals) for submission in record.submissions],
        [rung_of[submission.guess] for submission in record.submissions],
        setup.stored_rabbits,
    )


@cache
def _own(animals: tuple[Animal, ...]) -> Counts:
    return pack(animals)


def score_hand(
    record: AnimalPokerRecord, setup: AnimalPokerSetup, warnings: tuple[Problem, ...]
) -> AnimalPokerScore:
    """Return what a recorded hand is worth."""
    if isinstance(record, CoinsRecord):
        return _score_coins(record, warnings)
    outcome = adjudicate(reveal_of(record, setup), setup.pot)
    return AnimalPokerScore(
        lines=tuple(tuple(_lines(seat, outcome, record.seasons)) for seat in range(setup.seats)),
        warnings=warnings,
        pot=outcome.main.left,
        side_pot=outcome.side.held if outcome.side else None,
        made=outcome.best_sets(),
        won=outcome.won,
    )


def _score_coins(record: CoinsRecord, warnings: tuple[Problem, ...]) -> AnimalPokerScore:
    return AnimalPokerScore(
        lines=tuple((_line_of_coins(coins),) if coins else () for coins in record.coins),
        warnings=warnings,
        pot=record.pot,
        made=(None,) * len(record.coins),
        won=record.won,
    )


def _line_of_coins(coins: int) -> ScoreLine:
    text = f"{coins_text(coins)}, as the table counted."
    return ScoreLine("AP-20", coins, text, "coins", {"coins": coins})


def _lines(seat: Seat, outcome: Outcome, seasons: Seasons) -> Iterator[ScoreLine]:
    if seat in outcome.main.winners:
        yield _line_of_pot(outcome.main)
    if outcome.side and seat in outcome.side.winners:
        yield _line_of_side_pot(outcome.side)
    coins = outcome.horse_coins[seat]
    if coins:
        season = SEASONS[seasons[HORSE]]
        text = f"The {season} horse: {coins_text(coins)} from the bank."
        yield ScoreLine("AP-16", coins, text, f"horse_{season}", {"coins": coins})


def _line_of_pot(pot: Pot) -> ScoreLine:
    cause = "for a goat" if pot.is_by_goat else "for the best set"
    data = {"pot": pot.held, "winners": len(pot.winners), "coins": pot.share}
    if len(pot.winners) > 1:
        text = f"The pot of {pot.held} {cause}, split by {len(pot.winners)}."
        return ScoreLine("AP-08", pot.share, text, _code("pot_split", pot), data)
    rule = "AP-15" if pot.is_by_goat else "AP-07"
    return ScoreLine(rule, pot.share, f"The pot {cause}.", _code("pot", pot), data)


def _line_of_side_pot(pot: Pot) -> ScoreLine:
    cause = "for a goat" if pot.is_by_goat else "for the best set of those with an ape"
    data = {"pot": pot.held, "winners": len(pot.winners), "coins": pot.share}
    if len(pot.winners) > 1:
        text = f"The side pot of {pot.held} {cause}, split by {len(pot.winners)}."
        return ScoreLine("AP-18", pot.share, text, _code("side_pot_split", pot), data)
    return ScoreLine("AP-18", pot.share, f"The side pot {cause}.", _code("side_pot", pot), data)


def _code(code: str, pot: Pot) -> str:
    return f"{code}_by_goat" if pot.is_by_goat else code


def coins_text(coins: int) -> str:
    """Write a number of coins in English."""
    return "1 coin" if coins == 1 else f"{coins} coins"
