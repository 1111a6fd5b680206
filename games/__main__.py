"""The engine's command line: `python -m games score < match.json`."""

import argparse
import importlib
import os
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
    "learn": "learn the values by which the strong bot of ZOP ZOO goes",
}

INTERRUPTED = 130
CLOSED_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status.

    It is 0, 1 where the input was refused, 141 where the reader of the output has closed it, 130
    after Ctrl-C: what shells say of a program that such a signal has ended.

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
    try:
        status: int = command.run(chosen.arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has read enough; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
