"""What follows from results: tell the functions of the apps above, which the settings name.

`settings.RESULT_LISTENERS` names them by what they are told; all run inside the caller's
transaction.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string

from league.results.models import TableScore
from league.results.place import Place


class PlacedRow(NamedTuple):
    """Where an entry stands in a competition: its place, None for who has none, and its points."""

    entry_id: int
    name: str
    place: int | None
    points: int


def tell_score(*, place: Place, score: TableScore | None) -> None:
    """Tell that a table's score is another, None if it has one no longer.

    Nobody else writes at the table or counts one of its entries meanwhile, and of the competition
    nothing changes but its version.
    """
    for listener in _listeners("score"):
        listener(place=place, score=score)


def tell_adjustments(*, entry_id: int, competition_id: int) -> None:
    """Tell that an entry's adjustments are others, under the competition's lock."""
    for listener in _listeners("adjustment"):
        listener(entry_id=entry_id, competition_id=competition_id)


def standings_now(competition_id: int) -> list[PlacedRow]:
    """Return where everybody stands in a competition now, best first."""
    rows: list[Sequence[PlacedRow]] = [read(competition_id) for read in _listeners("standings")]
    return [row for each in rows for row in each]


@cache
def _listeners(event: str) -> tuple[Callable[..., Any], ...]:
    return tuple(import_string(name) for name in settings.RESULT_LISTENERS[event])
