"""`python -m games starters --sizes 5,5,4,4,4,4 --rounds 6 --group 6`: search for the catalogue."""

import argparse
from collections.abc import Sequence

from games.base import Json
from games.commands.output import print_json
from games.tournament.catalogue import write_round
from games.tournament.chance import Chance
from games.tournament.starters import Found, Shape, attempt


def run(arguments: Sequence[str]) -> int:
    """Print each better starter as a line of the catalogue; fail where none was found."""
    parser = argparse.ArgumentParser(
        prog="python -m games starters",
        description="Search schedules that a symmetry maps to themselves.",
    )
    parser.add_argument("--sizes", required=True, metavar="SIZES", help="for example 5,5,4,4")
    parser.add_argument("--rounds", required=True, type=int, metavar="N")
    parser.add_argument("--group", default="1", metavar="ORDERS", help="for example 7 or 2,4")
    parser.add_argument("--fixed", type=int, default=None, metavar="N", help="entries that stay")
    parser.add_argument("--invariant", type=int, default=0, metavar="N", help="rounds that stay")
    parser.add_argument("--goal", type=int, default=0, metavar="N", help="coincidences to stop at")
    parser.add_argument("--attempts", type=int, default=100, metavar="N")
    parser.add_argument("--steps", type=int, default=1500, metavar="N", help="for each attempt")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    chosen = parser.parse_args(arguments)
    sizes = tuple(sorted(map(int, chosen.sizes.split(",")), reverse=True))
    orders = tuple(map(int, chosen.group.split(",")))
    elements = 1
    for order in orders:
        elements *= order
    fixed = sum(sizes) % elements if chosen.fixed is None else chosen.fixed
    if (sum(sizes) - fixed) % elements or (chosen.rounds - chosen.invariant) % elements:
        parser.error("the group divides neither the entries that move nor the rounds")
    shape = Shape(orders, fixed, chosen.invariant)
    chance = Chance(chosen.seed)
    best: Found | None = None
    for _ in range(chosen.attempts):
        found = attempt(sizes, chosen.rounds, shape, chosen.steps, chosen.goal, chance)
        if found is not None and (best is None or found.coincidences < best.coincidences):
            best = found
            print_json(_line(sizes, chosen.rounds, shape, found, " ".join(arguments)))
        if best is not None and best.coincidences <= chosen.goal:
            break
    return int(best is None)


def _line(
    sizes: tuple[int, ...], rounds: int, shape: Shape, found: Found, command: str
) -> dict[str, Json]:
    return {
        "sizes": sizes,
        "rounds": rounds,
        "coincidences": found.coincidences,
        "orders": shape.orders,
        "fixed": shape.fixed,
        "base": [write_round(tables) for tables in found.base],
        "invariant": [write_round(tables) for tables in found.invariant],
        "command": command,
    }
