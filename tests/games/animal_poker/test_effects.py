"""Every effect of every season on what can be made, one by one (AP-11 to AP-14, AP-17)."""

import pytest

from tests.games.animal_poker.writing import hand_of, in_short, made, new_match


@pytest.mark.rule("AP-11")
def test_winter_mouse_guesses_all_herds_of_rabbits_snakes_and_cats() -> None:
    table = ("rabbit goat: herd 9 goat", "rabbit goat: herd 9 goat", "goat horse: herd 9 goat")
    assert made("mouse horse: herd 9 mouse", *table, mouse="winter")[0] == "herd 2 rabbit"
    assert made("mouse horse: herd 2 goat", *table, mouse="winter")[0] == "herd 2 goat"
    assert made("dog horse: herd 9 mouse", *table, mouse="winter")[0] is None


@pytest.mark.rule("AP-11")
def test_spring_mouse_guesses_all_herds_of_three_and_chains_of_four() -> None:
    table = ("dog goat: herd 9 cat", "goat horse: herd 9 cat", "dog goat: herd 9 cat")
    assert made("mouse cat: herd 9 mouse", *table, mouse="spring")[0] == "chain 4 horse"
    table = ("dog goat: herd 9 cat", "goat horse: herd 9 cat", "rabbit goat: herd 9 cat")
    assert made("mouse horse: herd 9 mouse", *table, mouse="spring")[0] == "herd 3 goat"


@pytest.mark.rule("AP-11", "AP-R11")
def test_summer_mouse_guesses_chains_of_any_size_to_dog_goat_and_horse() -> None:
    table = ("rabbit snake: herd 9 cat", "cat dog: herd 9 cat")
    full = (*table, "goat horse: herd 9 cat")
    assert made("mouse elephant: herd 9 mouse", *full, mouse="summer")[0] == "chain 7 horse"
    gapped = (*table, "horse elephant: herd 9 cat")
    assert made("mouse elephant: herd 9 mouse", *gapped, mouse="summer")[0] == "chain 5 dog"
    no_dog = ("rabbit cat: herd 9 cat", "horse goat: herd 9 cat", "horse goat: herd 9 cat")
    assert made("mouse elephant: herd 9 mouse", *no_dog, mouse="summer")[0] is None


@pytest.mark.rule("AP-11", "AP-R10")
def test_fall_mouse_guesses_what_others_submitted_and_not_what_their_mice_add() -> None:
    table = ("mouse goat: herd 9 goat", "goat horse: herd 2 horse", "horse dog: herd 9 cat")
    assert made("mouse goat: herd 9 mouse", *table, mouse="fall") == [
        "herd 2 horse",
        "herd 2 horse",
        "herd 2 horse",
        None,
    ]
    alone = ("cat goat: herd 9 goat", "goat horse: herd 9 horse", "horse dog: herd 9 cat")
    assert made("mouse goat: herd 9 mouse", *alone, mouse="fall")[0] is None


@pytest.mark.rule("AP-12", "AP-R6")
@pytest.mark.parametrize(
    ("guess", "is_made"),
    [
        ("herd 3 elephant", True),
        ("herd 4 elephant", False),  # the third rabbit stays a rabbit
        ("herd 4 rabbit", True),
        ("herd 5 rabbit", False),
    ],
)
def test_winter_rabbit_makes_three_wilds_of_two_rabbits(guess: str, is_made: bool) -> None:
    table = ("rabbit goat: herd 9 cat", "rabbit goat: herd 9 cat", "goat horse: herd 3 horse")
    assert made(f"rabbit goat: {guess}", *table, rabbit="winter") == [
        guess if is_made else None,
        None,
        None,
        None,
    ]


@pytest.mark.rule("AP-12", "AP-10")
def test_spring_rabbit_doubles_rabbits_for_its_player_alone() -> None:
    table = ("rabbit goat: herd 5 rabbit", "cat goat: herd 3 rabbit", "cat goat: herd 2 rabbit")
    assert made("rabbit goat: herd 4 rabbit", *table, rabbit="spring") == [
        "herd 4 rabbit",
        None,
        None,
        "herd 2 rabbit",
    ]


