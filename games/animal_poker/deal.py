"""Turn over the season cards (AP-03, AP-09)."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.animal_poker.cards import ANIMALS, NO_SEASON, animals_with_seasons
from games.animal_poker.seasons import Seasons, misplaced, read_seasons, seasons_as_json
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Json, Problem, Rng, Seat
from games.refusals import InvalidDealError
from games.validation import unknown_fields


@dataclass(frozen=True, slots=True)
class AnimalPokerDeal:
    """Hold the seasons on show: all that chance decides in a hand."""

    seasons: Seasons

    def as_json(self) -> dict[str, Json]:
        """Write the seasons by name."""
        return {"seasons": seasons_as_json(self.seasons)}

    def as_seen_by(self, seat: Seat | None) -> dict[str, Json]:  # noqa: ARG002
        """Write all of it: season cards lie open."""
        return self.as_json()


def sample_deal(setup: AnimalPokerSetup, rng: Rng) -> AnimalPokerDeal:
    """Turn over a season card of each animal, one that it has not shown in this cycle.

    Any that is left is as likely as another, as in a shuffled deck.
    """
    seasons = [NO_SEASON] * len(ANIMALS)
    for animal in animals_with_seasons(setup.seats):
        unseen = setup.cycle.unseen(animal)
        seasons[animal] = unseen[rng.randrange(len(unseen))]
    return AnimalPokerDeal(tuple(seasons))


def read_deal(setup: AnimalPokerSetup, data: object) -> AnimalPokerDeal:
    """Read a deal from JSON; raises InvalidDealError."""
    if not isinstance(data, Mapping):
        raise InvalidDealError([Problem("not_an_object", "", None, "A deal is an object.")])
    problems = unknown_fields(data, ("seasons",))
    seasons = read_seasons(data.get("seasons"), setup.seats, setup.cycle, problems)
    if problems or seasons is None:
        raise InvalidDealError(problems)
    return AnimalPokerDeal(seasons)


def deal_problems(setup: AnimalPokerSetup, deal: AnimalPokerDeal) -> list[Problem]:
    """List the animals whose season card cannot turn up."""
    text = "This season card cannot turn up."
    return [
        Problem("not_in_the_deck", f"seasons.{ANIMALS[animal]}", "AP-09", text)
        for animal in misplaced(deal.seasons, setup.seats, setup.cycle)
    ]
