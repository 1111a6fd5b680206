"""Read what several commands are told: a game, its options, how many seats, which bots."""

import argparse
import random

from games.base import InvalidInputError, InvalidOptionsError, Options, PlayableGame
from games.bots.catalogue import bot
from games.match_log import Choose
from games.registry import games
from games.validation import parse


def add_table(parser: argparse.ArgumentParser) -> None:
    """Let a command be told the game, the seats and the options of a table."""
    parser.add_argument("game", choices=[game.slug for game in games()], metavar="GAME")
    parser.add_argument("--seats", type=int, required=True, metavar="N")
    parser.add_argument("--options", default="{}", metavar="JSON", help="the options of the match")
    parser.add_argument(
        "--seed", type=int, required=True, metavar="S", help="the same seed gives the same answer"
    )


def read_options(game: PlayableGame, seats: int, text: str) -> Options:
    """Read options given as JSON, for a table of this size.

    Raises InvalidInputError, with fields as in a match file.
    """
    try:
        options = game.options(parse(text.encode()))
    except InvalidOptionsError as error:
        raise InvalidInputError([problem.inside("options") for problem in error.problems]) from None
    game.new_match(options, seats, 0)
    return options


def read_bots(slug: str, text: str, seats: int) -> list[tuple[str, Choose]]:
    """Return a bot for each seat, with its name: those named, over and over.

    Raises UnknownBotError.
    """
    names = text.split(",")
    seated = [names[seat % len(names)] for seat in range(seats)]
    return [(name, bot(slug, name)) for name in seated]


def seeded(seed: int) -> random.Random:
    """Return chance that can be repeated; live deals come from the operating system instead."""
    return random.Random(seed)  # noqa: S311 - bots play for nothing here