@pytest.mark.rule("AP-12", "AP-R20")
def test_summer_rabbit_is_wild_for_its_player_and_closed_to_those_without() -> None:
    table = ("cat goat: herd 2 rabbit", "cat horse: herd 3 cat", "rabbit dog: herd 2 rabbit")
    assert made("rabbit cat: herd 5 cat", *table, rabbit="summer") == [
        "herd 5 cat",
        None,
        "herd 3 cat",
        "herd 2 rabbit",
    ]


@pytest.mark.rule("AP-R20", "AP-14")
def test_closed_rabbits_are_no_wilds_either_but_a_wild_may_be_a_rabbit() -> None:
    table = ("rabbit goat: herd 9 cat", "rabbit cat: herd 9 cat", "horse goat: herd 9 cat")
    seasons = {"rabbit": "summer", "cat": "summer"}
    assert made("cat goat: herd 2 elephant", *table, **seasons)[0] == "herd 2 elephant"
    assert made("cat goat: herd 3 elephant", *table, **seasons)[0] is None
    assert made("cat goat: herd 2 rabbit", *table, **seasons)[0] == "herd 2 rabbit"


SPRING = dict.fromkeys(["mouse", "snake", "cat", "dog", "goat", "horse"], "spring")
"""What may follow a quiet hand."""


@pytest.mark.rule("AP-12", "AP-R8")
@pytest.mark.parametrize(
    ("season", "guess"),
    [
        ("spring", "herd 4 rabbit"),  # both are doubled
        ("winter", "herd 4 horse"),  # both are a pair, beside the horse
        ("summer", "herd 3 horse"),  # both are wild
    ],
)
def test_rabbit_of_last_fall_is_one_more_for_all_effects_on_rabbits(
    season: str, guess: str
) -> None:
    others = ("cat dog: herd 9 cat", "cat horse: herd 9 cat", "dog goat: herd 9 cat")
    fall = hand_of("rabbit goat: herd 9 cat", *others, rabbit="fall")
    second = hand_of(f"rabbit goat: {guess}", *others, **SPRING, rabbit=season)
    with_rabbit = new_match(4).add(fall)
    assert in_short(with_rabbit.score(second).made[0]) == guess
    assert new_match(4).score(second).made[0] is None
    assert with_rabbit.add(second).stored_rabbits == (False,) * 4


@pytest.mark.rule("AP-R8", "AP-R20")
def test_rabbit_of_last_fall_stays_when_a_summer_rabbit_closes_the_others() -> None:
    fall = hand_of(*["rabbit goat: herd 9 cat"] * 4, rabbit="fall")
    summer = hand_of(
        "cat goat: chain 3 snake",
        "cat goat: herd 2 rabbit",
        "rabbit goat: herd 2 elephant",
        "mouse snake: herd 9 cat",
        **{**SPRING, "snake": "summer"},
        rabbit="summer",
    )
    assert [in_short(each) for each in new_match(4).add(fall).score(summer).made] == [
        "chain 3 snake",
        None,
        "herd 2 elephant",
        "chain 4 cat",  # of the spring mouse, with its stored rabbit
    ]


@pytest.mark.rule("AP-13", "AP-R9")
@pytest.mark.parametrize(
    ("season", "spared"),
    [
        ("winter", [None, "chain 4 horse", None, "chain 5 horse"]),
        ("spring", ["herd 2 goat", None, "herd 4 goat", None]),
        ("summer", ["herd 2 goat", "chain 4 horse", "herd 4 goat", None]),
        ("fall", [None, "chain 4 horse", "herd 4 goat", "chain 5 horse"]),
    ],
)
def test_snake_stops_the_others_by_its_season(season: str, spared: list[str | None]) -> None:
    table = (
        "goat horse: herd 2 goat",
        "goat cat: chain 4 horse",
        "goat dog: herd 4 goat",
        "goat ape: chain 5 horse",
        "snake horse: herd 2 horse",
    )
    assert made(*table, snake=season) == [*spared, "herd 2 horse"]


@pytest.mark.rule("AP-13", "AP-R9")
@pytest.mark.parametrize(
    ("season", "guess", "is_spared"),
    [
        ("summer", "chain 5 dog", False),
        ("summer", "herd 4 elephant", True),
        ("fall", "herd 3 elephant", False),
        ("fall", "chain 4 cat", True),
        ("fall", "chain 3 elephant", False),
        ("summer", "herd 5 mouse", False),
    ],
)
def test_snake_goes_by_type_and_size_and_not_by_animal(
    season: str, guess: str, is_spared: bool
) -> None:
    wilds = "rabbit goat: herd 9 cat"  # five rabbits are wild for those who played one
    table = (wilds, wilds, wilds, "rabbit snake: herd 9 cat", "cat snake: herd 9 cat")
    answer = made(f"rabbit dog: {guess}", *table, rabbit="summer", snake=season)[0]
    assert answer == (guess if is_spared else None)


