"""A hand that is being sealed, as its page shows it to everybody: who is in, and the seasons."""

from dataclasses import dataclass

from league.results.board import Board, PlayedHand
from league.results.entries import Who
from league.results.models import SealedHand, SealReset
from league.results.words.animal_poker import seasons_words

SEALING_GAME = "animal-poker"
"""The game whose players submit in secret."""


@dataclass(frozen=True, slots=True)
class SealedSeatState:
    """Somebody, and whether something was submitted from that seat."""

    who: Who
    is_in: bool


@dataclass(frozen=True, slots=True)
class Reset:
    """Who threw away what a seat had submitted, and why."""

    who: Who
    reset: SealReset


@dataclass(frozen=True, slots=True)
class Sealing:
    """All that anybody may know of hand `number` before it is revealed; `revealed` is it then."""

    number: int
    recorded: int
    seats: tuple[SealedSeatState, ...]
    seasons: str
    are_seasons_known: bool
    resets: tuple[Reset, ...]
    revealed: PlayedHand | None = None

    @property
    def count(self) -> int:
        """How many are in."""
        return sum(seat.is_in for seat in self.seats)


def sealing_of(board: Board, sealed: SealedHand | None, number: int) -> Sealing:
    """Put together what everybody may see of hand `number`, the next one or one that was played."""
    known = board.match.next_hand()
    seasons = known.as_json().get("seasons") if known else None
    chosen = sealed.seasons if sealed else None
    shown = seasons or chosen
    sealed_in = {seat.number for seat in sealed.seats.all()} if sealed else set()
    return Sealing(
        number=number,
        recorded=len(board.hands),
        seats=tuple(
            SealedSeatState(Who(seat, name), seat in sealed_in)
            for seat, name in enumerate(board.names)
        ),
        seasons=seasons_words(shown) if isinstance(shown, dict) and shown else "",
        are_seasons_known=bool(seasons),
        resets=tuple(
            Reset(Who(reset.number, board.names[reset.number]), reset)
            for reset in (sealed.resets.all() if sealed else ())
        ),
        revealed=next(
            (
                played
                for played in board.hands
                if played.hand.number == number and not played.hand.is_void
            ),
            None,
        ),
    )
