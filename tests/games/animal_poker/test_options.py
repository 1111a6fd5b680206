import pytest

from games.animal_poker.options import AnimalPokerOptions, read_options
from games.base import InvalidOptionsError


@pytest.mark.rule("AP-19")
def test_target_left_out_is_fifteen() -> None:
    assert read_options({}).as_json() == {"target": 15}


@pytest.mark.rule("AP-19")
def test_target_given_is_kept() -> None:
    options = read_options({"target": 1})
    assert options == AnimalPokerOptions(target=1)
    assert read_options(options.as_json()) == options


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (None, [("not_an_object", "")]),
        ([], [("not_an_object", "")]),
        ({"target": 0}, [("out_of_range", "target")]),
        ({"target": -15}, [("out_of_range", "target")]),
        ({"target": 10**400}, [("out_of_range", "target")]),
        ({"target": True}, [("not_a_number", "target")]),
        ({"target": 15.0}, [("not_a_number", "target")]),
        ({"target": "15"}, [("not_a_number", "target")]),
        ({"target": None}, [("not_a_number", "target")]),
        ({"mode": "simple", "target": 0}, [("unknown_field", "mode"), ("out_of_range", "target")]),
    ],
)
def test_bad_options_are_refused_with_every_fault(
    data: object, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        read_options(data)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == faults
