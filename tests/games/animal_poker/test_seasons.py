import pytest

from games.animal_poker.cards import ANIMALS, CAT, FALL, NO_SEASON, SPRING, SUMMER, WINTER
from games.animal_poker.seasons import SeasonCycle, seasons_as_json
from tests.games.animal_poker.writing import hand_of, new_match

TABLE = ["cat dog: herd 9 mouse"] * 4


def all_in(season: str) -> dict[str, str]:
    return dict.fromkeys(["mouse", "rabbit", "snake", "cat", "dog", "goat", "horse"], season)


@pytest.mark.rule("AP-09", "AP-01")
def test_seasons_of_the_fourth_hand_are_known_and_filled_in() -> None:
    match = new_match(4)
    for season in ("winter", "summer", "spring"):
        setup = match.next_hand()
        assert setup is not None
        assert setup.as_json()["seasons"] == {}
        match = match.add(hand_of(*TABLE, **all_in(season)))
    setup = match.next_hand()
    assert setup is not None
    assert setup.as_json() == {"number": 4, "pot": 16, "seasons": all_in("fall")}
    fourth = {"seats": hand_of(*TABLE)["seats"]}
    assert match.read(fourth).as_json() == {**fourth, "seasons": all_in("fall")}
    assert match.read({**fourth, "seasons": None}) == match.read(fourth)
    assert match.read({**fourth, "seasons": {"cat": "fall"}}) == match.read(fourth)
    anew = match.add(fourth).next_hand()
    assert anew is not None
    assert (anew.cycle, anew.as_json()["seasons"]) == (SeasonCycle(), {})


@pytest.mark.rule("AP-09")
def test_season_shown_before_is_refused_until_the_cards_are_shuffled() -> None:
    match = new_match(4).add(hand_of(*TABLE, **all_in("winter")))
    again = hand_of(*TABLE, **{**all_in("spring"), "cat": "winter", "dog": "winter"})
    assert [(problem.code, problem.field, problem.rule) for problem in match.check(again)] == [
        ("season_repeated", "seasons.cat", "AP-09"),
        ("season_repeated", "seasons.dog", "AP-09"),
    ]
    for season in ("spring", "summer", "fall"):
        match = match.add(hand_of(*TABLE, **all_in(season)))
    assert match.check(hand_of(*TABLE, **all_in("fall"))) == []


@pytest.mark.rule("AP-09")
@pytest.mark.parametrize("unknown", [{"coins": [0] * 4, "won": [], "pot": 8}, None])
def test_hand_whose_seasons_nobody_knows_uses_up_one_of_the_cycle(unknown: object) -> None:
    match = new_match(4).add(hand_of(*TABLE, **all_in("winter")))
    match = match.skip() if unknown is None else match.add(unknown)
    match = match.add(hand_of(*TABLE, **all_in("spring")))
    setup = match.next_hand()
    assert setup is not None
    assert setup.as_json()["seasons"] == {}
    assert setup.cycle.unseen(3) == (SUMMER, FALL)
    assert [problem.code for problem in match.check({"seats": hand_of(*TABLE)["seats"]})] == [
        "missing"
    ]
    repeated = hand_of(*TABLE, **{**all_in("summer"), "goat": "spring"})
    assert [problem.field for problem in match.check(repeated)] == ["seasons.goat"]
    match = match.add(hand_of(*TABLE, **all_in("summer")))
    assert match.cycle == SeasonCycle()


def test_seasons_are_written_by_name() -> None:
    seasons = (WINTER, SPRING, SUMMER, FALL, NO_SEASON, WINTER, SPRING, SUMMER, NO_SEASON)
    assert seasons_as_json(seasons) == {
        "mouse": "winter",
        "rabbit": "spring",
        "snake": "summer",
        "cat": "fall",
        "dog": "winter",
        "goat": "spring",
        "horse": "summer",
    }


@pytest.mark.rule("AP-09")
def test_seasons_are_known_only_once_that_of_every_animal_is() -> None:
    all_but_fall = 1 << WINTER | 1 << SPRING | 1 << SUMMER
    shown = [all_but_fall] * len(ANIMALS)
    assert set(SeasonCycle(3, tuple(shown)).known(4).values()) == {FALL}
    shown[CAT] = 1 << WINTER | 1 << SPRING
    assert SeasonCycle(3, tuple(shown)).known(4) == {}
