"""`python -m games verify < log.jsonl`: prove that deals were fixed beforehand, and not chosen."""

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
from games.shuffle import Attempt, digest_of, read_shuffle, secret_text, share_text
from games.shuffle import digest_command as command_for

_HAND = """\
Hand {number} of {title}
  commitment: {commitment}
  fits: it is the SHA-256 of the deal with its salt
  checked: {moves} by the rules, and the record they lead to
  by hand: {command}
"""
_PART = """\
    {who}: {digest}
      fits its {what}: {command}
"""
_SUM = """\
    sum: {seed}
      is the SHA-256 of all parts: {command}
      and the deal with its salt is what follows from it
"""


def run(arguments: Sequence[str]) -> int:
    """Replay the log on standard input; say of each hand what its commitment and shuffle prove.

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
        if "shuffle" in header:
            _print_shuffle(read_shuffle(header["shuffle"]))
        else:
            sys.stdout.write("  shuffled: by one party alone, which may have chosen the deal\n")
    return 0


def _print_shuffle(attempts: Sequence[Attempt]) -> None:
    """Say what each party has put into a shuffle, and how the deal follows from it."""
    for attempt in attempts:
        place = attempt.place
        sys.stdout.write(f"  shuffle {place.attempt}: {_outcome(attempt)}\n")
        text = secret_text(place, attempt.secret)
        _print_part("site", attempt.commitment, "secret", text)
        for each in attempt.shares:
            if each.share is not None:
                text = share_text(place, each.seat, attempt.commitment, each.share)
                _print_part(f"seat {each.seat}", each.commitment, "share", text)
    text = attempts[-1].seed_text
    sys.stdout.write(_SUM.format(seed=digest_of(text), command=command_for(text)))


def _outcome(attempt: Attempt) -> str:
    """Say who added to an attempt, who was silent, and why it was void."""
    missing = [str(each.seat) for each in attempt.shares if each.share is None]
    adding = ["the site", *(f"seat {each.seat}" for each in attempt.shares)]
    told = [", ".join(adding)]
    if attempt.silent:
        told.append(f"silent: {', '.join(map(str, attempt.silent))}")
    if missing:
        told.append(f"void, not opened by: {', '.join(missing)}")
    return "; ".join(told)


def _print_part(who: str, digest: str, what: str, text: str) -> None:
    sys.stdout.write(_PART.format(who=who, digest=digest, what=what, command=command_for(text)))


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
