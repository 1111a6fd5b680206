"""Cuckoo as the registry knows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Deal, HandSetup, Observation, Options, Rng, Seat
from tests.examples.cuckoo.deal import CuckooDeal, read_deal, sample_deal
from tests.examples.cuckoo.match import CuckooMatch
from tests.examples.cuckoo.options import CuckooOptions, read_options
from tests.examples.cuckoo.play import CuckooObservation, CuckooState, resample
from tests.examples.cuckoo.rules import RULES
from tests.examples.cuckoo.setup import SEATS, CuckooSetup, read_setup


@dataclass(frozen=True, slots=True)
class Cuckoo:
    """The game: its name, its table sizes, and the way into a match or a single hand."""

    slug: str = "cuckoo"
    title: str = "Cuckoo"
    seats: range = SEATS
    rules_version: int = 1

    def options(self, data: object) -> CuckooOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> CuckooMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        if not isinstance(options, CuckooOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        return CuckooMatch.begin(options, seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return RULES

    def read_setup(self, options: Options, data: object) -> CuckooSetup:
        """Read what `HandSetup.as_log` wrote; raises InvalidSetupError."""
        return read_setup(data)

    def read_deal(self, setup: HandSetup, data: object) -> CuckooDeal:
        """Read what `Deal.as_json` wrote; raises InvalidDealError."""
        return read_deal(self._own(setup), data)

    def sample_deal(self, setup: HandSetup, rng: Rng) -> CuckooDeal:
        """Deal the hand: the only place where chance enters."""
        return sample_deal(self._own(setup), rng)

    def start(self, setup: HandSetup, deal: Deal) -> CuckooState:
        """Begin a hand that was set up and dealt so; raises InvalidDealError."""
        if not isinstance(deal, CuckooDeal):
            raise TypeError(f"This is not a deal of {self.title}: {deal!r}")
        return CuckooState.start(self._own(setup), deal)

    def resample(self, observation: Observation, rng: Rng) -> CuckooState:
        """Return some hand that looks like this to the seat, what it does not know dealt anew."""
        if not isinstance(observation, CuckooObservation):
            raise TypeError(f"This is not a view of {self.title}: {observation!r}")
        return resample(observation, rng)

    def _own(self, setup: HandSetup) -> CuckooSetup:
        if not isinstance(setup, CuckooSetup):
            raise TypeError(f"This is not a set-up of {self.title}: {setup!r}")
        return setup


CUCKOO = Cuckoo()
