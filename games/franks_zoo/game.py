"""Frank's Zoo as the registry knows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from games.base import Deal, HandSetup, Observation, Options, Rng, Seat
from games.franks_zoo.deal import FranksZooDeal, read_deal, sample_deal
from games.franks_zoo.match import FranksZooMatch
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.options import FranksZooOptions, read_options
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.resample import resample
from games.franks_zoo.rules import RULES
from games.franks_zoo.setup import SEATS, FranksZooSetup, read_setup

_Own = TypeVar("_Own")


@dataclass(frozen=True, slots=True)
class FranksZoo:
    """The game: its name, its table sizes, and the ways into a match and into a hand."""

    slug: str = "franks-zoo"
    title: str = "Frank’s Zoo"
    seats: range = SEATS
    rules_version: int = 1

    def options(self, data: object) -> FranksZooOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> FranksZooMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        return FranksZooMatch.begin(self._own_options(options), seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return {rule_id: rule.text for rule_id, rule in RULES.items()}

    def read_setup(self, options: Options, data: object) -> FranksZooSetup:
        """Read the set-up of a hand from a log; raises InvalidSetupError."""
        return read_setup(self._own_options(options), data)

    def read_deal(self, setup: HandSetup, data: object) -> FranksZooDeal:
        """Read a deal from JSON; raises InvalidDealError."""
        return read_deal(self._own(FranksZooSetup, setup), data)

    def sample_deal(self, setup: HandSetup, rng: Rng) -> FranksZooDeal:
        """Deal the hand: the only place where chance enters."""
        return sample_deal(self._own(FranksZooSetup, setup), rng)

    def start(self, setup: HandSetup, deal: Deal) -> FranksZooHand:
        """Begin a hand that was set up and dealt so; raises InvalidDealError."""
        return FranksZooHand.start(self._own(FranksZooSetup, setup), self._own(FranksZooDeal, deal))

    def resample(self, observation: Observation, rng: Rng) -> FranksZooHand:
        """Return some state that looks like this to the seat."""
        return resample(self._own(FranksZooObservation, observation), rng)

    def _own_options(self, options: Options) -> FranksZooOptions:
        if not isinstance(options, FranksZooOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        return options

    def _own(self, kind: type[_Own], value: object) -> _Own:
        """Return a value of this game; a TypeError says that the caller mixed up two games."""
        if not isinstance(value, kind):
            raise TypeError(f"This is not {kind.__name__} of {self.title}: {value!r}")
        return value


FRANKS_ZOO = FranksZoo()
