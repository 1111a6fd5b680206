import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.match_file import score_text

ROOT = Path(__file__).parents[2]
MATCH = b"""{"game": "franks-zoo", "options": {"mode": "simple"}, "seats": 4, "dealer": 3,
 "hands": [{"finish": [2, 0, 3, 1]}]}"""


def run(text: bytes, *arguments: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        input=text,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_score_prints_the_scores_and_succeeds() -> None:
    status, output, errors = run(MATCH, "score")
    assert (status, errors) == (0, b"")
    assert json.loads(output) == score_text(MATCH)
    assert json.loads(output)["totals"] == [3, 0, 4, 2]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            MATCH.replace(b"[2, 0, 3, 1]", b"[2, 0, 3]"),
            {
                "code": "not_a_permutation",
                "field": "hands[0].finish",
                "rule": "FZ-11",
                "text": "Each of the 4 seats must be listed once, as they went out.",
            },
        ),
        (
            b"\xff",
            {
                "code": "not_json",
                "field": "",
                "rule": None,
                "text": "The input cannot be read as JSON in UTF-8.",
            },
        ),
    ],
)
def test_score_prints_the_problems_and_nothing_else_and_fails(
    text: bytes, problem: dict[str, str]
) -> None:
    status, output, errors = run(text, "score")
    assert (status, errors) == (1, b"")
    assert json.loads(output) == {"problems": [problem]}


@pytest.mark.parametrize("arguments", [(), ("deal",)])
def test_command_that_is_not_known_is_a_matter_of_usage(arguments: tuple[str, ...]) -> None:
    status, output, errors = run(b"", *arguments)
    assert (status, output) == (2, b"")
    assert errors.startswith(b"usage: python -m games")
