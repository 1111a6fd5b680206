"""`python -m games rules GAME`: print the rules in our own words, with their ids."""

import argparse
import sys
import textwrap
from collections.abc import Sequence

from games.registry import scored_games
from games.score_sheet import SCORE_SHEET
from games.score_sheet.ready import ready_sheet, ready_slugs

WIDTH = 100


def run(arguments: Sequence[str]) -> int:
    """Print every rule and ruling of a game, one a paragraph."""
    parser = argparse.ArgumentParser(
        prog="python -m games rules", description="Print the rules of a game, with their ids."
    )
    known = {game.slug: game for game in scored_games()}
    parser.add_argument("game", choices=known, metavar="GAME")
    parser.add_argument(
        "--sheet", choices=ready_slugs(), metavar="SHEET", help="a ready sheet, with score-sheet"
    )
    chosen = parser.parse_args(arguments)
    rules = known[chosen.game].rules()
    if chosen.sheet and chosen.game != SCORE_SHEET.slug:
        parser.error(f"--sheet is for {SCORE_SHEET.slug} alone")
    if chosen.sheet:
        own = ready_sheet(chosen.sheet).rules
        rules = {**rules, **{rule_id: label.outline("en") for rule_id, label in own.items()}}
    margin = max(map(len, rules)) + 2
    for rule_id, text in rules.items():
        first = rule_id.ljust(margin)
        rest = " " * margin
        lines = textwrap.fill(
            text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        )
        sys.stdout.write(f"{lines}\n")
    return 0
