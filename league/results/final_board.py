"""A final result as pages show it: who came where, and how that was changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.core.games.entry import Who
from league.results.models import FinalResult, FinalRevision
from league.results.scoring import Record


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Where somebody came; `total` is None where nobody knows it."""

    who: Who
    place: int
    total: int | None


@dataclass(frozen=True, slots=True)
class ResultStep:
    """A revision and the rows that it said, none for a void one."""

    revision: FinalRevision
    rows: tuple[ResultRow, ...]


def rows_of(outcome: Record | None, names: Sequence[str]) -> tuple[ResultRow, ...]:
    """Return everybody, best placed first."""
    if outcome is None:
        return ()
    places, totals = outcome["places"], outcome.get("totals")
    rows = [
        ResultRow(Who(seat, name), places[seat], totals[seat] if totals else None)
        for seat, name in enumerate(names)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.who.seat)))


def steps_of(result: FinalResult, names: Sequence[str]) -> tuple[ResultStep, ...]:
    """Return the history of a result, oldest first."""
    revisions = result.revisions.select_related("by").order_by("number")
    return tuple(ResultStep(each, rows_of(each.outcome, names)) for each in revisions)
