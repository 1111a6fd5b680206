"""Animal Poker as the registry knows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.animal_poker.cards import SEATS
from games.animal_poker.deal import AnimalPokerDeal, read_deal, sample_deal
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.observation import AnimalPokerObservation
from games.animal_poker.options import AnimalPokerOptions, read_options
from games.animal_poker.play import AnimalPokerHand, resample
from games.animal_poker.rules import RULES
from games.animal_poker.setup import AnimalPokerSetup, read_setup
from games.base import Deal, HandSetup, Observation, Options, Rng, Seat


@dataclass(frozen=True, slots=True)
class AnimalPoker:
    """The game: its name, its table sizes, and the way into a match or a single hand."""

    slug: str = "animal-poker"
    title: str = "Animal Poker"
    seats: range = SEATS
    rules_version: int = 1

    def options(self, data: object) -> AnimalPokerOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> AnimalPokerMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        return AnimalPokerMatch.begin(self._own_options(options), seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return RULES

    def read_setup(self, options: Options, data: object) -> AnimalPokerSetup:
        """Read what `HandSetup.as_log` wrote; raises InvalidSetupError."""
        self._own_options(options)
        return read_setup(data)

    def read_deal(self, setup: HandSetup, data: object) -> AnimalPokerDeal:
        """Read what `Deal.as_json` wrote; raises InvalidDealError."""
        return read_deal(self._own_setup(setup), data)

    def sample_deal(self, setup: HandSetup, rng: Rng) -> AnimalPokerDeal:
        """Turn over the season cards: the only place where chance enters."""
        return sample_deal(self._own_setup(setup), rng)

    def start(self, setup: HandSetup, deal: Deal) -> AnimalPokerHand:
        """Begin a hand that was set up and dealt so; raises InvalidDealError."""
        if not isinstance(deal, AnimalPokerDeal):
            raise TypeError(f"This is not a deal of {self.title}: {deal!r}")
        return AnimalPokerHand.start(self._own_setup(setup), deal)

    def resample(self, observation: Observation, rng: Rng) -> AnimalPokerHand:
        """Return some hand that looks like this to the seat, sealed submissions drawn anew."""
        if not isinstance(observation, AnimalPokerObservation):
            raise TypeError(f"This is not a view of {self.title}: {observation!r}")
        return resample(observation, rng)

    def _own_options(self, options: Options) -> AnimalPokerOptions:
        if not isinstance(options, AnimalPokerOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        return options

    def _own_setup(self, setup: HandSetup) -> AnimalPokerSetup:
        if not isinstance(setup, AnimalPokerSetup):
            raise TypeError(f"This is not a set-up of {self.title}: {setup!r}")
        return setup


ANIMAL_POKER = AnimalPoker()
