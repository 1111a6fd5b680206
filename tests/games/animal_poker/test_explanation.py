"""The explanation of a hand: each step with its rule, in the order of the judging."""

from random import Random

import pytest

from games.animal_poker.explanation import Step
from games.animal_poker.rules import RULES
from tests.games.animal_poker.writing import hand_of, in_short, new_match
from tests.oracles.animal_poker_hands import random_match
from tests.portions import portions

EXAMPLE = hand_of(
    "snake horse: herd 4 elephant",
    "rabbit cat: chain 6 elephant",
    "rabbit goat: herd 3 rabbit",
    "cat elephant: chain 6 elephant",
    mouse="winter",
    rabbit="summer",
    snake="spring",
    cat="summer",
    dog="fall",
    goat="spring",
    horse="summer",
)


def told(steps: tuple[Step, ...], seat: int | None) -> list[tuple[str, str]]:
    return [(step.rule, step.text) for step in steps if step.seat == seat]


@pytest.mark.rule("AP-R15", "AP-R20", "AP-R9", "AP-17", "AP-16")
def test_example_of_the_rulebook_is_told_seat_by_seat() -> None:
    steps = new_match(4).explain(EXAMPLE)
    closed = (
        "AP-R20",
        "Played no rabbit, so the summer rabbits of others close all rabbits played.",
    )
    animals = "2 × rabbit, 1 × snake, 2 × cat, 1 × goat, 1 × horse, 1 × elephant"
    assert told(steps, None) == [("AP-03", f"On the table: {animals}. The pot holds 4 coins.")]
    assert told(steps, 0) == [
        ("AP-04", "Plays snake and horse, guesses a herd of 4 elephants."),
        closed,
        ("AP-07", "May use 1 × snake, 2 × cat, 1 × goat, 1 × horse, 1 × elephant."),
        ("AP-16", "The own summer horse lets its player make no set."),
        ("AP-07", "Cannot build any guessed set."),
        ("AP-16", "The summer horse brings 2 coins: it always does."),
    ]
    assert told(steps, 1) == [
        ("AP-04", "Plays rabbit and cat, guesses a chain of 6 to the elephant."),
        ("AP-12", "The summer rabbit makes rabbits wild."),
        ("AP-14", "The summer cat makes cats and all lower animals wild, as nobody played a dog."),
        ("AP-07", "May use 1 × goat, 1 × horse, 1 × elephant, 5 × wild."),
        ("AP-13", "The spring snake of seat 0 forbids chains."),
        ("AP-R9", "Could build a chain of 6 to the elephant, but may not."),
    ]
    assert told(steps, 2)[-1] == (
        "AP-15",
        "The spring goat fails: a mouse or an elephant was played.",
    )
    assert told(steps, 3)[-3:] == [
        ("AP-17", "The elephant is not stopped by snakes."),
        ("AP-07", "Makes a chain of 6 to the elephant."),
        ("AP-07", "Wins the pot with the best set: 4 coins of 4."),
    ]


@pytest.mark.rule("AP-18", "AP-R17", "AP-14", "AP-R8", "AP-11", "AP-08")
def test_steps_hold_the_values_behind_their_words() -> None:
    match = new_match(5).add(hand_of(*["rabbit ape: herd 9 mouse"] * 5, rabbit="fall"))
    summer = dict.fromkeys(["snake", "dog", "goat", "horse"], "summer")
    hand = hand_of(
        "cat mouse: herd 3 cat",
        "ape dog: herd 3 dog",
        "ape dog: herd 3 dog",
        "cat goat: herd 3 cat",
        "cat goat: herd 3 cat",
        **summer,
        mouse="fall",
        cat="summer",
        rabbit="winter",
        ape="spring",
    )
    steps = [(step.code, step.seat, dict(step.data)) for step in match.explain(hand)]
    shares = {"coins": 3, "held": 10, "winners": 3}
    assert [step for step in steps if step[0] in ("stored_rabbit", "mouse", "low_wild_not")] == [
        ("stored_rabbit", 0, {}),
        ("low_wild_not", 0, {"animal": "cat", "absent": "dog"}),
        ("mouse", 0, {"season": "fall"}),
        ("stored_rabbit", 1, {}),
        ("stored_rabbit", 2, {}),
        ("stored_rabbit", 3, {}),
        ("low_wild_not", 3, {"animal": "cat", "absent": "dog"}),
        ("stored_rabbit", 4, {}),
        ("low_wild_not", 4, {"animal": "cat", "absent": "dog"}),
    ]
    assert ("pool", 0, {"mouse": 1, "rabbit": 1, "cat": 3, "ape": 2, "dog": 2, "goat": 2}) in steps
    assert steps[-8:] == [
        ("goat_fails", 3, {"season": "summer"}),
        ("goat_fails", 4, {"season": "summer"}),
        ("pot", 0, shares),
        ("pot", 3, shares),
        ("pot", 4, shares),
        ("pot_rest", None, {"left": 1}),
        ("side_pot_holds", None, {"held": 3, "season": "spring"}),
        ("side_pot_cleared", None, {"left": 3}),
    ]


def test_hand_known_by_its_coins_has_no_steps() -> None:
    assert new_match(4).explain({"coins": [4, 0, 0, 0], "won": [0], "pot": 0}) == ()


@pytest.mark.parametrize("numbers", portions(15, 60))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_steps_agree_with_the_score_of_any_hand(seats: int, numbers: range) -> None:
    """The sets told are those made, the coins told add up, and every rule exists."""
    rng = Random(f"{seats} {numbers.start}")
    codes: set[str] = set()
    for _ in numbers:
        match = new_match(seats, target=10**6)
        for hand in random_match(rng, seats)["hands"]:
            if hand is None:
                match = match.skip()
                continue
            score, steps = match.score(hand), match.explain(hand)
            codes.update(step.code for step in steps)
            assert {step.rule for step in steps} <= set(RULES)
            if "coins" not in hand:
                sets = {
                    step.seat: f"{step.data['kind']} {step.data['size']} {step.data['animal']}"
                    for step in steps
                    if step.code == "made"
                }
                assert [sets.get(seat) for seat in range(seats)] == [
                    in_short(each) for each in score.made
                ]
                coins = [0] * seats
                for step in steps:
                    if step.seat is not None:
                        coins[step.seat] += int(step.data.get("coins", 0))
                assert tuple(coins) == score.scores
                assert all(step.as_json()["text"] == step.text for step in steps)
            match = match.add(hand)
    assert {"made", "cannot_build", "stopped", "snake_forbids", "immune", "goat_wins"} <= codes
