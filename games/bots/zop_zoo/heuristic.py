"""A player of ZOP ZOO that weighs who is how likely to win the hand."""

from games.base import Action, Observation, Rng, Seat
from games.bots.zop_zoo.features import Features, features_of_all
from games.bots.zop_zoo.lookahead import rows_after
from games.zop_zoo.actions import DIG, DRAW, FETCH_ALL
from games.zop_zoo.cards import BEAST, BEST_BEAST, MOLE, black_deck
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.phases import DIGGING, MOLE_ON_TOP, MOLE_UNCOVERED
from games.zop_zoo.rows import Rows

PER_BARE_CARD = 0.68
"""By how much each card still to cover lowers the chance of winning."""
STAYS_BARE = 0.5
"""How often a minus card that is bare now is bare at the end."""


def choose_by_weight(view: Observation, rng: Rng) -> Action:  # noqa: ARG001
    """Choose the action after which this seat is ahead the furthest, as far as can be told."""
    if not isinstance(view, ZopZooObservation) or view.seat is None:
        raise TypeError(f"This is no player’s view of ZOP ZOO: {view!r}")
    actions = view.legal_actions
    if len(actions) == 1:
        return actions[0]
    if view.phase == DIGGING:
        return FETCH_ALL
    if view.phase == MOLE_UNCOVERED:
        return DIG
    if view.phase == MOLE_ON_TOP:
        is_worth_it = promise_of_digging(view, view.seat) > promise_of_drawing(view, view.seat)
        return DIG if is_worth_it else DRAW
    seat = view.seat
    return max(actions, key=lambda action: lead(rows_after(view, seat, action), seat))


def promise_of_drawing(view: ZopZooObservation, seat: Seat) -> float:
    """Return about how many cards of use a turn at the draw pile brings."""
    unseen = view.unseen()
    of_use = sum(
        card in {MOLE, BEAST, BEST_BEAST} or view.wants[seat] >> card & 1 for card in unseen
    )
    return of_use / (len(unseen) - of_use + 1)


def promise_of_digging(view: ZopZooObservation, seat: Seat) -> float:
    """Return about how many cards of use the seat has not seen yet in the discard pile."""
    unseen = view.unseen()
    wanted = sum(view.wants[seat] >> card & 1 for card in unseen)
    return wanted * passed_by(view.setup.seats) * newly_buried(view, seat) / len(unseen)


def newly_buried(view: ZopZooObservation, seat: Seat) -> float:
    """Return about how many cards were buried in the discard pile since a seat looked through it.

    Of the cards drawn since then as many as of all cards drawn in the hand.
    """
    left = view.draw_pile_size
    drawn = len(black_deck(view.setup.options.beasts)) - left
    return (view.looked_at[seat] - left) * (view.discard_pile_size - 1) / drawn


def passed_by(seats: int) -> float:
    """Return how often a card that one of the seats wants is buried, compared with any card.

    It is drawn by another, discarded, and does not lie on top when it is the turn of that seat:
    with two players that is never so.
    """
    return (seats - 2) / (seats - 1)


def lead(rows: Rows, seat: Seat) -> float:
    """Return how many points a seat may expect more than the others on average."""
    expected = prospects(rows)
    others = sum(expected) - expected[seat]
    return expected[seat] - others / (len(expected) - 1)


def prospects(rows: Rows) -> list[float]:
    """Return how many points each seat may expect."""
    of_rows = features_of_all(rows)
    weights = [PER_BARE_CARD**row.bare for row in of_rows]
    total = sum(weights)
    return [
        expected_points(row, weight / total) for row, weight in zip(of_rows, weights, strict=True)
    ]


def expected_points(row: Features, chance: float) -> float:
    """Return what a seat with this row may expect that wins the hand with this chance.

    The winner will have matched most of what is bare now; minus cards and side bonuses count
    for everybody.
    """
    if_won = row.covered_points + row.bare_points
    return chance * if_won + row.bonus_points - STAYS_BARE * row.minus_points
