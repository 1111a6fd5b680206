"""Say in words what decided a place."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tournament.tiebreaks import Criterion, separating
from league.standings.queries import StandingRow

# More league points need no explanation: they are what the table is about.
AHEAD: Final[dict[Criterion, str | Promise]] = {
    "wins": gettext_lazy("ahead of %(name)s by wins"),
    "game_points": gettext_lazy("ahead of %(name)s by game points"),
}
BEHIND: Final[dict[Criterion, str | Promise]] = {
    "wins": gettext_lazy("behind %(name)s by wins"),
    "game_points": gettext_lazy("behind %(name)s by game points"),
}


def place_words(rows: Sequence[StandingRow]) -> list[str]:
    """Say for each row, best first, what decided its place besides league points; "" if nothing.

    A row that shares its place is compared with the next rows that do not.
    """
    sharers = Counter(row.place for row in rows)
    first = {place: at for at, place in reversed(list(enumerate(row.place for row in rows)))}
    words = []
    for row in rows:
        start = first[row.place]
        end = start + sharers[row.place]
        parts = [
            _shared(sharers[row.place] - 1),
            _compared(row, rows[end], AHEAD) if end < len(rows) else "",
            _compared(row, rows[start - 1], BEHIND) if start else "",
        ]
        words.append(", ".join(part for part in parts if part))
    return words


def _shared(others: int) -> str:
    if not others:
        return ""
    shared = ngettext(
        "level with one other in everything", "level with %(count)d others in everything", others
    )
    return shared % {"count": others}


def _compared(
    row: StandingRow, other: StandingRow, sentences: dict[Criterion, str | Promise]
) -> str:
    criterion = separating(row, other)
    if criterion is None or criterion not in sentences:
        return ""
    return str(sentences[criterion]) % {"name": other.name}


def criterion_words(criterion: str) -> str:
    """Name a criterion, as a kept standing's `decided_by` does."""
    return {
        "points": _("league points"),
        "wins": _("wins"),
        "game_points": _("game points"),
    }.get(criterion, "")
