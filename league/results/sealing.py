"""A hand that is being sealed, as its page shows it to everybody: who is in, and the seasons."""

from dataclasses import dataclass

from league.core.games import site_games
from league.core.games.entry import Who
from league.core.games.sealed import SealedPart
from league.results.board import Board, PlayedHand
from league.results.models import SealedHand, SealReset


def sealing_games() -> list[str]:
    """Return the games whose players may submit in secret."""
    return [game.slug for game in site_games() if game.sealed]


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


def sealing_of(part: SealedPart, board: Board, sealed: SealedHand | None, number: int) -> Sealing:
    """Put together what everybody may see of hand `number`, the next one or one that was played."""
    setup = board.match.next_hand()
    seasons = part.known_seasons(setup) if setup else None
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
        seasons=part.seasons_text(shown) if shown else "",
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
