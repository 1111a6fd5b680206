"""The engine's command line: `python -m games score < match.json`."""

import argparse
import importlib
import sys
from collections.abc import Mapping, Sequence

COMMANDS: Mapping[str, str] = {
    "score": "score a match that was recorded",
    "play": "play a match and print its log",
    "replay": "replay a log",
    "verify": "replay a log and prove that its deals were fixed beforehand",
    "rules": "print the rules of a game, with their ids",
    "arena": "measure how well bots play against one another",
    "bench": "measure how fast the engine is",
    "seat": "seat the rounds to come, so that few meet again",
    "starters": "search schedules for the catalogue of seatings",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0, or 1 where the input was refused.

    Only the module of that command is loaded: scoring needs neither bots nor chance.
    """
    parser = argparse.ArgumentParser(
        prog="python -m games",
        description="Play and score the games without the site.",
        epilog="\n".join(f"{name:<10}{text}" for name, text in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…")
    chosen = parser.parse_args(arguments)
    command = importlib.import_module(f"games.commands.{chosen.command}")
    status: int = command.run(chosen.arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
