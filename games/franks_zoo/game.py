"""Frank's Zoo as the registry knows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Options, Seat
from games.franks_zoo.match import SEATS, FranksZooMatch
from games.franks_zoo.options import FranksZooOptions, read_options
from games.franks_zoo.rules import RULES


@dataclass(frozen=True, slots=True)
class FranksZoo:
    """The game: its name, its table sizes, and the way into a match."""

    slug: str = "franks-zoo"
    title: str = "Frank’s Zoo"
    seats: range = SEATS

    def options(self, data: object) -> FranksZooOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> FranksZooMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        if not isinstance(options, FranksZooOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        return FranksZooMatch.begin(options, seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return {rule_id: rule.text for rule_id, rule in RULES.items()}


FRANKS_ZOO = FranksZoo()
