"""Measure draws of one round at a time: how long they take, and how good they are.

`python -m tests.benchmarks.one_round` prints one JSON line a measure. `seconds` is the processor
time of the slowest round; `random` and `greedy` are the coincidences of two simpler ways in the
same run: by lot, and seat by seat whoever has met the table least.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random
from time import process_time
from typing import Any

from games.tournament.draw import SizeLimits, Tables, count_coincidences, count_meetings
from games.tournament.history import History
from games.tournament.one_round import seat_round
from games.tournament.pairs import seat_pairs
from games.tournament.repair import repair_round
from games.tournament.swiss import STRENGTHS, SwissRules, seat_swiss

Row = dict[str, Any]

FIELDS = (
    (16, (4,) * 4, 5),
    (23, (5, 5, 5, 4, 4), 6),
    (64, (4,) * 16, 10),
    (100, (4,) * 25, 12),
    (250, (4,) * 61 + (3,) * 2, 12),
    (1_000, (4,) * 250, 12),
    (10_000, (4,) * 2_500, 12),
)
PAIRS = ((8, 7), (12, 6), (12, 11), (16, 15), (20, 8), (40, 10))
MOST_GREEDY = 1_000
"""Entries up to which the greedy way is tried: its time grows with their square."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the measures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.one_round")
    parser.add_argument("--only", default="", metavar="TEXT", help="measures with this in the name")
    chosen = parser.parse_args(arguments)
    for name, work in measures():
        if chosen.only in name:
            sys.stdout.write(f"{json.dumps({'measure': name, **work()})}\n")
            sys.stdout.flush()
    return 0


def measures() -> Iterator[tuple[str, Callable[[], Row]]]:
    """Yield each measure with its name."""
    for entries, sizes, rounds in FIELDS:
        name = f"one-round/{entries}x{rounds}"
        yield name, partial(variety, sizes, rounds)
    for strength in STRENGTHS:
        for entries, sizes, rounds in FIELDS[1:]:
            name = f"swiss-{strength}/{entries}x{rounds}"
            yield name, partial(swiss, sizes, rounds, strength)
    for entries, rounds in PAIRS:
        yield f"pairs/{entries}x{rounds}", partial(pairs, entries, rounds)
    for gone, new in ((1, 0), (0, 1), (6, 9), (30, 0), (0, 30)):
        yield f"repair/100-{gone}+{new}", partial(repair, gone, new)


def variety(sizes: Sequence[int], rounds: int) -> Row:
    """Draw rounds without scores."""
    entries = range(sum(sizes))
    history, slowest = History(), 0.0
    for number in range(rounds):
        begun = process_time()
        plan = seat_round(entries, sizes, history=history, seed=number)
        slowest = max(slowest, process_time() - begun)
        history = history.after(plan.rounds[0])
    return {
        "seconds": round(slowest, 4),
        "coincidences": plan.coincidences,
        **others(sizes, rounds),
    }


def others(sizes: Sequence[int], rounds: int) -> Row:
    """Count what two simpler ways give."""
    found = {"random": _coincidences([at_random(sizes, number) for number in range(rounds)])}
    if sum(sizes) <= MOST_GREEDY:
        drawn: list[Tables] = []
        met: Counter[tuple[int, int]] = Counter()
        for number in range(rounds):
            drawn.append(greedy(sizes, met, number))
            met += count_meetings(drawn[-1:])
        found["greedy"] = _coincidences(drawn)
    return found


def _coincidences(rounds: Sequence[Tables]) -> int:
    return count_coincidences(count_meetings(rounds))


def at_random(sizes: Sequence[int], seed: int) -> Tables:
    """Draw a round by lot."""
    order = list(range(sum(sizes)))
    Random(seed).shuffle(order)
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def greedy(sizes: Sequence[int], met: Counter[tuple[int, int]], seed: int) -> Tables:
    """Fill seat by seat with whoever has met the table least, the first by lot."""
    left = list(range(sum(sizes)))
    Random(seed).shuffle(left)
    tables = []
    for size in sizes:
        table: list[int] = []
        for _ in range(size):
            best = min(left, key=lambda one: sum(met[min(one, at), max(one, at)] for at in table))
            left.remove(best)
            table.append(best)
        tables.append(tuple(table))
    return tuple(tables)


def swiss(sizes: Sequence[int], rounds: int, strength: str) -> Row:
    """Draw rounds by scores in which those with the higher numbers win more often."""
    entries = range(sum(sizes))
    rng, history, slowest = Random(5), History(), 0.0
    scores = dict.fromkeys(entries, 0)
    rules = SwissRules(STRENGTHS[strength])
    for number in range(rounds):
        begun = process_time()
        plan = seat_swiss(entries, sizes, scores, rules=rules, history=history, seed=number)
        slowest = max(slowest, process_time() - begun)
        history = history.after(plan.rounds[0])
        before = dict(scores)
        for table in plan.rounds[0]:
            finish = sorted(table, key=lambda entry: entry * rng.random())
            for points, entry in enumerate(finish):
                scores[entry] += 2 * points
    return {
        "seconds": round(slowest, 4),
        "coincidences": plan.coincidences,
        "score_gap": plan.measures["score_gap"],
        "random_gap": round(_gap(at_random(sizes, 1), before), 3),
    }


def _gap(tables: Tables, scores: dict[int, int]) -> float:
    gaps = [abs(scores[a] - scores[b]) for table in tables for a, b in combinations(table, 2)]
    return sum(gaps) / len(gaps)


def pairs(entries: int, rounds: int) -> Row:
    """Draw a whole schedule of rotating pairs."""
    begun = process_time()
    drawn = seat_pairs(range(entries), (4,) * (entries // 4), rounds=rounds, seed=1)
    return {
        "seconds": round(process_time() - begun, 4),
        "method": drawn.plan.method,
        "partner_repeats": drawn.partner_repeats,
        "opponents": drawn.opponents,
        "coincidences": drawn.plan.coincidences,
        "bound": drawn.plan.bound,
        **others((4,) * (entries // 4), rounds),
    }


def repair(gone: int, new: int) -> Row:
    """Mend a seventh round of a hundred at tables of four, others allowed."""
    history = History()
    for number in range(7):
        plan = seat_round(range(100), (4,) * 25, history=history, seed=number)
        history = history.after(plan.rounds[0])
    past = History(history.rounds[:-1])
    begun = process_time()
    mended = repair_round(
        plan.rounds[0],
        leaving=range(0, 3 * gone, 3),
        arriving=range(200, 200 + new),
        limits=SizeLimits(3, (4,), 5),
        history=past,
        seed=1,
    )
    seconds, met = process_time() - begun, past.count_meetings()
    return {
        "seconds": round(seconds, 4),
        "moved": len(mended.moved),
        "sitting_out": len(mended.sitting_out),
        "added": sum(
            met[both] for table in mended.tables for both in combinations(sorted(table), 2)
        ),
    }


if __name__ == "__main__":
    raise SystemExit(main())
