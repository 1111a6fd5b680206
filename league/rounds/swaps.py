"""Swap entries of a draw by hand before it is seated."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.tournament.draw import Pair, Tables
from league.rounds.draw_input import DrawInput
from league.rounds.draws import DrawResult, finish

BY_HAND = {"code": "by_hand", "data": {}}
MOST_SWAPS = 50


def pairs_to_swap(numbers: Sequence[int]) -> tuple[Pair, ...]:
    """Return the pairs of a flat list of entries, at most MOST_SWAPS."""
    ones = numbers[: 2 * MOST_SWAPS]
    return tuple(zip(ones[::2], ones[1::2], strict=False))


def swap_entries(draw_input: DrawInput, draw: DrawResult, swaps: Sequence[Pair]) -> DrawResult:
    """Return a draw after these swaps, one after the other, of seats or byes.

    Partners stay with the seats. A swap with an entry that is not in the draw does nothing.
    """
    held = {entry: entry for table in (*draw.tables, draw.idle) for entry in table}
    for one, other in swaps:
        if one in held and other in held:
            held[one], held[other] = held[other], held[one]
    moved = {entry for entry, place in held.items() if entry != place}
    if not moved:
        return draw
    place_of = {place: entry for entry, place in held.items()}
    tables: Tables = tuple(tuple(place_of[each] for each in table) for table in draw.tables)
    plan = draw_input.past.meetings.plan_of(
        tables,
        method="list",
        seed=draw.seed,
        sitting_out=[place_of[each] for each in draw.idle],
        apart=list(draw_input.apart),
    )
    swapped = finish(draw_input, plan, draw.seed, is_ordered=True)
    return replace(
        swapped,
        partners={place_of[entry]: number for entry, number in draw.partners.items()},
        reasons={
            entry: BY_HAND if entry in moved else reason
            for entry, reason in swapped.reasons.items()
        },
        summary={**swapped.summary, **_unjudged(len(moved))},
        stored=_stored(draw, tables),
    )


def _unjudged(moved: int) -> Mapping[str, Any]:
    """Return what a summary says of a draw that the organiser changed."""
    return {"is_optimal": False, "excess": None, "bound": None, "ahead": 1, "moved_by_hand": moved}


def _stored(draw: DrawResult, tables: Tables) -> Mapping[str, Any]:
    """Return what the stage stores: new fixed groups are those of the swapped tables."""
    is_first = "groups_seed" in (draw.stored.get("plan") or {})
    return {**draw.stored, "groups": [list(table) for table in tables]} if is_first else draw.stored
