"""`python -m games rules GAME`: print the rules in our own words, with their ids."""

import argparse
import sys
import textwrap
from collections.abc import Sequence

from games.registry import game as find_game
from games.registry import games

WIDTH = 100


def run(arguments: Sequence[str]) -> int:
    """Print every rule and ruling of a game, one a paragraph."""
    parser = argparse.ArgumentParser(
        prog="python -m games rules", description="Print the rules of a game, with their ids."
    )
    parser.add_argument("game", choices=[game.slug for game in games()], metavar="GAME")
    rules = find_game(parser.parse_args(arguments).game).rules()
    margin = max(map(len, rules)) + 2
    for rule_id, text in rules.items():
        first = rule_id.ljust(margin)
        lines = textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=" " * margin)
        sys.stdout.write(f"{lines}\n")
    return 0
