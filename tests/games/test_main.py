import json
import signal
import subprocess
import sys
from functools import partial
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
                "text": "The input is not UTF-8, in line 1, column 1.",
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


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start a command whose output and complaints can be read."""
    return subprocess.Popen(
        [sys.executable, "-m", "games", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # A run in the background of a shell ignores Ctrl-C, and its children would, too.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )


def test_reader_who_has_enough_ends_a_command_without_a_word() -> None:
    with start("play", "zop-zoo", "--seats", "6", "--seed", "1") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["type"] == "hand"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_ctrl_c_ends_a_command_without_a_word() -> None:
    with start("play", "zop-zoo", "--seats", "6", "--seed", "1") as process:
        assert process.stdout is not None
        # By then it is at work: Python is no longer starting.
        assert json.loads(process.stdout.readline())["type"] == "hand"
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == b""
    assert process.returncode == 130