@pytest.mark.rule("AP-13", "AP-R9")
def test_two_snakes_stop_each_other_and_one_alone_not_its_player() -> None:
    both = made(
        "snake goat: herd 2 goat",
        "snake goat: herd 2 goat",
        "goat cat: herd 2 goat",
        "dog cat: herd 2 goat",
        snake="winter",
    )
    assert both == [None] * 4


@pytest.mark.rule("AP-R9", "AP-11")
def test_snake_stops_the_guesses_that_a_mouse_adds() -> None:
    table = ("rabbit goat: herd 9 goat", "rabbit snake: herd 9 goat", "goat horse: herd 9 goat")
    assert made("mouse horse: herd 9 mouse", *table, mouse="winter", snake="winter")[0] is None
    assert made("mouse horse: herd 9 mouse", *table, mouse="winter", snake="spring")[0] == (
        "herd 2 rabbit"
    )


@pytest.mark.rule("AP-17")
def test_elephant_is_not_stopped_and_has_snakes_wild() -> None:
    table = ("snake goat: herd 9 cat", "snake goat: herd 9 cat", "horse goat: herd 2 horse")
    assert made("elephant horse: herd 4 horse", *table, snake="winter") == [
        "herd 4 horse",
        None,
        None,
        None,
    ]
    assert made("elephant horse: herd 5 horse", *table, snake="winter")[0] is None


@pytest.mark.rule("AP-14")
@pytest.mark.parametrize("own", ["cat", "dog"])
@pytest.mark.parametrize(
    ("guess", "is_made"),
    [
        ("herd 3 mouse", True),  # two cats and the mouse
        ("herd 4 mouse", False),
        ("herd 2 rabbit", True),
        ("herd 3 horse", True),  # two dogs and the horse
        ("herd 4 horse", False),
        ("chain 3 dog", True),  # a cat is the snake
        ("chain 4 dog", False),
        ("chain 6 elephant", True),  # a cat is the snake, a dog the elephant
        ("chain 7 elephant", False),
    ],
)
def test_winter_cat_or_dog_lets_cats_go_down_and_dogs_up(
    own: str, guess: str, is_made: bool
) -> None:
    """Two cats, two dogs, a mouse, a horse and two goats are played."""
    other = "dog" if own == "cat" else "cat"
    table = (f"{other} mouse: herd 9 cat", "cat goat: herd 9 cat", "dog goat: herd 9 cat")
    answer = made(f"{own} horse: {guess}", *table, **{own: "winter"})
    assert answer[0] == (guess if is_made else None)


@pytest.mark.rule("AP-14", "AP-R5")
@pytest.mark.parametrize("own", ["cat", "dog"])
@pytest.mark.parametrize(
    ("guess", "is_made"),
    [
        ("herd 4 elephant", True),  # two pairs
        ("herd 5 elephant", False),
        ("herd 5 dog", True),  # and a dog without a cat
        ("herd 6 dog", False),
        ("herd 5 cat", False),
    ],
)
def test_spring_cat_or_dog_makes_two_wilds_of_a_pair(own: str, guess: str, is_made: bool) -> None:
    """Two cats and three dogs are played."""
    table = {
        "cat": ["cat goat", "dog goat", "cat goat", "dog goat", "dog goat"],
        "dog": ["dog goat", "cat goat", "cat goat", "dog goat", "dog goat"],
    }[own]
    others = [f"{animals}: herd 9 mouse" for animals in table[1:]]
    answer = made(f"{table[0]}: {guess}", *others, **{own: "spring"})
    assert answer == [guess if is_made else None, None, None, None, None]


@pytest.mark.rule("AP-14", "AP-R5")
def test_winter_cat_beside_a_spring_dog_uses_no_animal_twice() -> None:
    table = ("cat goat mouse: herd 9 cat", "goat horse rabbit: herd 9 cat")
    # a pair makes two wilds; the other cat is left, and counts as a mouse beside the mouse
    seasons = {"cat": "winter", "dog": "spring"}
    assert made("cat dog goat: herd 4 mouse", *table, **seasons)[0] == "herd 4 mouse"
    assert made("cat dog goat: herd 5 mouse", *table, **seasons)[0] is None
    assert made("cat dog goat: herd 3 elephant", *table, **seasons)[0] is None


