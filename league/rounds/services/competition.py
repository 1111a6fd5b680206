"""Settings and teams of a competition with rounds; start and undo of stages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.audit.actions import Action
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.clubs.services import add_players
from league.competitions import services as competitions
from league.competitions.models import Competition, Entry, NextRound, Round, Stage, StageEntry
from league.competitions.queries import entries_of
from league.competitions.schedule import RoundTimes
from league.competitions.services import EntryDescription, add_round, enter_players
from league.competitions.writing import bump, lock_competition, lock_stage, log_stage
from league.core.enqueue import enqueue
from league.results.impact import InStandings, moves_between, try_change
from league.results.locked_table import PlacedRow
from league.rounds.draws import new_draw_seed
from league.rounds.errors import RoundError
from league.rounds.queries import SWEEP, next_number
from league.rounds.services.absences import settle_absences_again
from league.rounds.services.check_in import check_in_players, copy_check_ins
from league.rounds.services.closing import correct_posted_standings, last_posted
from league.rounds.services.lifecycle import add_round as open_first_round
from league.rounds.services.seating import seat_round
from league.rounds.stage_cut import cut_of, present
from league.standings.queries import placed_rows, standings_of
from league.standings.services import recompute_competition
from league.standings.statistics.services import forget_stats
from league.standings.teams import teams_of


def stages_to_begin(now: datetime) -> list[int]:  # noqa: ARG001  # whenever the last round closed
    """Return the ids of stages that begin automatically now."""
    before = Stage.objects.filter(
        next_round=NextRound.CLOSING,
        competition=OuterRef("competition"),
        number=OuterRef("number") - 1,
        planned_rounds__isnull=False,
    )
    played = before.annotate(there=Count("rounds")).filter(there__gte=F("planned_rounds"))
    to_begin = Stage.objects.filter(Exists(played), started_at=None, number__gt=1)
    return [stage.pk for stage in to_begin.order_by("pk") if not cut_of(stage).refusal]


@transaction.atomic
def edit_competition(*, competition_id: int, settings: Competition, now: datetime) -> Competition:
    """Change a competition's settings and recompute; raises name_taken, InvalidOptionsError.

    If places or points change, the standings that were posted last are posted again, corrected.
    """
    lock_competition(competition_id=competition_id)
    before = Competition.objects.get(pk=competition_id).visibility
    standings = placed_rows(competition_id)
    competition = competitions.edit_competition(competition_id=competition_id, settings=settings)
    if competition.visibility != before:
        # This raises the version of the rating list, by which its pages are cached.
        forget_stats(competition=competition, rounds=())
    settle_absences_again(competition, now)
    recompute_competition(competition_id=competition_id)
    if placed_rows(competition_id) != standings:
        correct_posted_standings(
            competition, gettext_lazy("The settings of the competition have changed."), now
        )
    return competition


class SettingsImpact(NamedTuple):
    """What new settings would move in the standings, also of teams.

    `posted` is the round whose posted standings would be corrected, if any.
    """

    standings: tuple[InStandings, ...]
    teams: tuple[InStandings, ...]
    posted: Round | None

    @property
    def is_nothing(self) -> bool:
        """Say whether everybody stays where they are."""
        return not self.standings and not self.teams


def preview_settings(
    *, competition_id: int, settings: Competition, now: datetime
) -> SettingsImpact:
    """Return what new settings would move, changing nothing; raises what the change does."""

    def read() -> tuple[list[PlacedRow], list[PlacedRow]]:
        competition = Competition.objects.get(pk=competition_id)
        teams = teams_of(standings_of(competition), competition.team_best)
        names = sorted(team.name for team in teams)
        placed = [
            PlacedRow(names.index(team.name), team.name, team.place, team.points) for team in teams
        ]
        return placed_rows(competition_id), placed

    change = partial(edit_competition, competition_id=competition_id, settings=settings, now=now)
    before, after = try_change(change, read)
    standings, teams = map(moves_between, before, after)
    return SettingsImpact(standings, teams, last_posted(competition_id) if standings else None)


@transaction.atomic
def enter_team(
    *, competition_id: int, team: str, players: Sequence[Player], new: Sequence[str], now: datetime
) -> list[Entry]:
    """Enter a team of known and new players and return their entries."""
    competition = lock_competition(competition_id=competition_id)
    of_club = Player.objects.active().filter(club=competition.club_id)
    known = set(of_club.values_list("name", flat=True))
    names = [name for name in new if name not in known]
    add_players(club=competition.club, names=names, now=now)
    added = of_club.filter(name__in=new)
    members = {player.pk: player for player in [*players, *added]}
    entries = enter_players(competition_id=competition_id, players=members.values(), now=now)
    describe_entries(
        competition_id=competition_id,
        descriptions={entry.pk: EntryDescription(team, entry.is_guest) for entry in entries},
    )
    return entries


@transaction.atomic
def describe_entries(*, competition_id: int, descriptions: Mapping[int, EntryDescription]) -> None:
    """Set team and guest status of entries and recompute the standings."""
    competitions.describe_entries(competition_id=competition_id, descriptions=descriptions)
    recompute_competition(competition_id=competition_id)


@transaction.atomic
def begin_stage(*, stage_id: int, expected: list[int] | None, now: datetime) -> Stage:
    """Start a stage with the qualified entries; raises stage_not_ready and cut_changed.

    `expected` are the entries by seed as shown to the organiser; None: any.
    """
    stage = lock_stage(stage_id)
    if stage.has_started:
        return stage
    found = cut_of(stage)
    if found.refusal:
        raise RoundError("stage_not_ready", found.refusal)
    if expected is not None and [row.entry.pk for row in found.going_on] != expected:
        raise RoundError("cut_changed")
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=row.entry, seed=row.seed, carried_points=row.carried)
        for row in found.going_on
        if row.seed is not None
    )
    stage.started_at = now
    stage.save(update_fields=["started_at"])
    recompute_competition(competition_id=stage.competition_id)
    bump(competition_id=stage.competition_id)
    log_stage(Action.STAGE_STARTED, stage)
    return stage


@transaction.atomic
def open_stage(
    *, stage_id: int, expected: list[int] | None, by: Player | None, now: datetime
) -> Round:
    """Start a stage and open its first round with those who were at the last one; idempotent."""
    stage = lock_stage(stage_id)
    if stage.has_started and (first := stage.rounds.order_by("number").first()) is not None:
        return first
    there = [] if stage.has_started else present(cut_of(stage))
    stage = begin_stage(stage_id=stage_id, expected=expected, now=now)
    number = next_number(stage.competition_id)
    times = RoundTimes(opens_at=now)
    round = open_first_round(
        competition_id=stage.competition_id, number=number, times=times, now=now
    )
    players = [entry.player_id for entry in there]
    return check_in_players(round_id=round.pk, player_ids=players, by=by, now=now)


def open_and_seat_stage(
    *, stage_id: int, expected: list[int] | None, by: Player | None, now: datetime
) -> Round:
    """Start a stage, open its first round and seat it; raises as begin_stage and seat_round.

    Where the seating is refused, the round is open and its players are checked in.
    """
    round = open_stage(stage_id=stage_id, expected=expected, by=by, now=now)
    if round.seated_at is not None:
        return round
    return seat_round(
        round_id=round.pk, seating=round.seating, seed=new_draw_seed(), by=by, now=now
    )


@transaction.atomic
def decline_stage(*, stage_id: int, entry_id: int, declined: bool = True) -> Stage:
    """Let an entry decline a stage that has not started, or take that back."""
    stage = lock_stage(stage_id)
    if stage.has_started:
        text = _("This stage has started. Undo its start first.")
        raise RoundError("stage_not_ready", text)
    before = set(stage.declined or ())
    entry = entries_of(stage.competition).filter(pk=entry_id).first()
    after = before | {entry_id} if declined else before - {entry_id}
    if entry is not None and after != before:
        stage.declined = sorted(after)
        stage.save(update_fields=["declined"])
        bump(competition_id=stage.competition_id)
        changes = {"declined": (len(before), len(after)), "players": ([], [entry.player_id])}
        log_stage(Action.STAGE_CHANGED, stage, changes)
    return stage


@transaction.atomic
def begin_due_stage(*, stage_id: int, now: datetime) -> Stage:
    """Start a stage automatically with a first round that is due, checking in who was here."""
    stage = lock_stage(stage_id)
    if stage.has_started:
        return stage
    stage = begin_stage(stage_id=stage_id, expected=None, now=now)
    last = Round.objects.filter(stage__competition=stage.competition_id).order_by("number").last()
    number = last.number + 1 if last else 1
    first = add_round(
        competition_id=stage.competition_id, number=number, times=RoundTimes(), now=now
    )
    first.opens_at = now
    first.save(update_fields=["opens_at"])
    if last is not None:
        there = last.check_ins.filter(
            entry__stage_entries__stage=stage, entry__player__role__in=PLAY.roles
        )
        copy_check_ins(there, first, now)
    enqueue(SWEEP)
    return stage


@transaction.atomic
def undo_stage_start(*, stage_id: int) -> Stage:
    """Undo the start of a stage without rounds; raises stage_not_ready."""
    stage = lock_stage(stage_id)
    if stage.number == 1 or stage.started_at is None:
        return stage
    if stage.rounds.exists():
        text = _("This stage already has rounds. Delete its unplayed rounds first.")
        raise RoundError("stage_not_ready", text)
    later = Stage.objects.filter(competition=stage.competition_id, number__gt=stage.number)
    if later.filter(started_at__isnull=False).exists():
        raise RoundError("stage_not_ready", _("The next stage has already started."))
    stage.stage_entries.all().delete()
    stage.started_at = None
    stage.save(update_fields=["started_at"])
    log_stage(Action.STAGE_START_UNDONE, stage)
    recompute_competition(competition_id=stage.competition_id)
    bump(competition_id=stage.competition_id)
    return stage
