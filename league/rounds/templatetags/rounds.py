"""Template filters for tables of a round."""

from collections import Counter
from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from league.competitions.models import Seat, Table
from league.results.models import TableScore

register = template.Library()


@register.filter
def spelled(sizes: Sequence[int]) -> str:
    """Write the sizes of tables: "2 of 5, 3 of 4", larger ones first."""
    counts = sorted(Counter(sizes).items(), reverse=True)
    return ", ".join(
        _("%(count)d of %(size)d") % {"count": count, "size": size} for size, count in counts
    )


@register.filter
def score_of(table: Table) -> TableScore | None:
    """Return a table's score, None before its first hand; the table was read with it."""
    return getattr(table, "score", None)


@register.filter
def seats_with_totals(table: Table) -> list[tuple[Seat, int | None]]:
    """Pair the seats of a table with their totals, None before the first hand."""
    seats = list(table.seats.all())
    score = score_of(table)
    if score is None or not score.hands:
        return [(seat, None) for seat in seats]
    return list(zip(seats, score.totals, strict=True))
