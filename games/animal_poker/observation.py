"""What a seat may know of a hand: the table, its own submission, and all of them at the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.animal_poker.actions import actions_of
from games.animal_poker.seasons import Seasons, seasons_as_json
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Action, Json, Seat


@dataclass(frozen=True, slots=True)
class AnimalPokerObservation:
    """Hold what one seat, or a spectator (None), may know of a hand.

    `submitted[seat]` is the action of a seat as far as the viewer may see it: the own one, and
    everybody's once the last has submitted. Who has yet to submit is public: `acting`.
    """

    seat: Seat | None
    setup: AnimalPokerSetup
    seasons: Seasons
    acting: tuple[Seat, ...]
    submitted: tuple[Action | None, ...]

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The actions of this seat; empty where it is not acting."""
        return actions_of(self.setup.seats).legal if self.seat in self.acting else ()

    def as_json(self) -> dict[str, Json]:
        """Write the whole view for a screen."""
        submission = actions_of(self.setup.seats).submission
        return {
            "seat": self.seat,
            "number": self.setup.number,
            "pot": self.setup.pot,
            "stored_rabbits": list(self.setup.stored_rabbits),
            "seasons": seasons_as_json(self.seasons),
            "acting": list(self.acting),
            "submitted": [
                None if action is None else submission(action).as_json()
                for action in self.submitted
            ],
        }
