"""Play hands of Frank's Zoo as people of different skill would, for the demonstration."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log
from random import Random
from typing import Any

from games.base import HandSetup, Seat
from games.franks_zoo.setup import FranksZooSetup
from league.core.games.demo import DemoPart

SHARE_LEFT_IN_HAND = 0.06
"""How much of a deck the last player typically still holds when a hand ends."""


def play_hand(setup: HandSetup, skills: Sequence[float], rng: Random) -> dict[str, Any]:
    """Return the record of a hand; `skills` per seat, 0 is average, 1 is clearly better.

    Going out is a race as in Plackett and Luce's model. Every lion and hedgehog of the deck ends
    in somebody's pile, more often in that of those who take more tricks, or in the last player's
    hand.
    """
    if not isinstance(setup, FranksZooSetup):
        raise TypeError(f"This is not a hand of Frank's Zoo: {setup!r}")
    finish = sorted(range(setup.seats), key=lambda seat: _time_out(skills[seat], rng))
    record: dict[str, Any] = {"finish": finish}
    if setup.counts_teams:
        record["teams"] = [list(team) for team in setup.teams]
    if setup.solo is not None:
        record["solo"] = setup.solo
    if setup.counts_cards:
        record |= _cards(setup, skills, rng)
    return record


def misread(record: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Return the record with two neighbours in the order of going out swapped, as by a slip."""
    finish = list(record["finish"])
    finish[at], finish[at + 1] = finish[at + 1], finish[at]
    return {**record, "finish": finish}


def _time_out(skill: float, rng: Random) -> float:
    return -log(1 - rng.random()) / exp(skill)


def _cards(setup: FranksZooSetup, skills: Sequence[float], rng: Random) -> dict[str, Any]:
    """Spread the animals that count over the piles; seat None is the last player's hand."""
    piles: list[Seat | None] = [*range(setup.seats), None]
    weights = [exp(skill / 2) for skill in skills]
    weights.append(sum(weights) * SHARE_LEFT_IN_HAND)
    lions = Counter(rng.choices(piles, weights, k=setup.lions))
    hedgehogs = Counter(rng.choices(piles, weights, k=setup.hedgehogs))
    return {
        "lions_taken": [lions[seat] for seat in range(setup.seats)],
        "lions_in_hand": lions[None],
        "hedgehog": [hedgehogs[seat] > 0 for seat in range(setup.seats)],
    }


DEMO = DemoPart(
    play_hand=play_hand, misread=misread, long_match={"mode": "partners", "target": 10_000}
)
