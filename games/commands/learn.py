"""`python -m games learn --seats 4 --hands 9000 --seed 1`: learn what rows of ZOP ZOO are worth."""

import argparse
from collections.abc import Sequence

from games.bots.zop_zoo.learning import learn
from games.commands.choices import seeded
from games.commands.output import print_json
from games.zop_zoo import ZOP_ZOO

FEWEST_HANDS = 10
"""Fewer may leave no choice to learn from."""


def run(arguments: Sequence[str]) -> int:
    """Print what was learned, as a line of `games/bots/zop_zoo/values.jsonl`."""
    parser = argparse.ArgumentParser(
        prog="python -m games learn",
        description="Learn from the planner's hands what the rows of ZOP ZOO are worth.",
    )
    parser.add_argument("--seats", type=int, required=True, choices=ZOP_ZOO.seats, metavar="N")
    parser.add_argument("--hands", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, required=True, metavar="S")
    chosen = parser.parse_args(arguments)
    if chosen.hands < FEWEST_HANDS:
        parser.error(f"it takes {FEWEST_HANDS} hands at least")
    values = learn(chosen.seats, chosen.hands, seeded(chosen.seed))
    print_json({"seats": chosen.seats, "command": " ".join(arguments), "values": values})
    return 0
