import json

import pytest

from games.commands import bench
from games.match_file import score_match
from games.registry import games
from tests.games.command_line import run, values

PLAY = ("play", "franks-zoo", "--seats", "5", "--seed", "7")


@pytest.fixture(scope="module")
def log() -> str:
    """The log of a match."""
    return run(*PLAY, "--bots", "heuristic,greedy")[1]


def test_play_prints_the_log_of_a_match_that_score_agrees_with(log: str) -> None:
    lines = values(log)
    match = lines[-1]
    assert (lines[0]["type"], match["type"], match["seats"]) == ("hand", "match", 5)
    score = score_match({name: match[name] for name in match if name != "type"})
    assert score["is_over"] is True
    assert len(match["hands"]) == sum(line["type"] == "record" for line in lines)


def test_play_repeats_with_the_seed(log: str) -> None:
    assert run(*PLAY, "--bots", "heuristic,greedy") == (0, log, "")
    assert run(*PLAY[:-1], "8", "--bots", "heuristic,greedy")[1] != log


def test_play_takes_options_and_the_dealer() -> None:
    status, output, _ = run(*PLAY, "--options", '{"mode": "simple", "target": 5}', "--dealer", "3")
    lines = values(output)
    assert (status, lines[0]["setup"]["dealer"]) == (0, 3)
    assert lines[-1]["options"] == {"mode": "simple", "target": 5, "final_trick": "owner"}


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        (("--seats", "9"), "not_a_table_size", "seats"),
        (("--dealer", "7"), "not_a_seat", "dealer"),
        (("--options", "{"), "not_json", ""),
        (("--options", '{"target": 0}'), "out_of_range", "options.target"),
    ],
)
def test_play_refuses_a_table_that_cannot_be(
    arguments: tuple[str, ...], code: str, field: str
) -> None:
    status, output, errors = run(*PLAY, *arguments)
    assert (status, errors) == (1, "")
    [answer] = values(output)
    assert [(problem["code"], problem["field"]) for problem in answer["problems"]] == [
        (code, field)
    ]


@pytest.mark.parametrize("arguments", [("--bots", "genius"), ("--seats", "x")])
def test_play_told_nonsense_is_a_matter_of_usage(arguments: tuple[str, ...]) -> None:
    status, output, errors = run(*PLAY, *arguments)
    assert (status, output) == (2, "")
    assert errors.startswith("usage: python -m games play")


def test_replay_verifies_a_log(log: str) -> None:
    status, output, errors = run("replay", text=log)
    lines = values(log)
    hands = sum(line["type"] == "hand" for line in lines)
    assert (status, errors) == (0, "")
    assert values(output) == [{"hands": hands, "events": len(lines) - 2 * hands - 1, "matches": 1}]


def test_replay_says_where_and_why_a_log_breaks(log: str) -> None:
    lines = log.splitlines()
    spoiled = json.loads(lines[4])
    spoiled["seat"] = (spoiled["seat"] + 1) % 5
    status, output, _ = run("replay", text="\n".join([*lines[:4], json.dumps(spoiled)]))
    assert status == 1
    assert values(output)[0]["problems"] == [
        {
            "code": "not_acting",
            "field": "lines[4].seat",
            "rule": None,
            "text": "It is not for this seat to act.",
        }
    ]
    status, output, _ = run("replay", text=f"{lines[0]}\n{{")
    assert status == 1
    assert values(output)[0]["problems"][0]["field"] == "lines[1]"


@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_rules_are_printed_with_their_ids(slug: str) -> None:
    status, output, _ = run("rules", slug)
    [game] = [game for game in games() if game.slug == slug]
    printed = [line.split()[0] for line in output.splitlines() if not line.startswith(" ")]
    assert status == 0
    assert printed == list(game.rules())
    assert " ".join(output.split()) == " ".join(
        f"{rule_id} {' '.join(text.split())}" for rule_id, text in game.rules().items()
    )


def test_arena_prints_a_line_a_bot() -> None:
    told = ("--seats", "4", "--seed", "1", "--deals", "6", "--bots", "greedy,random")
    status, output, _ = run("arena", "franks-zoo", *told)
    lines = values(output)
    assert (status, [line["bot"] for line in lines]) == (0, ["greedy", "random"])
    assert lines[0]["ahead"] == -lines[1]["ahead"]
    assert {line["deals"] for line in lines} == {6}


def test_bench_prints_a_line_a_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    status, output, _ = run("bench", "--only", "franks-zoo/4/", "--hands", "2")
    lines = values(output)
    assert status == 0
    assert [line["measure"].removeprefix("franks-zoo/4/") for line in lines] == [
        *("unchecked", "hands", "checked", "replay"),
        *("observation", "resample", "clone", "score"),
    ]
    for line in lines:
        assert list(line) == ["measure", "per_second", "calibration", "ratio"]
        ratio = line["per_second"] / line["calibration"]
        assert line["ratio"] == pytest.approx(ratio, rel=0.05, abs=1e-5)  # of five decimals


def test_bench_scores_hands_by_score_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    status, output, _ = run("bench", "--only", "score-sheet/", "--hands", "2")
    assert (status, [line["measure"] for line in values(output)]) == (
        0,
        [f"score-sheet/{sheet}/score" for sheet in ("points-only", "hearts", "skat")],
    )
