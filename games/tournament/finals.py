"""Seat those who went on by what they have reached: see `cut` for who goes on."""

from collections.abc import Sequence
from typing import Literal

from games.tournament.draw import Plan, Tables
from games.tournament.history import NO_HISTORY, History
from games.tournament.round_question import check_entries, check_sizes

Seeding = Literal["snake", "strength"]
"""Tables of equal strength, 1 4 5 8 and 2 3 6 7; or the strongest together, 1 2 3 4 and 5 6 7 8."""


def seat_finals(
    seeds: Sequence[int], sizes: Sequence[int], *, seeding: Seeding, history: History = NO_HISTORY
) -> Plan:
    """Seat entries by their seeds, `seeds` the best first; raises CannotDrawError.

    Within a table the best seed sits first. Nothing is left to chance, and who met before does
    not count; the plan says how often it happens. Who is left over sits out: the last seeds.
    """
    entries = check_entries(seeds)
    check_sizes(len(entries), sizes)
    playing = list(seeds[: sum(sizes)])
    tables = by_snake(playing, sizes) if seeding == "snake" else by_strength(playing, sizes)
    return history.plan_of(
        tables, method=f"finals-{seeding}", seed=0, sitting_out=seeds[sum(sizes) :]
    )


def by_strength(seeds: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Fill one table after another, the best seeds at the first."""
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return tuple(tuple(seeds[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def by_snake(seeds: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Deal one seed to each table, to and fro, past tables that are full."""
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = list(seeds)
    forward = True
    while waiting:
        turn = range(len(sizes)) if forward else reversed(range(len(sizes)))
        for at in turn:
            if waiting and len(tables[at]) < sizes[at]:
                tables[at].append(waiting.pop(0))
        forward = not forward
    return tuple(map(tuple, tables))
