"""What each submission of a seat would bring against tables that one imagines."""

from collections.abc import Callable, Sequence

from games.animal_poker.actions import Actions, actions_of
from games.animal_poker.adjudication import settle
from games.animal_poker.observation import AnimalPokerObservation
from games.animal_poker.reveal import Reveal
from games.animal_poker.sets import Rung
from games.base import Action, Observation, Rng, Seat

Table = Sequence[Action]
"""What everybody submits, by seat; what stands for the own seat does not matter."""


def own_view(view: Observation) -> tuple[AnimalPokerObservation, Seat]:
    """Return the view of a seat that is to submit, and the seat."""
    if not isinstance(view, AnimalPokerObservation) or view.seat not in view.acting:
        raise TypeError(f"No seat is to submit in this view: {view!r}")
    return view, view.seat


def random_tables(
    view: AnimalPokerObservation, among: Sequence[Action], many: int, rng: Rng
) -> list[Table]:
    """Imagine tables at which everybody submits any of some actions, each as likely."""
    return [
        [among[rng.randrange(len(among))] for _ in range(view.setup.seats)] for _ in range(many)
    ]


def has_time_always() -> bool:
    """Let a player look at all it means to, however long that takes."""
    return True


def expected_coins(
    view: AnimalPokerObservation,
    seat: Seat,
    tables: Sequence[Table],
    has_time: Callable[[], bool] = has_time_always,
) -> list[float]:
    """Return the mean coins of each submission of a seat over the tables.

    Where there is no time left the rest of the tables is left out, but never the first.
    The own guess is left out of the eyes of others: that a fall mouse copies it, or a fall goat
    shares it, is not seen ahead.
    """
    actions = actions_of(view.setup.seats)
    gained = [0] * len(actions.legal)
    seen = 0
    for table in tables:
        if seen and not has_time():
            break
        seen += 1
        packed = [divmod(action, len(actions.guesses)) for action in table]
        owns = [actions.owns[choice] for choice, _ in packed]
        guesses = [actions.guesses[guess] for _, guess in packed]
        guesses[seat] = actions.guesses[0]
        for choice, own in enumerate(actions.owns):
            owns[seat] = own
            reveal = Reveal(view.seasons, owns, guesses, view.setup.stored_rabbits)
            coins = _coins_by_guess(reveal, seat, view.setup.pot, actions)
            start = choice * len(actions.guesses)
            for at, amount in enumerate(coins, start=start):
                gained[at] += amount
    return [amount / seen for amount in gained]


def _coins_by_guess(reveal: Reveal, seat: Seat, pot: int, actions: Actions) -> list[int]:
    """Return the coins of a seat for each of its guesses, its animals being laid down."""
    made = [None if other == seat else reveal.best_set(other) for other in range(len(reveal.owns))]
    pool, allowed = reveal.pool(seat), reveal.allowed(seat)
    by_mouse = pool.best((reveal.guessed(seat) ^ 1 << actions.guesses[0]) & allowed, reveal.ladder)
    rivals = sorted({rung for rung in made if rung is not None})
    paid: dict[tuple[int, bool] | None, int] = {}
    coins = []
    for rung in actions.guesses:
        best = by_mouse
        if (by_mouse is None or rung > by_mouse) and allowed >> rung & 1:
            best = rung if pool.can_make(rung, reveal.ladder) else by_mouse
        standing = _standing(best, rivals)
        if standing not in paid:
            made[seat] = best
            paid[standing] = settle(reveal, pot, made).coins[seat]
        coins.append(paid[standing])
    return coins


def _standing(best: Rung | None, rivals: Sequence[Rung]) -> tuple[int, bool] | None:
    """Tell where a set stands among those of the others: all that matters for the coins."""
    if best is None:
        return None
    return sum(rung < best for rung in rivals), best in rivals
