"""What closing a round now would count, table by table."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.competitions.models import Competition, Round, Table, Unfinished
from league.results.models import Hand
from league.rounds.queries import tables_with_scores, unfinished_of


class Outcome(StrEnum):
    """What becomes of a table when its round closes."""

    FINISHED = "finished"
    ADJOURNED = "adjourned"
    STANDS = "stands"
    DROPPED = "dropped"
    MISSED = "missed"


class TableAtClose(NamedTuple):
    """A table when its round closes; `standing` are names with totals, the best first."""

    table: Table
    hands: int
    outcome: Outcome
    standing: Sequence[tuple[str, int]]

    @property
    def text(self) -> str:
        """Return what counts of it."""
        if self.outcome == Outcome.MISSED:
            return _("Nothing recorded: its players would miss the round.")
        if self.outcome == Outcome.ADJOURNED:
            return _("Adjourned: it finishes later.")
        if self.outcome == Outcome.DROPPED:
            text = _("Would not count, after %(hand)s.")
        elif self.outcome == Outcome.STANDS:
            text = _("Would count with its current score after %(hand)s.")
        else:
            text = _("Counts, after %(hand)s.") if self.hands else _("Its final result counts.")
        return text % {"hand": self.table.site_game.hand_named(self.hands)}


class ClosingPreview(NamedTuple):
    """What closing a round now would count; `state` identifies its unfinished tables."""

    unfinished: Sequence[TableAtClose]
    settled: Sequence[TableAtClose]
    disputes: Sequence[Hand]
    state: str


def preview_closing(round: Round) -> ClosingPreview:
    """Return what closing a round now would count."""
    tables = list(tables_with_scores(round))
    going_on = {table.pk for table in unfinished_of(tables)}
    competition = round.stage.competition
    rows = [_at_close(table, competition, table.pk in going_on) for table in tables]
    disputes = Hand.objects.filter(table__in=tables, is_disputed=True, is_void=False)
    return ClosingPreview(
        unfinished=[row for row in rows if row.table.pk in going_on],
        settled=[row for row in rows if row.table.pk not in going_on],
        disputes=list(disputes.select_related("table").order_by("table__number", "number")),
        state=state_of(tables),
    )


def state_of(tables: Iterable[Table]) -> str:
    """Return the unfinished tables (read with scores) and their hands as "12:3,15:0"."""
    return ",".join(f"{table.pk}:{_hands(table)}" for table in unfinished_of(tables))


def _at_close(table: Table, competition: Competition, goes_on: bool) -> TableAtClose:
    hands = _hands(table)
    if table.adjourned_at:
        outcome = Outcome.ADJOURNED
    elif not goes_on:
        outcome = Outcome.FINISHED
    elif not hands:
        outcome = Outcome.MISSED
    elif competition.unfinished == Unfinished.NOTHING:
        outcome = Outcome.DROPPED
    else:
        outcome = Outcome.STANDS
    return TableAtClose(table, hands, outcome, _standing(table) if hands else [])


def _hands(table: Table) -> int:
    score = getattr(table, "score", None)
    return score.hands if score is not None else 0


def _standing(table: Table) -> list[tuple[str, int]]:
    names = [seat.player.name for seat in table.seats.all()]
    in_order = sorted(zip(table.score.places, names, table.score.totals, strict=True))
    return [(name, total) for _place, name, total in in_order]
