"""Who wins the pots, and what horses bring (AP-06 to AP-08, AP-15, AP-16, AP-18)."""

import pytest

from games.animal_poker.scoring import AnimalPokerScore
from tests.games.animal_poker.writing import hand_of, new_match, score_of

NOTHING = "herd 9 mouse"


def lines_of(score: AnimalPokerScore) -> list[list[tuple[str, str, int]]]:
    return [[(line.rule, line.code, line.points) for line in lines] for lines in score.lines]


@pytest.mark.rule("AP-07", "AP-06", "AP-03")
def test_best_set_wins_the_pot() -> None:
    score = score_of(
        "goat horse: herd 3 goat",
        "goat horse: chain 3 horse",
        "goat dog: herd 3 horse",
        "horse dog: herd 2 horse",
    )
    assert score.won == (2,)
    assert (score.scores, score.pot, score.side_pot) == ((2, 2, 4, 2), 0, None)
    assert lines_of(score) == [
        [("AP-16", "horse_fall", 2)],
        [("AP-16", "horse_fall", 2)],
        [("AP-07", "pot", 4)],
        [("AP-16", "horse_fall", 2)],
    ]


@pytest.mark.rule("AP-08")
def test_equal_best_sets_split_the_pot_and_the_rest_stays() -> None:
    match = new_match(4)
    nobody = hand_of(*[f"cat dog: {NOTHING}"] * 4)
    score = match.score(nobody)
    assert (score.won, score.scores, score.pot, lines_of(score)) == ((), (0,) * 4, 4, [[]] * 4)
    match = match.add(nobody)
    spring = {**dict.fromkeys(nobody["seasons"], "spring"), "horse": "winter"}
    score = match.score(
        hand_of(
            "goat rabbit: herd 2 goat",
            "goat rabbit: herd 2 goat",
            "elephant rabbit: herd 2 goat",
            f"elephant cat: {NOTHING}",
            **spring,
        )
    )
    assert (score.won, score.scores, score.pot) == ((0, 1, 2), (2, 2, 2, 0), 2)
    assert lines_of(score)[0] == [("AP-08", "pot_split", 2)]


@pytest.mark.rule("AP-15", "AP-R12")
def test_winter_goat_wins_when_nobody_makes_a_set() -> None:
    nobody = score_of(f"goat cat: {NOTHING}", *[f"cat dog: {NOTHING}"] * 3, goat="winter")
    assert (nobody.won, nobody.scores) == ((0,), (4, 0, 0, 0))
    assert lines_of(nobody)[0] == [("AP-15", "pot_by_goat", 4)]
    somebody = score_of(
        f"goat cat: {NOTHING}", *[f"cat dog: {NOTHING}"] * 2, "cat dog: herd 2 dog", goat="winter"
    )
    assert (somebody.won, somebody.scores) == ((3,), (0, 0, 0, 4))


@pytest.mark.rule("AP-15", "AP-R7")
@pytest.mark.parametrize(
    ("against", "wins"), [("mouse", False), ("elephant", False), ("dog", True)]
)
def test_spring_goat_wins_without_a_mouse_or_an_elephant(against: str, wins: bool) -> None:
    table = ("cat horse: herd 2 cat", "rabbit horse: herd 2 horse", f"{against} cat: {NOTHING}")
    score = score_of(f"goat rabbit: {NOTHING}", *table, goat="spring", rabbit="summer")
    assert score.won == ((0,) if wins else (2,))


@pytest.mark.rule("AP-15")
def test_summer_goat_wins_alone() -> None:
    table = ("cat horse: herd 2 cat", "cat horse: herd 2 horse")
    alone = score_of(f"goat rabbit: {NOTHING}", *table, f"dog cat: {NOTHING}", goat="summer")
    assert alone.won == (0,)
    two = score_of(f"goat rabbit: {NOTHING}", *table, f"goat cat: {NOTHING}", goat="summer")
    assert two.won == (2,)


@pytest.mark.rule("AP-15", "AP-R10", "AP-08")
def test_fall_goat_wins_with_a_guess_that_another_submitted() -> None:
    score = score_of(
        f"goat rabbit: {NOTHING}",
        f"goat horse: {NOTHING}",
        "goat cat: herd 9 cat",
        "cat horse: herd 2 horse",
        goat="fall",
    )
    assert (score.won, score.scores, score.pot) == ((0, 1), (2, 2, 0, 0), 0)
    assert lines_of(score)[0] == [("AP-08", "pot_split_by_goat", 2)]
    added_by_a_mouse = score_of(
        "goat rabbit: herd 3 cat",
        f"mouse horse: {NOTHING}",
        f"dog cat: {NOTHING}",
        "cat horse: herd 2 horse",
        goat="fall",
        mouse="spring",
    )
    assert added_by_a_mouse.won == (1,)  # with the best set, a chain of 4


