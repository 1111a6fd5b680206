"""`python -m games replay < log.jsonl`: replay a log, or say where and why it breaks."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from games.base import InvalidInputError
from games.commands.output import print_json, print_problems
from games.match_log import verify
from games.registry import games
from games.validation import NotJsonError, parse


def run(arguments: Sequence[str]) -> int:
    """Verify the log on standard input; print what it held, or where and why it breaks."""
    argparse.ArgumentParser(
        prog="python -m games replay",
        description="Read a log from standard input, one JSON value a line, and replay it.",
    ).parse_args(arguments)
    try:
        verified = verify(
            {game.slug: game for game in games()}, read_values(sys.stdin.buffer.read())
        )
    except InvalidInputError as error:
        return print_problems(error)
    print_json(verified.as_json())
    return 0


def read_values(text: bytes) -> Iterator[object]:
    """Parse each line; raises NotJsonError with the line as its field."""
    for at, line in enumerate(text.splitlines()):
        try:
            yield parse(line)
        except NotJsonError as error:
            raise NotJsonError(
                [problem.inside(f"lines[{at}]") for problem in error.problems]
            ) from None
