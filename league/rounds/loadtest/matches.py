"""A pool of matches that the engine has scored, from which the tables of a season draw."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.base import Match
from league.competitions.models import Competition, Table
from league.core.games import demo_game
from league.results.models import Hand, HandRevision
from league.results.scoring import ComputedHand, begin_match, compute_hands, record_of
from league.rounds.loadtest.sizes import SEATS


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """Hold a hand as it is stored: what happened and what it is worth, both as JSON.

    `totals` and `places` are those of the match after it, per seat.
    """

    record: str
    score: str
    totals: tuple[int, ...]
    places: tuple[int, ...]


def play_matches(
    competition: Competition, count: int, hands: int, chance: Random
) -> list[list[PlayedHand]]:
    """Play so many matches of so many hands at tables of a competition."""
    return [_play_match(competition, hands, chance) for _ in range(count)]


def _play_match(competition: Competition, hands: int, chance: Random) -> list[PlayedHand]:
    table = Table(game=competition.game, options=competition.options)
    match = begin_match(table, SEATS)
    played: list[Hand] = []
    for number in range(1, hands + 1):
        record = _play_hand(match, chance)
        match = match.add(record)
        revision = HandRevision(number=1, record=record)
        played.append(Hand(number=number, current=revision))
    return [_as_stored(hand) for hand in compute_hands(table, SEATS, played).hands]


def _play_hand(match: Match, chance: Random) -> dict[str, Any]:
    setup = match.next_hand()
    if setup is None:
        raise ValueError("The match is over before it has as many hands as it is to have.")
    skills: Sequence[float] = [0] * SEATS
    _game, demo = demo_game()
    return demo.play_hand(setup, skills, chance)


def _as_stored(computed: ComputedHand) -> PlayedHand:
    return PlayedHand(
        record=json.dumps(record_of(computed.hand), sort_keys=True),
        score=json.dumps(computed.score),
        totals=tuple(computed.score["totals"]),
        places=tuple(computed.score["places"]),
    )
