"""A player leaves in the middle of a match: what each way out means, before it is taken."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import Competition, Round
from league.competitions.queries import tables
from league.results.impact import InStandings, moves_between, try_change
from league.results.locked_table import PlacedRow
from league.results.models import TableScore
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind
from league.rounds.seating_context import SeatingChangeRequest
from league.rounds.services.seating import change_seating
from league.standings.models import TableResult
from league.standings.queries import placed_rows


class SeatOutcome(NamedTuple):
    """What a player has of a table: total, place and ranking points, nothing of a void one."""

    name: str
    is_leaver: bool
    total: int | None = None
    place: int | None = None
    points: int | None = None


class WayOut(NamedTuple):
    """A way out, with what each has then at the table and in the standings, or a `refusal`."""

    kind: str
    title: str | Promise
    text: str | Promise
    seats: tuple[SeatOutcome, ...] = ()
    standings: tuple[InStandings, ...] = ()
    refusal: str = ""


WAYS_OUT: Sequence[tuple[str, str | Promise, str | Promise]] = (
    (
        ChangeKind.REDUCED,
        _("Continue without the player"),
        _(
            "All hands count. The others keep their totals and play on; the player who leaves "
            "comes last."
        ),
    ),
    (
        ChangeKind.ENDED,
        _("End match now"),
        _("All hands count for everyone at the table, and the match is over."),
    ),
    (
        ChangeKind.VOIDED,
        _("Void match"),
        _("No hand counts. The others wait for a new seat; without one they have a bye."),
    ),
)


def preview_ways_out(
    *, round: Round, entry_id: int, by: Player | None, now: datetime
) -> list[WayOut]:
    """Return what each way out would mean for a player at a table, changing nothing."""
    table = tables().standing().get(round=round, seats__entry=entry_id)
    found = []
    for kind, title, text in WAYS_OUT:
        query = SeatingChangeRequest(kind, entry=entry_id)
        change = partial(
            change_seating, round_id=round.pk, seating=round.seating, query=query, by=by, now=now
        )
        read = partial(_read, table.pk, entry_id, round.stage.competition)
        try:
            (_seats, before), (seats, after) = try_change(change, read)
        except RoundError as error:
            found.append(WayOut(kind, title, text, refusal=error.text))
        else:
            found.append(WayOut(kind, title, text, seats, moves_between(before, after)))
    return found


def _read(
    table_id: int, leaver: int, competition: Competition
) -> tuple[tuple[SeatOutcome, ...], list[PlacedRow]]:
    """Return what each has of a table now, and the standings."""
    table = tables().get(pk=table_id)
    score = TableScore.objects.filter(table=table, table__dissolved_at=None).first()
    points = dict(TableResult.objects.filter(table=table).values_list("seat", "points"))
    outcomes = [
        SeatOutcome(seat.player.name, seat.entry_id == leaver, *_has(score, points, seat.number))
        for seat in table.seats.all()
    ]
    seats = sorted(outcomes, key=lambda each: each.place or 0)
    return tuple(seats), placed_rows(competition.pk)


def _has(
    score: TableScore | None, points: Mapping[int, int], seat: int
) -> tuple[int | None, int | None, int | None]:
    """Return total, place and points of a seat."""
    if score is None:
        return None, None, None
    return score.totals[seat], score.places[seat], points.get(seat)
