import io
import json
from typing import Any

import pytest

from games.commands import seat
from tests.oracles import seating

LIMITS = {"min": 3, "preferred": [4, 5], "max": 7}
QUESTION: dict[str, Any] = {"entries": 17, "sizes": LIMITS, "rounds": 4, "seed": 1, "effort": 1}


class Input:
    """Stands where the standard input stands."""

    def __init__(self, text: bytes) -> None:
        self.buffer = io.BytesIO(text)


class Command:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, question: object) -> tuple[int, dict[str, Any]]:
        text = question if isinstance(question, bytes) else json.dumps(question).encode()
        self.monkeypatch.setattr("sys.stdin", Input(text))
        status = seat.run([])
        return status, json.loads(self.capsys.readouterr().out)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


def test_seat_prints_the_plan(command: Command) -> None:
    status, answer = command(QUESTION)
    assert status == 0
    assert list(answer) == [
        "rounds",
        "coincidences",
        "repeats",
        "bound",
        "optimal",
        "method",
        "measures",
        "seconds",
    ]
    assert [[len(table) for table in tables] for tables in answer["rounds"]] == [[5, 4, 4, 4]] * 4
    assert answer["coincidences"] == seating.coincidences(answer["rounds"]) == 6
    assert answer["repeats"] == seating.repeats(answer["rounds"])
    assert (answer["bound"], answer["optimal"]) == (6, True)


def test_seat_prints_the_same_again(command: Command) -> None:
    first, second = command(QUESTION)[1], command(QUESTION)[1]
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_seat_counts_the_history_and_keeps_apart(command: Command) -> None:
    played = [[[0, 1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]]
    _, answer = command({**QUESTION, "history": played, "apart": [[0, 9], [9, 13]]})
    assert answer["coincidences"] == seating.coincidences([*played, *answer["rounds"]])
    assert seating.times_together(answer["rounds"], 0, 9) == 0
    assert seating.times_together(answer["rounds"], 13, 9) == 0
    assert "broken" not in answer


def test_seat_names_who_sits_out_and_who_could_not_be_kept_apart(command: Command) -> None:
    fixed = {"entries": 5, "tables": [2, 2], "rounds": 1, "seed": 1, "effort": 1}
    everybody = [[one, other] for other in range(5) for one in range(other)]
    _, answer = command({**fixed, "apart": everybody})
    seated = [entry for table in answer["rounds"][0] for entry in table]
    assert sorted([*seated, *answer["sitting_out"][0]]) == [0, 1, 2, 3, 4]
    assert sorted(map(sorted, answer["rounds"][0])) == answer["broken"]


def test_seat_takes_other_sizes_to_keep_fresh(command: Command) -> None:
    _, answer = command({**QUESTION, "rounds": 5, "balance": "fresh"})
    assert sorted(len(table) for table in answer["rounds"][0]) == [3, 3, 3, 4, 4]
    assert (answer["coincidences"], answer["optimal"]) == (0, True)


def test_seat_names_all_faults_at_once(command: Command) -> None:
    status, answer = command(
        {
            "entries": "x",
            "sizes": {"min": 4, "preferred": [], "max": 3},
            "tables": [4],
            "rounds": 0,
            "apart": [[1, 1], 7],
            "history": [[[1, 2], [2, 3]]],
            "balance": "odd",
            "extra": 1,
        }
    )
    assert status == 1
    assert [(problem["code"], problem["field"]) for problem in answer["problems"]] == [
        ("unknown_field", "extra"),
        ("not_a_number", "entries"),
        ("sizes_or_tables", "sizes"),
        ("out_of_range", "rounds"),
        ("not_a_pair", "apart[0]"),
        ("not_a_list", "apart[1]"),
        ("entry_twice", "history[0][1]"),
        ("missing", "seed"),
        ("unknown_balance", "balance"),
    ]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"sizes": {"min": 4, "preferred": [4], "max": 3}}, "out_of_range", "sizes.max"),
        ({"sizes": {"min": 4, "max": 9}}, "missing", "sizes.preferred"),
        ({"sizes": 4}, "not_an_object", "sizes"),
        ({"sizes": {**LIMITS, "likes": 1}}, "unknown_field", "sizes.likes"),
        (
            {"entries": 11, "sizes": {"min": 4, "preferred": [4], "max": 4}},
            "no_table_sizes",
            "sizes",
        ),
        ({"entries": 2}, "no_table_sizes", "sizes"),
        ({"apart": [[0, 17]]}, "out_of_range", "apart[0]"),
        ({"history": [[[0, 1, 2, 17]]]}, "out_of_range", "history[0][0]"),
        ({"seed": True}, "not_a_number", "seed"),
        ({"effort": 0}, "out_of_range", "effort"),
    ],
)
def test_seat_names_a_fault(
    command: Command, change: dict[str, Any], code: str, field: str
) -> None:
    status, answer = command({**QUESTION, **change})
    assert status == 1
    assert [(one["code"], one["field"]) for one in answer["problems"]] == [(code, field)]


def test_seat_says_which_tables_are_too_many(command: Command) -> None:
    status, answer = command({"entries": 5, "tables": [4, 4], "rounds": 1, "seed": 1})
    assert status == 1
    assert answer["problems"] == [
        {
            "code": "too_few_entries",
            "field": "tables",
            "rule": None,
            "text": "Tables of [4, 4] need 8 entries; there are 5.",
        }
    ]


@pytest.mark.parametrize(("text", "code"), [(b"{", "not_json"), (b"[]", "not_an_object")])
def test_seat_refuses_what_is_no_question(command: Command, text: bytes, code: str) -> None:
    status, answer = command(text)
    assert (status, [problem["code"] for problem in answer["problems"]]) == (1, [code])
