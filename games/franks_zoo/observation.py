"""What one seat may know of a hand (FZ-06, FZ-22, FZ-R11, FZ-R15)."""

from typing import NamedTuple

from games.base import Action, Json, Seat
from games.franks_zoo.actions import HELP, STAGES, action_as_json
from games.franks_zoo.cards import count, names
from games.franks_zoo.sets import animal_of, size_of
from games.franks_zoo.setup import FranksZooSetup


class Ask(NamedTuple):
    """Remember that a junior asked for help, because that tells something of his hand (FZ-R16).

    One of `parts` fits into `room` less all cards that he has had since the exchange.
    """

    junior: Seat
    room: int
    parts: tuple[int, ...]


class FranksZooObservation(NamedTuple):
    """What a seat, or a spectator (None), may know: all public but the fields said to be its own.

    Cards are packed, lists are per seat. `hand`, `given`, `received` and `laid_aside` are the
    seat's own and 0 for a spectator. What is played everybody has seen, so `played` (all that a
    seat has put on the table) and `piles` (what it took in tricks) are public to those who
    remember. `shown` is what a seat is known to hold, `has_passed` whether it has made its
    exchange. `standing` is the reading to beat, 0 for a leader; `owner` and `asker` may be NOBODY.
    """

    setup: FranksZooSetup
    seat: Seat | None
    stage: int
    acting: tuple[Seat, ...]
    legal_actions: tuple[Action, ...]
    hand: int
    given: int
    received: int
    laid_aside: int
    sizes: tuple[int, ...]
    has_passed: tuple[bool, ...]
    standing: int
    owner: Seat
    table: int
    asker: Seat
    laid: int
    unplayed: int
    played: tuple[int, ...]
    piles: tuple[int, ...]
    shown: tuple[int, ...]
    asked: tuple[Ask, ...]
    finish: tuple[Seat, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the view for a screen; piles are face down, so only their sizes are told."""
        return {
            "seat": self.seat,
            "stage": STAGES[self.stage],
            "acting": list(self.acting),
            "hand": names(self.hand),
            "given": names(self.given),
            "received": names(self.received),
            "laid_aside": names(self.laid_aside),
            "sizes": list(self.sizes),
            "has_passed": list(self.has_passed),
            "table": names(self.table),
            "standing": self._standing_as_json(),
            "asking": self._asking_as_json(),
            "shown": [names(cards) for cards in self.shown],
            "piles": [count(cards) for cards in self.piles],
            "finish": list(self.finish),
            "actions": [action_as_json(self.stage, action) for action in self.legal_actions],
        }

    def _standing_as_json(self) -> Json:
        if not self.standing:
            return None
        animal, size = animal_of(self.standing), size_of(self.standing)
        return {"animal": animal, "size": size, "owner": self.owner}

    def _asking_as_json(self) -> Json:
        return {"junior": self.asker, "cards": names(self.laid)} if self.stage == HELP else None
