"""`python -m games score < match.json`: print what a match is worth."""

import argparse
import sys
from collections.abc import Sequence

from games.commands.output import print_json, print_problems
from games.match_file import InvalidMatchFileError, score_text


def run(arguments: Sequence[str]) -> int:
    """Score the match on standard input; print the scores, or all problems and nothing else."""
    argparse.ArgumentParser(
        prog="python -m games score",
        description="Read a match as JSON from standard input and print its scores as JSON.",
    ).parse_args(arguments)
    try:
        answer = score_text(sys.stdin.buffer.read())
    except InvalidMatchFileError as error:
        return print_problems(error)
    print_json(answer)
    return 0