@pytest.mark.rule("AP-14")
@pytest.mark.parametrize(
    ("own", "table", "against", "guess", "too_much"),
    [
        (
            "cat goat",
            ["mouse goat", "rabbit horse", "cat horse", "rabbit goat"],
            "dog goat",
            "herd 5 elephant",
            "herd 6 elephant",
        ),
        (
            "dog rabbit",
            ["horse rabbit", "goat mouse", "elephant mouse", "dog mouse"],
            "cat mouse",
            "herd 5 snake",
            "herd 6 snake",
        ),
    ],
)
def test_summer_cat_and_dog_have_their_side_wild_unless_the_other_was_played(
    own: str, table: list[str], against: str, guess: str, too_much: str
) -> None:
    others = [f"{animals}: herd 9 ape" for animals in table]
    summer = {own[:3]: "summer"}
    assert made(f"{own}: {guess}", *others, **summer)[0] == guess
    assert made(f"{own}: {too_much}", *others, **summer)[0] is None
    assert made(f"{own}: {guess}", *others[:3], f"{against}: herd 9 ape", **summer)[0] is None


@pytest.mark.rule("AP-14", "AP-R4")
@pytest.mark.parametrize("own", ["cat", "dog"])
def test_fall_cat_or_dog_is_two_animals_for_its_player(own: str) -> None:
    other = "dog" if own == "cat" else "cat"
    table = ("goat horse: chain 4 horse", "goat rabbit: herd 9 cat", "rabbit horse: herd 9 cat")
    seasons = {own: "fall", other: "winter"}
    assert made(f"{own} rabbit: chain 4 horse", *table, **seasons) == [
        "chain 4 horse",
        None,
        None,
        None,
    ]
    assert made(f"{own} rabbit: herd 2 {other}", *table, **seasons)[0] is None


@pytest.mark.rule("AP-R4", "AP-R5")
def test_fall_cat_pairs_with_itself_under_a_spring_dog() -> None:
    table = ("goat horse mouse: herd 9 cat", "goat horse mouse: herd 9 cat")
    # the dog pairs with the cat; the dog that the cat is as well has no partner left
    seasons = {"cat": "fall", "dog": "spring"}
    assert made("cat dog rabbit: herd 2 elephant", *table, **seasons)[0] == "herd 2 elephant"
    assert made("cat dog rabbit: herd 3 dog", *table, **seasons)[0] == "herd 3 dog"
    assert made("cat dog rabbit: herd 4 dog", *table, **seasons)[0] is None


@pytest.mark.rule("AP-R18", "AP-02")
def test_set_may_be_made_of_wilds_only() -> None:
    table = ("rabbit cat: herd 9 cat", "rabbit cat: herd 9 cat", "rabbit cat: herd 9 cat")
    assert made("rabbit goat: herd 4 elephant", *table, rabbit="summer")[0] == "herd 4 elephant"
    apes = ("rabbit cat: herd 9 cat",) * 4
    assert made("rabbit goat: herd 5 ape", *apes, rabbit="summer")[0] == "herd 5 ape"


@pytest.mark.rule("AP-07")
def test_animals_are_not_used_up_for_others() -> None:
    table = ["goat horse: herd 4 goat"] * 4
    assert made(*table) == ["herd 4 goat"] * 4


@pytest.mark.rule("AP-02", "AP-05")
@pytest.mark.parametrize(("seats", "guess"), [(4, "chain 3 goat"), (5, "chain 4 goat")])
def test_ape_stands_between_cat_and_dog_where_it_is_in_use(seats: int, guess: str) -> None:
    table = ["horse goat: herd 9 cat", "cat horse: herd 9 cat", "horse goat: herd 9 cat"]
    without_ape = [*table, "dog horse: " + guess] + ["horse goat: herd 9 cat"] * (seats - 4)
    answer = made(*without_ape, cat="winter", dog="winter")
    assert answer[3] == (guess if seats == 4 else None)
    if seats == 5:
        with_ape = [*without_ape[:4], "ape goat: herd 9 cat"]
        assert made(*with_ape, cat="winter", dog="winter")[3] == guess
