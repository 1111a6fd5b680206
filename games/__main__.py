"""The engine's command line: `python -m games score < match.json`."""

import argparse
import json
import sys
from collections.abc import Sequence

from games.base import Json
from games.match_file import InvalidMatchFileError, score_text


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0, or 1 where the input was refused."""
    parser = argparse.ArgumentParser(
        prog="python -m games", description="Play and score the games without the site."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser(
        "score",
        help="score a match",
        description="Read a match as JSON from standard input and print its scores as JSON.",
    )
    parser.parse_args(arguments)
    return score()


def score() -> int:
    """Score the match on standard input; print the scores, or all problems and nothing else."""
    try:
        answer = score_text(sys.stdin.buffer.read())
    except InvalidMatchFileError as error:
        _print({"problems": [problem.as_json() for problem in error.problems]})
        return 1
    _print(answer)
    return 0


def _print(answer: dict[str, Json]) -> None:
    print(json.dumps(answer))


if __name__ == "__main__":
    sys.exit(main())
