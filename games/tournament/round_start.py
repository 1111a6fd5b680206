"""Begin a round: who sits out, who sits at which table before anything is improved."""

from collections import Counter

import numpy as np

from games.tournament.round_costs import Costs, Integers, Places, Weights

MOST_STATES = 20_000


def start_by_lot(costs: Costs, places: Places, fixed: Integers, drawn: Integers) -> Integers:
    """Fill the tables by lot; those sit out, and sit short, whose turn it is.

    `fixed[entry]` is the table of who must sit there, -1 for all others; `drawn` is the order by
    lot. Returns `tables[entry]`.
    """
    tables = fixed.copy()
    free = drawn[fixed[drawn] < 0]
    seats = _free_seats(places, fixed)
    idle = seats[places.idle[seats] > 0]
    order = free[np.argsort(costs.idle_debt[free], kind="stable")]
    tables[order[: len(idle)]] = idle
    playing = free[tables[free] < 0]
    playing = playing[np.argsort(-costs.short_debt[playing], kind="stable")]
    seats = seats[places.idle[seats] == 0]
    missing = places.missing[seats]
    for shortfall in np.unique(missing).tolist():
        alike = seats[missing == shortfall]
        chosen = np.isin(drawn, playing[: len(alike)])
        tables[drawn[chosen]] = alike
        playing = playing[len(alike) :]
    return tables


def start_by_score(costs: Costs, places: Places, fixed: Integers, drawn: Integers) -> Integers:
    """Fill the tables from the highest score down; those sit out whose turn it is."""
    tables = fixed.copy()
    free = drawn[fixed[drawn] < 0]
    seats = _free_seats(places, fixed)
    idle = seats[places.idle[seats] > 0]
    order = free[np.argsort(costs.idle_debt[free], kind="stable")]
    tables[order[: len(idle)]] = idle
    playing = free[tables[free] < 0]
    playing = playing[np.argsort(-costs.scores[playing], kind="stable")]
    tables[playing] = seats[places.idle[seats] == 0]
    return tables


def _free_seats(places: Places, fixed: Integers) -> Integers:
    """List the table of every seat that is not fixed, table by table."""
    taken = np.bincount(fixed[fixed >= 0], minlength=len(places.sizes))
    return np.repeat(np.arange(len(places.sizes)), places.sizes - taken)


def sizes_by_score(
    costs: Costs, weights: Weights, sizes: tuple[int, ...], playing: Integers
) -> tuple[int, ...]:
    """Order the sizes along the scores: tables of neighbours, the short ones where it costs least.

    `playing` are the entries with the highest score first. Goes through every number of tables of
    each size that can be used up so far; leaves the sizes as they are where that is too many.
    """
    wanted = Counter(sizes)
    kinds = sorted(wanted, reverse=True)
    if len(kinds) == 1 or np.prod([wanted[kind] + 1.0 for kind in kinds]) > MOST_STATES:
        return tuple(sorted(sizes, reverse=True))
    price = _prices(costs, weights, playing, kinds)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {(0,) * len(kinds): (0, ())}
    for _ in sizes:
        following: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        for used, (cost, order) in best.items():
            seated = sum(used[at] * kind for at, kind in enumerate(kinds))
            for at, kind in enumerate(kinds):
                if used[at] < wanted[kind]:
                    grown = (*used[:at], used[at] + 1, *used[at + 1 :])
                    found = (cost + price[at][seated], (*order, kind))
                    if grown not in following or found[0] < following[grown][0]:
                        following[grown] = found
        best = following
    ((_, order),) = best.values()
    return order


def _prices(costs: Costs, weights: Weights, playing: Integers, kinds: list[int]) -> list[list[int]]:
    """Return `price[kind][first]`: what the table costs that begins with the first-th entry."""
    scores = costs.scores[playing]
    ends = np.arange(len(playing))
    sums, squares, debts = (
        np.concatenate([[0], np.cumsum(column)])
        for column in (scores, scores**2, costs.short_debt[playing])
    )
    prices = []
    for kind in kinds:
        last = np.minimum(ends + kind, len(playing))
        spread = kind * (squares[last] - squares[ends]) - (sums[last] - sums[ends]) ** 2
        short = (kinds[0] - kind) * (debts[last] - debts[ends])
        prices.append((weights.spread * spread + weights.short * short).tolist())
    return prices
