"""Find the best round by trying every one: slow, plain, and sharing no code with the draws."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

Pair = tuple[int, int]
Tables = tuple[tuple[int, ...], ...]
Past = tuple[Tables, tuple[int, ...]]
"""The tables of a round, and who sat out."""


def every_round(entries: Sequence[int], sizes: Sequence[int]) -> Iterator[Tables]:
    """Yield every way to fill tables of these sizes; who is left over sits out."""
    if not sizes:
        yield ()
        return
    for table in combinations(entries, sizes[0]):
        rest = [entry for entry in entries if entry not in table]
        for tables in every_round(rest, sizes[1:]):
            yield (table, *tables)


def pairs_of(tables: Tables) -> list[Pair]:
    return [
        (min(one, other), max(one, other))
        for table in tables
        for one, other in combinations(table, 2)
    ]


def meetings_of(rounds: Sequence[Tables]) -> dict[Pair, int]:
    met: dict[Pair, int] = {}
    for tables in rounds:
        for both in pairs_of(tables):
            met[both] = met.get(both, 0) + 1
    return met


@cache
def _meetings_before(past: tuple[Tables, ...]) -> dict[Pair, int]:
    """Count once for all the rounds that are compared."""
    return meetings_of(past)


def coincidences_of(rounds: Sequence[Tables]) -> int:
    return sum(times * (times - 1) // 2 for times in meetings_of(rounds).values())


def repeats_of(rounds: Sequence[Tables]) -> int:
    return sum(times - 1 for times in meetings_of(rounds).values())


def faults_of(
    entries: Sequence[int],
    tables: Tables,
    *,
    past: Sequence[Tables] = (),
    apart: Sequence[Pair] = (),
    sat_out: Mapping[int, int] | None = None,
) -> tuple[int, int, int]:
    """Return what is bad about a round, the worst first: broken pairs, idle again, coincidences."""
    met = _meetings_before(tuple(past))
    kept_apart = {(min(both), max(both)) for both in apart}
    seated = {entry for table in tables for entry in table}
    idle = [entry for entry in entries if entry not in seated]
    return (
        sum(both in kept_apart for both in pairs_of(tables)),
        sum((sat_out or {}).get(entry, 0) for entry in idle),
        sum(met.get(both, 0) for both in pairs_of(tables)),
    )


def short_again(past: Sequence[Past], tables: Tables) -> int:
    """Add up for who sits short now by how many seats its tables fell short before, times now."""
    total = 0
    for table in tables:
        for entry in table:
            total += (max(map(len, tables)) - len(table)) * shortfall(past, entry)
    return total


def shortfall(past: Sequence[Past], entry: int) -> int:
    """Say by how many seats the tables of an entry fell short; the mean for each round missed."""
    total = Fraction(0)
    for tables, idle in past:
        missing = {
            seated: max(map(len, tables)) - len(table) for table in tables for seated in table
        } | dict.fromkeys(idle, 0)
        total += missing.get(entry, Fraction(sum(missing.values()), len(missing)))
    return round(total)


def times_idle(past: Sequence[Past], entry: int) -> int:
    """Say how often an entry sat out; the mean for each round missed."""
    total = Fraction(0)
    for tables, idle in past:
        present = len(idle) + sum(map(len, tables))
        there = entry in idle or any(entry in table for table in tables)
        total += (entry in idle) if there else Fraction(len(idle), present)
    return round(total)


def every_repair(
    tables: Tables, everyone: Sequence[int], locked: Sequence[int], minimum: int, maximum: int
) -> Iterator[dict[int, int]]:
    """Yield every way to put people at tables of these sizes, at new ones, or nowhere (-1)."""
    fixed = {entry for at in locked for entry in tables[at]}
    free = [entry for entry in everyone if entry not in fixed]
    choices = [-1, *(at for at in range(len(tables) + 2) if at not in locked)]
    for chosen in product(choices, repeat=len(free)):
        sizes = [chosen.count(at) for at in choices[1:]]
        if all(size == 0 or minimum <= size <= maximum for size in sizes):
            yield dict(zip(free, chosen, strict=True))


def repair_worth(
    tables: Tables, seating: Mapping[int, int], past: Sequence[Tables], apart: Sequence[Pair]
) -> tuple[int, ...]:
    """Count the seated and the new who sit out, who changes tables and seats, broken, repeats."""
    before = {entry: (at, seat) for at, t in enumerate(tables) for seat, entry in enumerate(t)}
    chosen = list(seating.values())
    groups = [tuple(e for e in seating if seating[e] == at) for at in set(chosen) - {-1}]
    faults = faults_of([], tuple(groups), past=past, apart=apart)
    return (
        sum(at == -1 and entry in before for entry, at in seating.items()),
        sum(at == -1 and entry not in before for entry, at in seating.items()),
        sum(
            at != -1 and entry in before and before[entry][0] != at for entry, at in seating.items()
        ),
        sum(
            entry in before and before[entry][0] == at and before[entry][1] >= chosen.count(at)
            for entry, at in seating.items()
        ),
        faults[0],
        faults[2],
    )
