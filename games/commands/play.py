"""`python -m games play GAME --seats N --seed S`: let bots play a match and print its log."""

import argparse
from collections.abc import Sequence

from games.base import InvalidInputError
from games.bots.catalogue import UnknownBotError
from games.commands.choices import add_table, read_bots, read_options, seeded
from games.commands.output import print_json, print_problems
from games.match_log import play_match
from games.registry import game as find_game


def run(arguments: Sequence[str]) -> int:
    """Play one match and print its log, one event a line; the same seed prints the same."""
    parser = argparse.ArgumentParser(
        prog="python -m games play", description="Let bots play a match and print its log."
    )
    add_table(parser)
    parser.add_argument("--bots", default="random", metavar="NAMES", help="one a seat, in turn")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT")
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    try:
        options = read_options(game, chosen.seats, chosen.options)
        game.new_match(options, chosen.seats, chosen.dealer)
        bots = read_bots(chosen.game, chosen.bots, chosen.seats)
    except InvalidInputError as error:
        return print_problems(error)
    except UnknownBotError as error:
        parser.error(str(error))
    players = [choose for _, choose in bots]
    for line in play_match(game, options, chosen.dealer, players, seeded(chosen.seed)):
        print_json(line)
    return 0
