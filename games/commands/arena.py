"""`python -m games arena GAME --seats N --bots a,b`: measure bots against one another."""

import argparse
from collections.abc import Sequence
from time import perf_counter

from games.base import InvalidInputError
from games.bots.arena import compare
from games.bots.catalogue import UnknownBotError, search_bot
from games.bots.search import Budget
from games.commands.choices import add_table, read_bots, read_options, seeded
from games.commands.output import print_json, print_problems
from games.registry import game as find_game


def run(arguments: Sequence[str]) -> int:
    """Print one JSON line a bot: points a hand, and how far it is ahead of the others."""
    parser = argparse.ArgumentParser(
        prog="python -m games arena",
        description="Play duplicate deals with the bots rotated around the table.",
    )
    add_table(parser)
    parser.add_argument("--bots", required=True, metavar="NAMES", help="for example greedy,random")
    parser.add_argument("--deals", type=int, default=200, metavar="N")
    parser.add_argument("--hand", type=int, default=2, metavar="N", help="which hand of a match")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--milliseconds", type=int, default=200, metavar="N", help="for each choice of a search"
    )
    limit.add_argument(
        "--playouts", type=int, metavar="N", help="the same, counted: then the answer repeats"
    )
    chosen = parser.parse_args(arguments)
    if min(chosen.milliseconds, 1 if chosen.playouts is None else chosen.playouts) < 1:
        parser.error("a search needs a budget")
    if chosen.deals < 1 or chosen.hand < 1:
        parser.error("deals and hand are counted from 1")
    game = find_game(chosen.game)
    try:
        options = read_options(game, chosen.seats, chosen.options)
        bots = read_bots(chosen.game, chosen.bots, chosen.seats)
    except InvalidInputError as error:
        return print_problems(error)
    except UnknownBotError as error:
        parser.error(str(error))
    searching = search_bot(chosen.game, _budget(chosen.milliseconds, chosen.playouts))
    bots = [(name, searching if name == "search" else choose) for name, choose in bots]
    rng = seeded(chosen.seed)
    rows = compare(game, options, bots, hand=chosen.hand, deals=chosen.deals, rng=rng)
    for row in rows:
        print_json({**row.as_json(), "deals": chosen.deals})
    return 0


def _budget(milliseconds: int, playouts: int | None) -> Budget:
    if playouts is not None:
        return Budget(playouts=playouts)
    return Budget(seconds=milliseconds / 1000, clock=perf_counter)
