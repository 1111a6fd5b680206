"""`python -m games verify < log.jsonl`: prove that the deals of a log were fixed beforehand."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from games.base import InvalidInputError
from games.commands.output import print_problems
from games.commands.replay import read_values
from games.log import digest_command
from games.match_log import verify
from games.registry import games

_HAND = """\
Hand {number} of {title}
  commitment: {commitment}
  fits: it is the SHA-256 of the deal with its salt
  checked: {moves} by the rules, and the record they lead to
  by hand: {command}
"""


def run(arguments: Sequence[str]) -> int:
    """Replay the log on standard input; say of each hand what its commitment proves.

    Where a deal, a move or a record is not what it should be, nothing but that is printed.
    """
    argparse.ArgumentParser(
        prog="python -m games verify",
        description="Read a log from standard input, one JSON value a line, and check its deals.",
    ).parse_args(arguments)
    known = {game.slug: game for game in games()}
    try:
        lines = list(read_values(sys.stdin.buffer.read()))
        verify(known, lines)
    except InvalidInputError as error:
        return print_problems(error)
    for header, moves in _hands(cast("list[Mapping[str, Any]]", lines)):
        sys.stdout.write(
            _HAND.format(
                number=header["number"],
                title=known[header["game"]].title,
                commitment=header["commitment"],
                moves="1 move" if moves == 1 else f"{moves} moves",
                command=digest_command(header["deal"]),
            )
        )
    return 0


def _hands(lines: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Yield the header of each hand and how many moves it has; the log has been verified."""
    header: Mapping[str, Any] = {}
    moves = 0
    for line in lines:
        kind = line["type"]
        if kind == "hand":
            header, moves = line, 0
        elif kind == "record":
            yield header, moves
        else:
            moves += 1
