"""What is known of a hand before it is played."""

from dataclasses import dataclass

from games.base import Json, Seat
from games.franks_zoo.cards import deck
from games.franks_zoo.options import FinalTrick
from games.franks_zoo.teams import Team


@dataclass(frozen=True, slots=True)
class Exchange:
    """Say that a seat gives cards face down (FZ-22); `taker` None: it lays them before itself."""

    giver: Seat
    taker: Seat | None
    cards: int


CARDS_EXCHANGED = 2


@dataclass(frozen=True, slots=True)
class FranksZooSetup:
    """Say who deals, leads and partners whom in a hand, and what is to be recorded of it."""

    number: int
    seats: int
    dealer: Seat
    leader: Seat
    teams: tuple[Team, ...]
    solo: Seat | None
    counts_teams: bool
    counts_cards: bool
    final_trick: FinalTrick

    @property
    def lions(self) -> int:
        """How many lions the deck has."""
        return deck(self.seats)["lion"]

    @property
    def hedgehogs(self) -> int:
        """How many hedgehogs the deck has."""
        return deck(self.seats)["hedgehog"]

    @property
    def exchange(self) -> tuple[Exchange, ...]:
        """List what is passed before play (FZ-22): for each team junior first, then the solo seat.

        Within a team the order matters; teams and the solo seat do not wait for each other.
        """
        passed = [
            step
            for senior, junior in self.teams
            for step in (
                Exchange(junior, senior, CARDS_EXCHANGED),
                Exchange(senior, junior, CARDS_EXCHANGED),
            )
        ]
        if self.solo is not None:
            passed.append(Exchange(self.solo, None, CARDS_EXCHANGED))
        return tuple(passed)

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows; teams and solo are null where none are formed."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "leader": self.leader,
            "teams": [list(team) for team in self.teams] if self.counts_teams else None,
            "solo": self.solo,
        }

    def as_log(self) -> dict[str, Json]:
        """Write the set-up for the header of a log; the options are there already."""
        return {"seats": self.seats, **self.as_json()}
