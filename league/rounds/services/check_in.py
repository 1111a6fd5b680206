"""Check-in for a round."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tournament.cut import CarryOver, carried_points
from league.audit.actions import Action
from league.clubs.models import Player
from league.clubs.services import add_players
from league.competitions.models import (
    AbsenceReason,
    CheckIn,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageEntry,
)
from league.competitions.services import enter_players
from league.competitions.writing import bump, lock_round, log_round
from league.core.rule_texts import join_names
from league.rounds.errors import RoundError, wrong_status
from league.rounds.queries import can_check_in_self, may_play
from league.standings.queries import points_by_entry
from league.standings.services import recompute_competition


@transaction.atomic
def check_in_players(
    *,
    round_id: int,
    player_ids: Collection[int],
    by: Player | None,
    now: datetime,
    accepts_unqualified: bool = False,
) -> Round:
    """Check in players of the club, entering new ones and ending absences; raises ClubError.

    In a stage with a cut, who did not qualify is let in with the next seed under
    `accepts_unqualified`, and otherwise refused as unqualified.
    """
    round = lock_round(round_id)
    _refuse_closed(round)
    competition = round.stage.competition
    players = Player.objects.active().filter(club=competition.club_id, pk__in=player_ids)
    entries = enter_players(competition_id=competition.pk, players=players, now=now)
    _let_in(round.stage, entries, accepts_unqualified)
    there = set(round.check_ins.values_list("entry", flat=True))
    new = [entry for entry in entries if entry.pk not in there]
    CheckIn.objects.bulk_create(
        CheckIn(round=round, entry=entry, by=by, created_at=now) for entry in new
    )
    back = round.absences.filter(entry__in=entries).exclude(reason=AbsenceReason.BYE).delete()[0]
    if new or back:
        bump(competition_id=competition.pk)
        ids = [entry.player_id for entry in new]
        log_round(Action.CHECKED_IN, round, {"players": ([], ids)})
    return round


def _let_in(stage: Stage, entries: Sequence[Entry], accepts_unqualified: bool) -> None:
    """Let entries into a stage with a cut; raises unqualified."""
    if not stage.has_cut:
        return
    seeds = dict(stage.stage_entries.values_list("entry", "seed"))
    outside = [entry for entry in entries if entry.pk not in seeds]
    if not outside:
        return
    if not accepts_unqualified:
        names = join_names([entry.player.name for entry in outside])
        raise RoundError("unqualified", names=names, stage=stage.label)
    before = Stage.objects.get(competition=stage.competition_id, number=stage.number - 1)
    points = points_by_entry(before)
    carry_over = cast("CarryOver", stage.carry_over)
    last = max(seeds.values(), default=0)
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=stage,
            entry=entry,
            seed=seed,
            carried_points=carried_points(points.get(entry.pk, 0), carry_over),
        )
        for seed, entry in enumerate(outside, start=last + 1)
    )
    recompute_competition(competition_id=stage.competition_id)


def copy_check_ins(check_ins: QuerySet[CheckIn], round: Round, now: datetime) -> None:
    """Check the same entries in for another round."""
    CheckIn.objects.bulk_create(
        (
            CheckIn(round=round, entry_id=entry_id, by_id=by_id, created_at=now)
            for entry_id, by_id in check_ins.order_by("pk").values_list("entry", "by")
        ),
        ignore_conflicts=True,
    )


@transaction.atomic
def check_in_new_player(
    *, round_id: int, name: str, seen: int, by: Player | None, now: datetime
) -> Player:
    """Add a player and check them in, once for the newest player known (`seen`)."""
    round = lock_round(round_id)
    _refuse_closed(round)
    club = round.stage.competition.club
    added = add_players(club=club, names=[name], seen=seen, now=now)
    again = Player.objects.filter(club=club, name=name, pk__gt=seen)
    player = added[0] if added else again.earliest("pk")
    check_in_players(round_id=round_id, player_ids=[player.pk], by=by, now=now)
    return player


def _refuse_closed(round: Round) -> None:
    if round.status == RoundStatus.CLOSED:
        raise wrong_status(round, _("Check-in is over: round %(number)d is closed."))
    if round.status == RoundStatus.CALLED_OFF:
        raise wrong_status(round, _("No check-in: round %(number)d is cancelled."))


@transaction.atomic
def check_in_self(*, round_id: int, player: Player, now: datetime) -> Round:
    """Check in a player on their own behalf."""
    round = lock_round(round_id)
    _refuse_closed(round)
    if round.is_missed:
        text = _(
            "Round %(number)d was missed. You can check in when an organiser opens or moves it."
        )
        raise RoundError("not_yet", text, number=round.number)
    if not can_check_in_self(round, now):
        text = _("Check-in starts 12 hours before the round opens. Come back then.")
        raise RoundError("not_yet", text)
    if not may_play(round, player):
        raise RoundError("not_gone_on")
    return check_in_players(round_id=round_id, player_ids=[player.pk], by=player, now=now)


@transaction.atomic
def check_out_player(*, round_id: int, player_id: int) -> Round:
    """Undo a check-in."""
    round = lock_round(round_id)
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    seats = seats.select_related("player", "table")
    if seat := seats.filter(entry__player=player_id).first():
        raise RoundError("seated", name=seat.player, number=seat.table.number)
    _refuse_closed(round)
    if round.check_ins.filter(entry__player=player_id).delete()[0]:
        bump(competition_id=round.stage.competition_id)
        log_round(Action.CHECKED_OUT, round, {"players": ([player_id], [])})
    return round
