"""Template filters for tables of a round."""

from collections import Counter
from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from league.competitions.models import Round, Seat, Table
from league.results.models import TableScore
from league.rounds.models import SeatingChange
from league.rounds.previews import PreviewSeat
from league.rounds.words import (
    apart_words,
    change_words,
    how_good,
    reason_words,
    summary_words,
)

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
    """Pair the seats of a table with their totals, None before the first hand or if unknown."""
    seats = list(table.seats.all())
    score = score_of(table)
    if score is None or not (score.hands or any(score.totals)):
        return [(seat, None) for seat in seats]
    return list(zip(seats, score.totals, strict=True))


@register.filter
def in_words(change: SeatingChange) -> str:
    """Say what a change of the seating was."""
    return change_words(change)


@register.filter
def apart(why: str) -> str:
    """Say why two are kept apart."""
    return apart_words(why)


@register.filter
def why(seat: Seat, table: Table) -> str:
    """Say why somebody sits here; the table's seats were read with it."""
    names = {other.entry_id: other.player.name for other in table.seats.all()}
    return reason_words(seat.reason, names)


@register.filter
def reasons(table: Table) -> list[tuple[str, str]]:
    """Say of everybody at a table, by name, why they sit there, as far as it is known."""
    said = [(seat.player.name, why(seat, table)) for seat in table.seats.all()]
    return [(name, sentence) for name, sentence in said if sentence]


@register.filter
def reasons_of(seats: Sequence[PreviewSeat]) -> list[tuple[str, str]]:
    """Say of everybody at a table of a preview, by name, why they would sit there."""
    return [(seat.name, seat.reason) for seat in seats if seat.reason]


@register.filter
def partner_at(seat: Seat, table: Table) -> str:
    """Name whoever plays with a seat in this round, "" where there are no pairs."""
    if seat.pair is None:
        return ""
    mates = [other for other in table.seats.all() if other.pair == seat.pair and other != seat]
    return mates[0].player.name if mates else ""


@register.filter
def drawn_words(round: Round) -> list[str]:
    """Say how a round was drawn, and how good that is."""
    return summary_words(round.draw)


@register.filter
def quality_words(round: Round) -> list[str]:
    """Say for the room who meets again, and whether a better seating exists."""
    return how_good(round.draw)
