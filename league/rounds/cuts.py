"""Work out who goes on to a stage, and with how many points, before it begins."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count, Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournament import cut as games_cut
from games.tournament.cut import Candidate, Finisher, carried_points, cut
from league.competitions.models import (
    SETTLED,
    CutTies,
    Entry,
    NextRound,
    Round,
    RoundStatus,
    Stage,
)
from league.competitions.queries import entries_in_stage
from league.standings.queries import StandingRow, standings_by_stage

FEWEST_ENTRIES = 2


@dataclass(frozen=True, slots=True)
class CutRow:
    """Say of an entry of the stage before whether it goes on, and what it brings along.

    `seed` is None for who does not go on; `why` are words where the place alone does not say it.
    """

    entry: Entry
    place: int | None
    points: int
    seed: int | None
    carried: int
    why: str


@dataclass(frozen=True, slots=True)
class StageCut:
    """Hold who goes on to a stage, best seed first, and who does not.

    `refusal` says why it cannot begin now, `warning` what is unusual about beginning it now.
    """

    stage: Stage
    rows: tuple[CutRow, ...]
    refusal: str
    warning: str

    @property
    def going_on(self) -> list[CutRow]:
        """Those who go on, by their seeds."""
        return [row for row in self.rows if row.seed is not None]


def stages_to_begin(now: datetime) -> list[int]:  # noqa: ARG001  # whenever the last round closed
    """List the stages that begin by themselves and whose stage before has played all its rounds."""
    before = Stage.objects.filter(
        next_round=NextRound.CLOSING,
        competition=OuterRef("competition"),
        number=OuterRef("number") - 1,
        planned_rounds__isnull=False,
    )
    played = before.annotate(there=Count("rounds")).filter(there__gte=F("planned_rounds"))
    to_begin = Stage.objects.filter(Exists(played), begun_at=None, number__gt=1)
    return [stage.pk for stage in to_begin.order_by("pk") if not cut_of(stage).refusal]


def cut_of(stage: Stage) -> StageCut:
    """Work out who goes on to a stage that has not begun, as the stage before stands."""
    before = (
        Stage.objects.filter(competition=stage.competition_id, number=stage.number - 1)
        .select_related("competition__club")
        .get()
    )
    competition = before.competition
    standings = {
        row.entry_id: row for row in standings_by_stage(competition).get(before.number, [])
    }
    entries = {entry.pk: entry for entry in entries_in_stage(before)}
    finishers = _finishers(entries, standings)
    candidates = cut(
        finishers,
        by=cast("games_cut.Cut", stage.cut),
        at=stage.cut_at or 0,
        do_all_go_on=stage.cut_ties == CutTies.ALL,
        lot_seed=competition.lot_seed,
    )
    rows = tuple(
        _row(stage, entries[one.finisher.entry], standings.get(one.finisher.entry), one)
        for one in candidates
    )
    going_on = sum(row.seed is not None for row in rows)
    return StageCut(stage, rows, _refusal(stage, before, going_on), _warning(before))


def _finishers(entries: dict[int, Entry], standings: dict[int, StandingRow]) -> list[Finisher]:
    """Return those who may go on; who has no place finishes level behind those who have one."""
    last = 1 + sum(1 for pk in entries if pk in standings and standings[pk].place)
    return [
        Finisher(
            pk,
            (standings[pk].place if pk in standings else None) or last,
            standings[pk].points if pk in standings else 0,
        )
        for pk in entries
    ]


def _row(stage: Stage, entry: Entry, standing: StandingRow | None, one: Candidate) -> CutRow:
    points = one.finisher.points
    return CutRow(
        entry=entry,
        place=standing.place if standing else None,
        points=points,
        seed=one.seed,
        carried=carried_points(points, cast("games_cut.CarryOver", stage.carry_over)),
        why=_why(one),
    )


def _why(candidate: Candidate) -> str:
    if not candidate.is_level:
        return ""
    if candidate.by_lot is None:
        return _("level at the cut: all of them go on")
    if candidate.goes_on:
        return _("level at the cut: the lot has chosen")
    return _("level at the cut: the lot has chosen others")


def _refusal(stage: Stage, before: Stage, going_on: int) -> str:
    """Return why the stage cannot begin now, "" if it can."""
    if not before.has_begun:
        return _("%(stage)s has to begin first.") % {"stage": before.label}
    open_round = (
        Round.objects.filter(
            stage__competition=stage.competition_id, stage__number__lt=stage.number
        )
        .exclude(status__in=SETTLED)
        .order_by("number")
        .first()
    )
    if open_round is not None:
        words = (
            _("Round %(number)d is still being played. Close it first.")
            if open_round.is_open
            else _("Round %(number)d has not been played. Play it, call it off or remove it first.")
        )
        return words % {"number": open_round.number}
    if going_on < FEWEST_ENTRIES:
        return _("Fewer than two would go on. Change who goes on first.")
    return ""


def _warning(before: Stage) -> str:
    """Say so where the stage before has not played all the rounds it plans."""
    played = before.rounds.exclude(status=RoundStatus.CALLED_OFF).count()
    if before.planned_rounds is None or played >= before.planned_rounds:
        return ""
    return ngettext(
        "%(stage)s has played %(played)d of its %(planned)d round.",
        "%(stage)s has played %(played)d of its %(planned)d rounds.",
        before.planned_rounds,
    ) % {"stage": before.label, "played": played, "planned": before.planned_rounds}
