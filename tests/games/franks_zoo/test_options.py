import pytest

from games.base import InvalidOptionsError
from games.franks_zoo.options import FranksZooOptions, read_options


def test_options_left_out_take_their_defaults() -> None:
    assert read_options({}).as_json() == {"mode": "partners", "target": 19, "final_trick": "owner"}


@pytest.mark.rule("FZ-R5", "FZ-19")
def test_options_given_are_kept() -> None:
    options = read_options({"mode": "simple", "target": 1, "final_trick": "nobody"})
    assert options == FranksZooOptions(mode="simple", target=1, final_trick="nobody")
    assert read_options(options.as_json()) == options


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (None, [("not_an_object", "")]),
        ([], [("not_an_object", "")]),
        ({"mode": None}, [("not_a_choice", "mode")]),
        ({"mode": ["simple"]}, [("not_a_choice", "mode")]),
        ({"mode": "Partners"}, [("not_a_choice", "mode")]),
        ({"final_trick": True}, [("not_a_choice", "final_trick")]),
        ({"target": 0}, [("out_of_range", "target")]),
        ({"target": -19}, [("out_of_range", "target")]),
        ({"target": 10**400}, [("out_of_range", "target")]),
        ({"target": True}, [("not_a_number", "target")]),
        ({"target": 19.0}, [("not_a_number", "target")]),
        ({"target": "19"}, [("not_a_number", "target")]),
        ({"target": None}, [("not_a_number", "target")]),
        ({"x" * 1000: 1}, [("unknown_field", "x" * 39 + "…")]),
        (
            {"beasts": 4, "mode": 1, "target": 0, "final_trick": ""},
            [
                ("unknown_field", "beasts"),
                ("not_a_choice", "mode"),
                ("not_a_choice", "final_trick"),
                ("out_of_range", "target"),
            ],
        ),
    ],
)
def test_bad_options_are_refused_with_every_fault(
    data: object, faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        read_options(data)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == faults
