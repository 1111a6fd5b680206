"""Say who goes on to the next stage, with how many points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from games.tournament.tiebreaks import lot_number

Cut = Literal["everybody", "places", "points"]
CarryOver = Literal["none", "half", "full"]


@dataclass(frozen=True, slots=True)
class Finisher:
    """Hold how an entry has finished a stage. Those who share a place are level in everything."""

    entry: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """Say whether an entry goes on, and what decided it.

    `seed` is 1-based and None for who does not go on. `by_lot` is the number drawn where the lot
    had to choose among those who share a place: the lowest go on. `is_level` says that this entry
    shares a place with the first one beyond the cut, or the last one within it.
    """

    finisher: Finisher
    goes_on: bool
    seed: int | None
    by_lot: int | None
    is_level: bool


def cut(
    finishers: Sequence[Finisher],
    *,
    by: Cut,
    at: int = 0,
    do_all_go_on: bool = False,
    lot_seed: int = 0,
) -> list[Candidate]:
    """Return all entries in the order of their seeds, then those who do not go on.

    By places the best `at` go on; where more share the last of these places, all of them do under
    `do_all_go_on`, else the lot chooses. By points whoever has `at` goes on. Who shares a place is
    seeded by the lot.
    """
    lots = {one.entry: lot_number(lot_seed, one.entry) for one in finishers}
    in_order = sorted(finishers, key=lambda one: (one.place, lots[one.entry]))
    split = None
    if by == "places" and 0 < at < len(in_order) and in_order[at - 1].place == in_order[at].place:
        split = in_order[at].place
    on: list[Candidate] = []
    out: list[Candidate] = []
    for number, one in enumerate(in_order, start=1):
        is_level = split is not None and one.place == split
        if by == "places":
            goes_on = number <= at or (do_all_go_on and is_level)
        else:
            # Who is listed without a place may have enough points behind others who have not.
            goes_on = by == "everybody" or one.points >= at
        drawn = lots[one.entry] if is_level and not do_all_go_on else None
        seed = len(on) + 1 if goes_on else None
        (on if goes_on else out).append(Candidate(one, goes_on, seed, drawn, is_level))
    return on + out


def carried_points(points: int, carry_over: CarryOver) -> int:
    """Return what counts in the next stage of the points of one; half of them is rounded up."""
    shares: Mapping[CarryOver, int] = {"none": 0, "half": -(-points // 2), "full": points}
    return shares[carry_over]
