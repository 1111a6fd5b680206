"""Let bots play duplicate deals with the seats rotated, and say how sure the difference is.

Every deal is played once for each rotation of the bots around the table, so that each holds each
hand once and the luck of the cards cancels out. The unit of the statistics is the deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.base import Deal, HandRecord, Json, Options, PlayableGame, PlayableMatch, Rng
from games.match_log import Choose

Z_95 = 1.959964
"""Half the width of a 95 % confidence interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Say how a bot did: points a hand and seat, and half the width of the 95 % interval.

    `ahead` is the mean of its points less those of all other bots, deal by deal, with its interval.
    """

    bot: str
    points: float
    interval: float
    ahead: float
    ahead_interval: float

    def as_json(self) -> dict[str, Json]:
        """Write the row, rounded for reading."""
        return {
            "bot": self.bot,
            "points_per_hand": round(self.points, 3),
            "interval": round(self.interval, 3),
            "ahead": round(self.ahead, 3),
            "ahead_interval": round(self.ahead_interval, 3),
        }


def compare(
    game: PlayableGame,
    options: Options,
    bots: Sequence[tuple[str, Choose]],
    *,
    hand: int,
    deals: int,
    rng: Rng,
) -> list[Standing]:
    """Play `deals` deals in every rotation of the bots, one a seat, as hand `hand` of a match."""
    names = sorted({name for name, _ in bots})
    points: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(deals):
        of_deal = _play_deal(game, options, bots, hand, rng)
        for name in names:
            points[name].append(of_deal[name])
    return [_standing(name, points) for name in names]


def _play_deal(
    game: PlayableGame, options: Options, bots: Sequence[tuple[str, Choose]], hand: int, rng: Rng
) -> dict[str, float]:
    """Return the mean points a hand of each bot over all rotations of one deal."""
    match = game.new_match(options, len(bots), rng.randrange(len(bots)))
    for _ in range(1, hand):
        match = match.skip()
    setup = match.next_hand()
    if setup is None:
        raise ValueError("The match has no such hand.")
    deal = game.sample_deal(setup, rng)
    gathered: dict[str, list[int]] = {}
    for turn in range(len(bots)):
        seated = [bots[(seat + turn) % len(bots)] for seat in range(len(bots))]
        scores = match.score(_record(match, deal, seated, rng)).scores
        for (name, _), score in zip(seated, scores, strict=True):
            gathered.setdefault(name, []).append(score)
    return {name: sum(scores) / len(scores) for name, scores in gathered.items()}


def _record(
    match: PlayableMatch, deal: Deal, seated: Sequence[tuple[str, Choose]], rng: Rng
) -> HandRecord:
    """Play a deal and return its record."""
    state = match.start(deal)
    while not state.is_over():
        seat = state.acting_seats()[0]
        state.apply(seat, seated[seat][1](state.observation(seat), rng))
    return state.record()


def _standing(name: str, points: dict[str, list[float]]) -> Standing:
    others = [of_bot for other, of_bot in points.items() if other != name]
    ahead = [
        own - sum(them) / len(them)
        for own, *them in zip(points[name], *others, strict=True)
        if them
    ] or [0.0]
    mean, interval = _mean_and_interval(points[name])
    ahead_mean, ahead_interval = _mean_and_interval(ahead)
    return Standing(name, mean, interval, ahead_mean, ahead_interval)


def _mean_and_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % confidence interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, Z_95 * sqrt(variance / len(values))
