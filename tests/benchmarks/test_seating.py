import json

import pytest

from tests.benchmarks.seating import least_repeats, main, name_of
from tests.oracles import seating


def test_least_repeats_seats_everybody_once_and_avoids_who_met() -> None:
    rounds = list(least_repeats((4, 3, 3), 2, 1))
    for tables in rounds:
        assert [len(table) for table in tables] == [4, 3, 3]
        assert sorted(entry for table in tables for entry in table) == list(range(10))
    assert list(least_repeats((2, 2), 3, 1)) != []
    assert seating.coincidences(list(least_repeats((2, 2), 3, 1))) == 0


def test_instances_are_named_by_their_tables() -> None:
    assert name_of((5, 4, 4), 3) == "seating/13: 1x5+2x4 R3"


@pytest.mark.thorough
def test_only_prints_a_line_an_instance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "seating/16", "--compare", "--seconds", "1"]) == 0
    [row] = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["measure"], row["coincidences"], row["bound"]) == ("seating/16: 4x4 R5", 0, 0)
    assert row["random"] >= row["greedy"] >= 0
