"""The ways into a hand: set-ups as a log keeps them, and values of the wrong game."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games.base import Json
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.setup import FranksZooSetup
from games.refusals import InvalidSetupError
from tests.games.franks_zoo.hands import KINDS, Kind, setup_of

Line = dict[str, Any]
PARTNERS = FRANKS_ZOO.options({})


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_setup_is_read_as_it_was_written(kind: Kind) -> None:
    options = FRANKS_ZOO.options({"mode": kind.mode, "final_trick": kind.final_trick})
    setup = setup_of(kind)
    assert FRANKS_ZOO.read_setup(options, setup.as_log()) == setup
    assert setup.as_log() == {"seats": kind.seats, **setup.as_json()}


FIVE = setup_of(Kind(5, "partners", "owner", 2)).as_log()


NO_TEAMS = ("not_counted", "teams", "FZ-20")
NOT_TEAMS = ("not_teams", "teams", "FZ-20")


@pytest.mark.parametrize(
    ("changed", "problems"),
    [
        ({"number": 0}, [("not_a_number", "number", None), NO_TEAMS]),
        ({"number": 0, "teams": None, "solo": None}, [("not_a_number", "number", None)]),
        ({"number": 1}, [NO_TEAMS]),
        ({"number": 1, "teams": None}, [NO_TEAMS]),
        ({"number": 1, "solo": None}, [NO_TEAMS]),
        ({"seats": 8}, [("not_a_table_size", "seats", None)]),
        ({"seats": 4}, [NOT_TEAMS]),
        ({"dealer": 5}, [("not_a_seat", "dealer", None)]),
        ({"leader": None}, [("not_a_seat", "leader", None)]),
        ({"teams": None}, [NOT_TEAMS]),
        ({"teams": [[0, 1], [2, 2]]}, [NOT_TEAMS]),
        ({"teams": [[0, 1, 2], [3, 4]]}, [NOT_TEAMS]),
        ({"teams": [[0, 1], [2, 3], [4, 4, 4]]}, [NOT_TEAMS]),
        ({"teams": [[0, 1], [2, "3"]]}, [NOT_TEAMS]),
        ({"teams": [[0, 1], "23"]}, [NOT_TEAMS]),
        ({"teams": [[0, 1], 23]}, [NOT_TEAMS]),
        ({"solo": None}, [NOT_TEAMS]),
        ({"luck": 1}, [("unknown_field", "luck", None)]),
    ],
)
def test_bad_setup_is_refused(changed: Line, problems: list[tuple[str, str, str | None]]) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        FRANKS_ZOO.read_setup(PARTNERS, {**FIVE, **changed})
    assert [(one.code, one.field, one.rule) for one in refused.value.problems] == problems


@pytest.mark.parametrize("data", [None, [], "hand"])
def test_setup_that_is_no_object_is_refused(data: Json) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        FRANKS_ZOO.read_setup(PARTNERS, data)
    assert [one.code for one in refused.value.problems] == ["not_an_object"]


def test_match_starts_its_next_hand() -> None:
    match = FRANKS_ZOO.new_match(PARTNERS, 5, 1).skip()
    setup = match.next_hand()
    assert isinstance(setup, FranksZooSetup)
    deal = FRANKS_ZOO.sample_deal(setup, random.Random(1))
    hand = match.start(deal)
    assert hand.observation(None) == FRANKS_ZOO.start(setup, deal).observation(None)
    assert hand.setup == setup


@pytest.mark.rule("FZ-19")
def test_match_that_is_over_starts_no_hand() -> None:
    match = FRANKS_ZOO.new_match(FRANKS_ZOO.options({"mode": "simple", "target": 1}), 4, 0)
    setup = match.next_hand()
    assert setup is not None
    deal = FRANKS_ZOO.sample_deal(setup, random.Random(1))
    over = match.add({"finish": [0, 1, 2, 3]})
    with pytest.raises(ValueError, match="no next hand"):
        over.start(deal)


def no_options(other: Any) -> Callable[[], object]:
    return lambda: FRANKS_ZOO.read_setup(other, FIVE)


@pytest.mark.parametrize(
    "mix_up",
    [
        no_options(None),
        lambda: FRANKS_ZOO.sample_deal(no_value(), random.Random(1)),
        lambda: FRANKS_ZOO.start(setup_of(KINDS[0]), no_value()),
        lambda: FRANKS_ZOO.resample(no_value(), random.Random(1)),
        lambda: FRANKS_ZOO.new_match(PARTNERS, 4, 0).start(no_value()),
    ],
)
def test_values_of_another_game_are_a_mistake_of_the_caller(mix_up: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="of Frank’s Zoo"):
        mix_up()


def no_value() -> Any:
    return object()
