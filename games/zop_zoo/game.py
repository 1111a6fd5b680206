"""ZOP ZOO as the registry knows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Deal, HandSetup, Observation, Options, Rng, Seat
from games.zop_zoo.deal import ZopZooDeal, read_deal, sample_deal
from games.zop_zoo.match import ZopZooMatch
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.options import ZopZooOptions, read_options
from games.zop_zoo.play import ZopZooState, start
from games.zop_zoo.resampling import resample
from games.zop_zoo.rules import RULES
from games.zop_zoo.setup import SEATS, ZopZooSetup, read_setup


@dataclass(frozen=True, slots=True)
class ZopZoo:
    """The game: its name, its table sizes, and the way into a match."""

    slug: str = "zop-zoo"
    title: str = "ZOP ZOO"
    seats: range = SEATS
    rules_version: int = 1

    def options(self, data: object) -> ZopZooOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> ZopZooMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        return ZopZooMatch.begin(self._own_options(options), seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return {rule_id: rule.text for rule_id, rule in RULES.items()}

    def read_setup(self, options: Options, data: object) -> ZopZooSetup:
        """Read what `HandSetup.as_log` wrote; raises InvalidSetupError."""
        return read_setup(self._own_options(options), data)

    def read_deal(self, setup: HandSetup, data: object) -> ZopZooDeal:
        """Read what `Deal.as_json` wrote; raises InvalidDealError."""
        return read_deal(self._own_setup(setup), data)

    def sample_deal(self, setup: HandSetup, rng: Rng) -> ZopZooDeal:
        """Deal the hand: the only place where chance enters."""
        return sample_deal(self._own_setup(setup), rng)

    def start(self, setup: HandSetup, deal: Deal) -> ZopZooState:
        """Begin a hand that was set up and dealt so; raises InvalidDealError."""
        return start(self._own_setup(setup), deal)

    def resample(self, observation: Observation, rng: Rng) -> ZopZooState:
        """Return some state that looks like this to the seat; what it cannot see is dealt anew."""
        if not isinstance(observation, ZopZooObservation):
            raise TypeError(f"This is no view of {self.title}: {observation!r}")
        return resample(observation, rng)

    def _own_options(self, options: Options) -> ZopZooOptions:
        if not isinstance(options, ZopZooOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        return options

    def _own_setup(self, setup: HandSetup) -> ZopZooSetup:
        if not isinstance(setup, ZopZooSetup):
            raise TypeError(f"This is no set-up of {self.title}: {setup!r}")
        return setup


ZOP_ZOO = ZopZoo()