@pytest.mark.rule("AP-R9", "AP-15")
def test_snake_does_not_stop_a_goat() -> None:
    score = score_of(
        f"goat rabbit: {NOTHING}",
        "snake horse: herd 2 horse",
        "horse cat: herd 2 horse",
        f"dog cat: {NOTHING}",
        goat="summer",
    )
    assert score.won == (0,)


@pytest.mark.rule("AP-16", "AP-R13")
def test_winter_horse_pays_winners_of_either_pot() -> None:
    score = score_of(
        "ape horse: herd 2 ape",
        "cat horse: herd 3 cat",
        "cat horse: herd 2 cat",
        "ape cat: herd 2 cat",
        f"dog cat: {NOTHING}",
        horse="winter",
        ape="winter",
    )
    assert (score.won, score.scores, score.side_pot) == ((0, 1), (5, 7, 0, 0, 0), 3)
    assert lines_of(score)[0] == [("AP-18", "side_pot", 3), ("AP-16", "horse_winter", 2)]


@pytest.mark.rule("AP-16", "AP-R7")
def test_spring_horse_pays_when_another_played_the_same_animals() -> None:
    score = score_of(
        f"cat horse: {NOTHING}",
        f"horse cat: {NOTHING}",
        f"dog horse: {NOTHING}",
        f"dog cat: {NOTHING}",
        horse="spring",
        dog="fall",
    )
    assert score.scores == (2, 2, 0, 0)


@pytest.mark.rule("AP-16", "AP-R1")
def test_summer_horse_pays_two_and_makes_no_set() -> None:
    score = score_of(
        "cat horse: herd 2 cat",
        "cat goat: herd 2 cat",
        f"dog goat: {NOTHING}",
        f"dog goat: {NOTHING}",
        horse="summer",
    )
    assert (score.made[0], score.won, score.scores) == (None, (1,), (2, 4, 0, 0))


@pytest.mark.rule("AP-16", "AP-R12", "AP-R9")
def test_fall_horse_pays_when_everybody_makes_a_set() -> None:
    table = ["cat horse: herd 2 cat", "cat dog: herd 2 cat", "goat dog: herd 2 dog"]
    assert score_of(*table, "goat cat: herd 3 cat", horse="fall").scores == (2, 0, 0, 4)
    assert score_of(*table, "goat cat: herd 9 cat", horse="fall").scores == (0, 0, 4, 0)
    stopped = score_of(*table, "snake cat: herd 3 cat", horse="fall", snake="winter")
    assert stopped.scores == (0, 0, 0, 4)


@pytest.mark.rule("AP-16", "AP-R12", "AP-15")
def test_fall_horse_pays_those_who_lose_to_a_goat() -> None:
    score = score_of(
        "cat horse: herd 2 cat",
        "cat dog: herd 2 cat",
        "rabbit dog: herd 2 dog",
        "goat cat: herd 3 cat",
        goat="summer",
    )
    assert score.scores == (2, 0, 0, 4)


@pytest.mark.rule("AP-18", "AP-R2", "AP-R7", "AP-R8")
@pytest.mark.parametrize(
    ("season", "held"),
    [
        ("winter", 3),
        ("spring", 3),  # of five players two played an ape
        ("summer", 3),  # ape, rabbit, goat, cat, dog: half of five, rounded up
        ("fall", 4),  # four rabbits, not doubled and without those stored
    ],
)
def test_side_pot_goes_by_the_season_of_the_ape(season: str, held: int) -> None:
    table = [
        f"ape rabbit: {NOTHING}",
        f"ape goat: {NOTHING}",
        f"rabbit cat: {NOTHING}",
        f"rabbit dog: {NOTHING}",
        f"rabbit dog: {NOTHING}",
    ]
    quiet = dict.fromkeys(["mouse", "snake", "cat", "dog", "goat", "horse"], "spring")
    first = hand_of(*table, rabbit="fall", ape="fall" if season != "fall" else "summer")
    match = new_match(5).add(first)
    score = match.score(hand_of(*table, **{**quiet, "goat": "summer"}, rabbit="spring", ape=season))
    assert (score.side_pot, score.won) == (held, (1,))


