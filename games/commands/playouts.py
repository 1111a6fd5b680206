"""How many playouts the search does in each game, measured beside the speed of the engine."""

from collections.abc import Callable, Iterator
from functools import cached_property

from games.base import HandState, PlayableGame, PlayableMatch, Rng, Seat
from games.bots.catalogue import LOOKS
from games.bots.search import Budget, Meter, Position, search
from games.commands.choices import seeded
from games.registry import games

SEATS = {"franks-zoo": 4, "zop-zoo": 4, "animal-poker": 6}
ONE_SEARCH = Budget(playouts=40)


def playouts(hands: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield for each game the name of the measure, and its work: search, return the playouts."""
    for game in games():
        seats = SEATS[game.slug]
        yield f"playouts/{game.slug}/{seats}", Searches(game, seats, hands).search


class Searches:
    """Search in second hands of a match, each at one moment of random play."""

    def __init__(self, game: PlayableGame, seats: int, hands: int) -> None:
        self.look = LOOKS[game.slug]
        self.game = game
        self.match: PlayableMatch = game.new_match(game.options({}), seats, 0).skip()
        self.hands = hands

    @cached_property
    def moments(self) -> list[tuple[Seat, Position]]:
        """The first moment of each hand that has one in which there is something to try."""
        rng = seeded(4)
        setup = self.match.next_hand()
        if setup is None:
            raise ValueError("A match is not over after one void hand.")
        deals = [self.game.sample_deal(setup, rng) for _ in range(self.hands)]
        met = [self._first_choice(self.match.start(deal), rng) for deal in deals]
        return [moment for moment in met if moment is not None]

    def _first_choice(self, state: HandState, rng: Rng) -> tuple[Seat, Position] | None:
        """Play at random until the search has something to try; None where it never has."""
        while not state.is_over():
            seat = state.acting_seats()[0]
            actions = state.legal_actions(seat)
            if len(actions) > 1:
                position = self.look(state.observation(seat), rng, Meter(ONE_SEARCH))
                if len(position.candidates) > 1:
                    return seat, position
            state.apply(seat, actions[rng.randrange(len(actions))])
        return None

    def search(self) -> int:
        """Search once at each moment; return the playouts, imagining their hands included."""
        rng = seeded(5)
        done = 0
        for seat, position in self.moments:
            meter = Meter(ONE_SEARCH)
            search(position, seat, meter, rng)
            done += meter.playouts
        return done
