"""Every way in which a few small hands can come out, counted: both implementations must agree.

The numbers are kept here, so that a change of the rules shows even where both change alike.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.play import AnimalPokerHand
from games.base import Action, Seat
from tests.games.animal_poker.writing import guess_of, new_match, seat_of
from tests.oracles import animal_poker as oracle
from tests.portions import thinned

JsonObject = dict[str, Any]


class Small(NamedTuple):
    """Describe a hand: what the cards of the season's animals show, and what each seat submits.

    "any" stands for all animals that can be played, or for all guesses that can be made.
    """

    seasons: str
    submissions: tuple[str, ...]


SMALL = {
    "any submission": Small(
        "spring winter winter spring winter fall fall",
        ("any: any", "mouse cat: herd 3 cat", "rabbit dog: chain 4 dog", "cat goat: herd 4 cat"),
    ),
    "any of three": Small(
        "fall fall spring summer fall spring winter",
        ("rabbit goat horse: chain 3 snake", "any: any", "mouse snake cat: herd 3 cat"),
    ),
    "any animals": Small(
        "winter summer fall summer spring summer summer",
        (
            "any: herd 3 dog",
            "any: chain 3 cat",
            "rabbit elephant: chain 5 dog",
            "cat horse: herd 2 cat",
        ),
    ),
    "apes": Small(
        "summer spring winter fall summer winter winter spring",
        (
            "any: chain 4 ape",
            "any: herd 3 rabbit",
            "rabbit ape: herd 4 rabbit",
            "ape dog: chain 3 ape",
            "snake goat: herd 2 goat",
        ),
    ),
}


class Count(NamedTuple):
    """Count hands: all, those that come out differently, and those in which the pot stayed whole.

    `sets` are the different sets that anybody made, `won` how often each seat won or shared a pot,
    `coins` what each gained in all, `lines` how often each rule paid.
    """

    hands: int
    outcomes: int
    stayed: int
    sets: int
    won: list[int]
    coins: list[int]
    lines: dict[str, int]


COUNTS = {
    "any submission": Count(
        hands=2380,
        outcomes=259,
        stayed=0,
        sets=58,
        won=[323, 1245, 0, 826],
        coins=[1394, 4966, 0, 3290],
        lines={"AP-07": 2331, "AP-08": 28, "AP-15": 35, "AP-16": 65},
    ),
    "any of three": Count(
        hands=4760,
        outcomes=366,
        stayed=458,
        sets=71,
        won=[0, 1201, 4030],
        coins=[0, 2269, 10232],
        lines={"AP-07": 3373, "AP-08": 1858, "AP-16": 262},
    ),
    "any animals": Count(
        hands=784,
        outcomes=114,
        stayed=145,
        sets=7,
        won=[251, 250, 141, 0],
        coins=[1390, 1386, 564, 1568],
        lines={"AP-07": 342, "AP-08": 6, "AP-15": 294, "AP-16": 1176},
    ),
    "apes": Count(
        hands=1296,
        outcomes=145,
        stayed=100,
        sets=9,
        won=[726, 407, 0, 411, 343],
        coins=[3257, 1768, 0, 1560, 1549],
        lines={"AP-07": 960, "AP-08": 179, "AP-15": 150, "AP-16": 16, "AP-18": 598},
    ),
}


class Outcome(NamedTuple):
    """How a hand came out: `lines[seat]` as (rule, coins), what is left, who made what, who won."""

    lines: tuple[tuple[tuple[str, int], ...], ...]
    pot: int
    side_pot: int | None
    made: tuple[str, ...]
    won: tuple[Seat, ...]


def outcome(lines: Any, details: JsonObject) -> Outcome:
    made = ["" if each is None else " ".join(map(str, each.values())) for each in details["made"]]
    return Outcome(
        tuple(tuple((rule, coins) for rule, coins in of_seat) for of_seat in lines),
        details["pot"],
        details["side_pot"],
        tuple(made),
        tuple(details["won"]),
    )


def hands_of_oracle(small: Small) -> Iterator[Outcome]:
    """Judge every hand that the submissions leave open, all of them listed from the rules."""
    seats = len(small.submissions)
    animals = oracle.animals_of(seats)
    seasons = dict(zip(animals, small.seasons.split(), strict=False))
    choices = []
    for submission in small.submissions:
        played, guess = submission.split(": ")
        all_played: Any = combinations(animals, 3 if seats == 3 else 2)
        all_guesses = [each for each in oracle.SETS[seats] if each["size"] <= 9]
        choices.append(
            [
                {"animals": list(own), "guess": guessed}
                for own in (all_played if played == "any" else [played.split()])
                for guessed in (all_guesses if guess == "any" else [guess_of(guess)])
            ]
        )
    for submitted in product(*choices):
        hand = {"seasons": seasons, "seats": list(submitted)}
        judged = oracle.judge_hand(seats, hand, seats, [False] * seats)
        yield outcome(judged["lines"], judged)


def hands_of_engine(small: Small) -> Iterator[Outcome]:
    """Play every hand that the submissions leave open, action by action."""
    seats = len(small.submissions)
    match = new_match(seats)
    setup = match.next_hand()
    assert setup is not None
    seasons = dict(zip(oracle.animals_of(seats), small.seasons.split(), strict=False))
    deal = ANIMAL_POKER.read_deal(setup, {"seasons": seasons})
    state = match.start(deal)
    choices = [_choices(state, seat, words) for seat, words in enumerate(small.submissions)]
    for submitted in product(*choices):
        played = state.clone()
        for seat, action in enumerate(submitted):
            played.apply(seat, action)
        score = match.score(played.record())
        lines = [[(line.rule, line.points) for line in of_seat] for of_seat in score.lines]
        assert played.outcome().coins == score.scores
        yield outcome(lines, score.details_as_json())


def _choices(state: AnimalPokerHand, seat: Seat, words: str) -> list[Action]:
    """List the legal actions that a submission leaves open."""
    played, guess = words.split(": ")
    if "any" not in (played, guess):
        return [state.read_action(seat, {"type": "submit", **seat_of(words)})]
    written: list[tuple[Action, Any]] = [
        (action, state.action_as_json(seat, action)) for action in state.legal_actions(seat)
    ]
    return [
        action
        for action, submitted in written
        if played in ("any", " ".join(submitted["animals"]))
        and (guess == "any" or submitted["guess"] == guess_of(guess))
    ]


def count(outcomes: list[Outcome], seats: int) -> Count:
    each_seat = range(seats)
    return Count(
        hands=len(outcomes),
        outcomes=len(set(outcomes)),
        stayed=sum(each.pot == seats for each in outcomes),
        sets=len({made for each in outcomes for made in each.made} - {""}),
        won=[sum(seat in each.won for each in outcomes) for seat in each_seat],
        coins=[
            sum(coins for each in outcomes for _, coins in each.lines[seat]) for seat in each_seat
        ],
        lines=dict(
            Counter(rule for each in outcomes for of_seat in each.lines for rule, _ in of_seat)
        ),
    )


@pytest.mark.rule("AP-04", "AP-05", "AP-06", "AP-07", "AP-08", "AP-15", "AP-16", "AP-18", "AP-R15")
@pytest.mark.parametrize("name", thinned([*SMALL], 3))
def test_small_hands_come_out_in_as_many_ways_as_they_should(name: str) -> None:
    small = SMALL[name]
    by_engine = list(hands_of_engine(small))
    by_oracle = list(hands_of_oracle(small))
    assert Counter(by_engine) == Counter(by_oracle)
    assert count(by_engine, len(small.submissions)) == COUNTS[name]