@pytest.mark.rule("AP-18", "AP-R17")
def test_side_pot_is_cleared_and_the_main_pot_stays() -> None:
    score = score_of(*[f"ape cat: {NOTHING}"] * 5, ape="winter")
    assert (score.won, score.scores, score.side_pot, score.pot) == ((), (0,) * 5, 3, 5)
    assert new_match(5).add(hand_of(*[f"ape cat: {NOTHING}"] * 5)).pot == 5
    split = score_of(*["ape cat: herd 5 ape"] * 5, ape="summer")
    assert (split.won, split.scores, split.pot) == ((0, 1, 2, 3, 4), (0,) * 5, 5)
    assert split.side_pot == 1


@pytest.mark.rule("AP-R14", "AP-R17", "AP-18")
def test_share_of_no_coins_is_a_win_of_the_side_pot() -> None:
    score = score_of(*["ape horse: herd 5 ape"] * 5, ape="spring", horse="winter")
    assert (score.side_pot, score.won, score.scores) == (0, (0, 1, 2, 3, 4), (2,) * 5)
    assert lines_of(score)[0] == [("AP-18", "side_pot_split", 0), ("AP-16", "horse_winter", 2)]


@pytest.mark.rule("AP-18", "AP-15")
def test_goats_decide_each_pot_for_itself() -> None:
    score = score_of(
        f"ape goat: {NOTHING}",
        "ape cat: herd 2 ape",
        "cat dog: herd 2 dog",
        "cat dog: herd 3 cat",
        f"horse dog: {NOTHING}",
        goat="summer",
        ape="winter",
    )
    assert (score.won, score.scores) == ((0, 3), (3, 0, 0, 5, 0))
    assert lines_of(score)[0] == [("AP-18", "side_pot_by_goat", 3)]
    assert lines_of(score)[3] == [("AP-07", "pot", 5)]


@pytest.mark.rule("AP-18")
def test_cards_of_both_pots_count_for_everybody_and_snakes_hit_both() -> None:
    score = score_of(
        "ape snake: herd 2 ape",
        "ape cat: herd 2 cat",
        "cat horse: herd 2 ape",
        "dog horse: chain 3 dog",
        f"horse dog: {NOTHING}",
        snake="winter",
        ape="winter",
    )
    assert score.won == (0, 3)
    assert score.made[1] is None
    assert score.made[2] is None


@pytest.mark.rule("AP-R1", "AP-R15", "AP-13", "AP-15", "AP-17")
def test_example_of_the_rulebook_comes_out_as_ruled() -> None:
    score = score_of(
        "snake horse: herd 4 elephant",
        "rabbit cat: chain 6 elephant",
        "rabbit goat: herd 3 rabbit",
        "elephant cat: chain 6 elephant",
        mouse="winter",
        rabbit="summer",
        snake="spring",
        cat="summer",
        dog="fall",
        goat="spring",
        horse="summer",
    )
    assert score.details_as_json() == {
        "pot": 0,
        "side_pot": None,
        "made": [None, None, None, {"kind": "chain", "size": 6, "animal": "elephant"}],
        "won": [3],
    }
    assert lines_of(score) == [[("AP-16", "horse_summer", 2)], [], [], [("AP-07", "pot", 4)]]


@pytest.mark.rule("AP-07", "AP-08", "AP-15", "AP-16", "AP-18")
def test_lines_say_what_the_coins_are_for() -> None:
    goats = score_of(
        f"ape goat: {NOTHING}",
        f"ape cat: {NOTHING}",
        f"goat horse: {NOTHING}",
        f"goat horse: {NOTHING}",
        f"cat dog: {NOTHING}",
        goat="winter",
        horse="spring",
    )
    assert [[line.text for line in lines] for lines in goats.lines[:3]] == [
        ["The side pot for a goat."],
        [],
        ["The pot of 5 for a goat, split by 2.", "The spring horse: 2 coins from the bank."],
    ]
    sets = score_of(
        "ape goat: herd 2 ape",
        "ape goat: herd 2 ape",
        "cat goat: herd 3 goat",
        f"dog cat: {NOTHING}",
        f"cat dog: {NOTHING}",
    )
    assert [[line.text for line in lines] for lines in sets.lines[1:3]] == [
        ["The side pot of 3 for the best set of those with an ape, split by 2."],
        ["The pot for the best set."],
    ]
    assert [dict(line.data) for lines in sets.lines[1:3] for line in lines] == [
        {"pot": 3, "winners": 2, "coins": 1},
        {"pot": 5, "winners": 1, "coins": 5},
    ]
    coins = new_match(4).score({"coins": [1, 4, 0, 0], "won": [1], "pot": 0})
    assert [[line.text for line in lines] for lines in coins.lines] == [
        ["1 coin, as the table counted."],
        ["4 coins, as the table counted."],
        [],
        [],
    ]
