"""What `python -m games verify` says of a log."""

import json
import subprocess
from functools import cache
from typing import Any

import pytest

from games.base import PlayableGame
from games.commands import verify
from games.registry import games
from tests.games.command_line import run

SEATS = 4


@cache
def log_of(slug: str) -> str:
    """Play a match of bots; return its log."""
    return run("play", slug, "--seats", str(SEATS), "--seed", "3")[1]


def lines_of(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines()]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_each_hand_is_said_to_fit_with_a_command_that_finds_its_commitment(
    game: PlayableGame,
) -> None:
    log = log_of(game.slug)
    headers = [line for line in lines_of(log) if line["type"] == "hand"]
    status, output, errors = run("verify", text=log)
    said = output.splitlines()
    assert (status, errors) == (0, "")
    assert said[::6] == [f"Hand {header['number']} of {game.title}" for header in headers]
    assert said[1::6] == [f"  commitment: {header['commitment']}" for header in headers]
    assert set(said[5::6]) == {"  shuffled: by one party alone, which may have chosen the deal"}
    command = said[4].removeprefix("  by hand: ")
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout == f"{headers[0]['commitment']}  -\n"


def test_the_moves_of_each_hand_are_counted() -> None:
    log = log_of("franks-zoo")
    kinds = [line["type"] for line in lines_of(log)]
    status, output, _ = run("verify", text=log)
    first = kinds.index("record") - 1
    assert status == 0
    assert output.splitlines()[3] == (
        f"  checked: {first} moves by the rules, and the record they lead to"
    )


def test_another_deal_than_the_one_committed_to_is_refused() -> None:
    header, *rest = log_of("franks-zoo").splitlines()
    dealt = json.loads(header)
    committed = dealt["commitment"]
    dealt["deal"]["salt"] = "0" * 32
    status, output, errors = run("verify", text="\n".join([json.dumps(dealt), *rest]))
    [problem] = json.loads(output)["problems"]
    assert (status, errors) == (1, "")
    assert (problem["code"], problem["field"]) == ("differs", "lines[0].commitment")
    assert committed not in problem["text"]


def test_a_log_that_stops_in_a_hand_is_refused_with_nothing_said_of_it() -> None:
    log = log_of("franks-zoo").splitlines()
    status, output, _ = run("verify", text="\n".join(log[:3]))
    assert status == 1
    assert [problem["code"] for problem in json.loads(output)["problems"]] == ["incomplete"]


def test_what_is_no_json_is_refused_by_its_line() -> None:
    header = log_of("franks-zoo").splitlines()[0]
    status, output, _ = run("verify", text=f"{header}\n{{")
    assert status == 1
    assert [problem["field"] for problem in json.loads(output)["problems"]] == ["lines[1]"]


def test_an_unknown_argument_is_a_matter_of_usage() -> None:
    with pytest.raises(SystemExit) as stopped:
        verify.run(["log.jsonl"])
    assert stopped.value.code == 2
