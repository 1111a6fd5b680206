"""Say in words what decided a place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tournament.certainty import Certainty
from games.tournament.points import WHOLE
from league.core.templatetags.ui import amount, signed
from league.results.models import Adjustment
from league.standings.outlook import Goal
from league.standings.queries import StandingRow

NAMES: Final[dict[str, str | Promise]] = {
    "points": gettext_lazy("league points"),
    "wins": gettext_lazy("wins"),
    "places": gettext_lazy("places counted back"),
    "head_to_head": gettext_lazy("head-to-head"),
    "game_points": gettext_lazy("game points"),
    "opponents": gettext_lazy("opponents’ points"),
    "best": gettext_lazy("best results"),
    "latest": gettext_lazy("latest results"),
    "byes": gettext_lazy("fewer byes"),
    "rating": gettext_lazy("rating at the start"),
    "lot": gettext_lazy("lot"),
}


def place_words(rows: Sequence[StandingRow], wanted: Iterable[int] | None = None) -> list[str]:
    """Say for the rows at these indexes, None for all, what decided their places besides points.

    `rows` are the whole table, best first. A row that shares its place is compared with the next
    rows that do not. Rows of other stages and rows without a place are compared with none.
    """
    sharers: Counter[tuple[int, int | None]] = Counter(
        (row.stage_number, row.place) for row in rows
    )
    above, below = _neighbours(rows), _neighbours(rows[::-1])[::-1]
    return [
        _place_words(rows[at], above[at], below[at], sharers[rows[at].stage_number, rows[at].place])
        for at in (range(len(rows)) if wanted is None else wanted)
    ]


def _neighbours(rows: Sequence[StandingRow]) -> list[StandingRow | None]:
    """Return for each row the nearest one before it that has another place."""
    found: list[StandingRow | None] = []
    for at, row in enumerate(rows):
        before = rows[at - 1] if at else None
        found.append(found[-1] if before and before.place == row.place else before)
    return found


def _place_words(
    row: StandingRow, above: StandingRow | None, below: StandingRow | None, sharers: int
) -> str:
    if row.place is None:
        return _unranked_words(row)
    parts = [
        _shared(sharers - 1),
        _("ahead of %(name)s by %(what)s") % _gap(row.ahead, row, below)
        if row.ahead and below
        else "",
        _("behind %(name)s by %(what)s") % _gap(row.behind, row, above)
        if row.behind and above
        else "",
    ]
    return ", ".join(part for part in parts if part)


def certainty_words(certainty: Certainty | None, goal: Goal | None, *, is_over: bool) -> str:
    """Say what is certain of an entry; "" for nothing, and for who has not won in the end."""
    if certainty is None or goal is None:
        return ""
    if certainty == Certainty.CLINCHED:
        if goal.is_title:
            return _("winner") if is_over else _("sure to win")
        return _("goes on") if is_over else _("sure to go on")
    if goal.is_title:
        return "" if is_over else _("cannot win any more")
    return _("out") if is_over else _("cannot go on any more")


def criterion_words(criterion: str) -> str:
    """Name a criterion, as a kept standing's `decided_by` does."""
    return str(NAMES.get(criterion, ""))


def compared_words(criterion: str, own: Any, other: Any) -> str:
    """Name a criterion with the two values that were compared, as in `wins (3 to 2)`."""
    if criterion in {"places", "best", "latest"}:
        number, own, other = _first_difference(own, other)
        values = {
            "places": _("place %(number)d: %(own)s to %(other)s"),
            "best": _("number %(number)d: %(own)s to %(other)s"),
            "latest": _("last but %(back)d: %(own)s to %(other)s")
            if number > 1
            else _("%(own)s to %(other)s"),
        }[criterion]
    else:
        number, values = 1, _("%(own)s to %(other)s")
    compared = values % {
        "number": number,
        "back": number - 1,
        "own": _value(criterion, own),
        "other": _value(criterion, other),
    }
    return f"{criterion_words(criterion)} ({compared})"


def _gap(gap: Sequence[Any], row: StandingRow, neighbour: StandingRow) -> dict[str, str]:
    criterion, *values = gap
    own, other = values or (getattr(row, criterion), getattr(neighbour, criterion))
    return {"name": neighbour.name, "what": compared_words(criterion, own, other)}


def _shared(others: int) -> str:
    if not others:
        return ""
    shared = ngettext(
        "level with one other in everything", "level with %(count)d others in everything", others
    )
    return shared % {"count": others}


def _unranked_words(row: StandingRow) -> str:
    if row.has_left:
        return _("takes part no longer")
    if not row.missing:
        return _("guest, listed without a place")
    missing = ngettext(
        "one more round to be ranked", "%(count)d more rounds to be ranked", row.missing
    )
    return missing % {"count": row.missing}


def _first_difference(own: Sequence[Any], other: Sequence[Any]) -> tuple[int, Any, Any]:
    """Return the 1-based number of the first pair that differs, and the pair."""
    pairs = zip_longest(own, other)
    return next(
        (number, mine, theirs)
        for number, (mine, theirs) in enumerate(pairs, start=1)
        if mine != theirs
    )


def _value(criterion: str, value: int | None) -> str:
    if value is None:
        return "0" if criterion == "places" else _("none")
    if criterion == "opponents":
        return number_format(value / WHOLE, decimal_pos=3).replace("-", "\u2212")
    if criterion == "lot":
        return f"{value:012x}"
    return amount(value)


def adjustment_words(adjustment: Adjustment) -> str:
    """Say what was given or taken, and why."""
    words = f"{adjustment.get_kind_display()} {signed(adjustment.points)}: {adjustment.reason}"
    return f"{words} ({adjustment.rule})" if adjustment.rule else words
