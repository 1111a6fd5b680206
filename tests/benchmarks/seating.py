"""Measure how good seatings are and how long they take, beside simpler ways to seat.

`python -m tests.benchmarks.seating` prints one JSON line for each instance, `--sweep` one for each
of 234 cases and then how many are proven to be the best.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import comb
from time import perf_counter, process_time
from typing import Any

from games.tournament.chance import Chance
from games.tournament.draw import Tables, count_coincidences, count_meetings
from games.tournament.seating import seat_at_random, table_sizes
from games.tournament.variety import plan_rounds

INSTANCES: tuple[tuple[tuple[int, ...], int], ...] = (
    ((3,) * 5, 7),
    ((4,) * 4, 5),
    ((3,) * 6, 8),
    ((4,) * 5, 5),
    ((4,) * 6, 7),
    ((4,) * 7, 9),
    ((5,) * 6, 6),
    ((4,) * 8, 10),
    ((4,) * 9, 11),
    ((6,) * 7, 7),
    ((4,) * 25, 12),
    ((4,) * 2, 7),
    ((4,) * 3, 11),
    ((4,) * 5, 6),
    ((5, 4, 4), 5),
    ((5, 5, 4, 4), 4),
    ((5, 5, 4, 4, 4), 5),
    ((5, 5, 4, 4, 4, 4), 6),
    ((7, 6, 6, 6, 6), 5),
)
GREEDY = 20
"""How many greedy seatings are made; the best one counts."""
CROWDS = ((1_000, 8), (10_000, 3))
SWEEP_ENTRIES = range(12, 51)
SWEEP_ROUNDS = range(3, 9)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.seating")
    parser.add_argument("--only", default="", metavar="TEXT", help="with this in the name")
    parser.add_argument("--sweep", action="store_true", help="234 cases (minutes)")
    parser.add_argument("--compare", action="store_true", help="beside simpler ways to seat")
    parser.add_argument("--seconds", type=int, default=30, help="for each model of OR-tools")
    parser.add_argument("--effort", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.sweep:
        sweep(chosen.effort, chosen.seed)
        return 0
    for sizes, rounds in INSTANCES:
        if chosen.only not in name_of(sizes, rounds):
            continue
        row = measured(sizes, rounds, chosen.effort, chosen.seed)
        if chosen.compare:
            row.update(compared(sizes, rounds, chosen.seed, chosen.seconds))
        show(row)
    for entries, rounds in CROWDS:
        sizes = table_sizes(entries, minimum=3, preferred=(4, 5), maximum=7)
        if chosen.only in name_of(sizes, rounds):
            show(measured(sizes, rounds, 1, chosen.seed))
    return 0


def show(row: dict[str, Any]) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{json.dumps(row)}\n")
    sys.stdout.flush()


def name_of(sizes: Sequence[int], rounds: int) -> str:
    """Name an instance."""
    parts = [f"{sizes.count(size)}x{size}" for size in sorted(set(sizes), reverse=True)]
    return f"seating/{sum(sizes)}: {'+'.join(parts)} R{rounds}"


def measured(sizes: tuple[int, ...], rounds: int, effort: int, seed: int) -> dict[str, Any]:
    """Plan once; `cpu` is the processor time, which other work on the machine does not lengthen."""
    begun, cpu = perf_counter(), process_time()
    plan = plan_rounds(range(sum(sizes)), rounds=rounds, sizes=sizes, seed=seed, effort=effort)
    return {
        "measure": name_of(sizes, rounds),
        "coincidences": plan.coincidences,
        "bound": plan.bound,
        "method": plan.method,
        "seconds": round(perf_counter() - begun, 3),
        "cpu": round(process_time() - cpu, 3),
    }


def sweep(effort: int, seed: int) -> None:
    """Plan every number of entries at tables of 4 and 5 for every number of rounds."""
    rows = []
    for entries in SWEEP_ENTRIES:
        sizes = table_sizes(entries, minimum=4, preferred=(4, 5), maximum=5)
        for rounds in SWEEP_ROUNDS:
            rows.append(measured(sizes, rounds, effort, seed))
            show(rows[-1])
    show(
        {
            "measure": "seating/sweep",
            "cases": len(rows),
            "optimal": sum(row["coincidences"] == row["bound"] for row in rows),
            "within_0.1_s": sum(row["cpu"] <= 0.1 for row in rows),
            "longest_cpu": max(row["cpu"] for row in rows),
        }
    )


def compared(sizes: tuple[int, ...], rounds: int, seed: int, seconds: int) -> dict[str, Any]:
    """Return the coincidences of simpler ways; OR-tools only where it is installed."""
    entries = range(sum(sizes))
    by_lot = [seat_at_random(entries, sizes, seed=seed + at) for at in range(rounds)]
    row: dict[str, Any] = {
        "random": _coincidences(by_lot),
        "greedy": min(
            _coincidences(list(least_repeats(sizes, rounds, seed + at))) for at in range(GREEDY)
        ),
    }
    if find_spec("ortools"):
        row["cp_sat"] = cp_sat(sizes, rounds, seconds)
    return row


def _coincidences(rounds: Sequence[Tables]) -> int:
    return count_coincidences(count_meetings(rounds))


def least_repeats(sizes: Sequence[int], rounds: int, seed: int) -> Iterator[Tables]:
    """Seat round by round: each seat goes to who met those at the table least, by lot."""
    chance = Chance(seed)
    everyone = sum(sizes)
    met = [[0] * everyone for _ in range(everyone)]
    for _ in range(rounds):
        waiting = chance.order(everyone).tolist()
        tables = []
        for size in sizes:
            table = [waiting.pop(0)]
            while len(table) < size:
                seat = min(waiting, key=lambda one: sum(met[one][other] for other in table))
                waiting.remove(seat)
                table.append(seat)
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
            tables.append(tuple(table))
        yield tuple(tables)


def cp_sat(sizes: Sequence[int], rounds: int, seconds: int) -> int | None:
    """Model the plan for OR-tools: who sits where, who meets, how often; None: nothing found."""
    cp_model = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    everyone = range(sum(sizes))
    sits = {
        (at, one, table): model.new_bool_var("")
        for at in range(rounds)
        for one in everyone
        for table in range(len(sizes))
    }
    for at in range(rounds):
        for one in everyone:
            model.add_exactly_one(sits[at, one, table] for table in range(len(sizes)))
        for table, size in enumerate(sizes):
            model.add(sum(sits[at, one, table] for one in everyone) == size)
    costs = []
    for one, other in combinations(everyone, 2):
        meets = []
        for at in range(rounds):
            for table in range(len(sizes)):
                both = model.new_bool_var("")
                ours = sits[at, one, table], sits[at, other, table]
                model.add_bool_or([ours[0].negated(), ours[1].negated(), both])
                meets.append(both)
        times = model.new_int_var(0, rounds, "")
        model.add(times == sum(meets))
        cost = model.new_int_var(0, comb(rounds, 2), "")
        for level in range(1, rounds):
            model.add(cost >= level * times - comb(level + 1, 2))
        costs.append(cost)
    model.minimize(sum(costs))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return round(solver.objective_value) if found else None


if __name__ == "__main__":
    sys.exit(main())
