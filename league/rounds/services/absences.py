"""Absences of a closed round and their points."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.competitions.lineups import lineups_of
from league.competitions.models import (
    AbsenceReason,
    Competition,
    Entry,
    EntryAbsence,
    Round,
    RoundStatus,
    Seat,
    Substitutes,
)
from league.competitions.queries import entries_in_stage, rounds
from league.competitions.queries import tables as tables_with_seats
from league.competitions.writing import bump, lock_round, log_round
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment, AdjustmentKind
from league.rounds.errors import RoundError
from league.standings.services import entries_of_substitutes

# The kind of adjustment for an absence, and the field of the competition with its points.
ADJUSTMENTS: Mapping[str, tuple[AdjustmentKind, str]] = {
    AbsenceReason.BYE: (AdjustmentKind.BYE, "bye_points"),
    AbsenceReason.REQUESTED_BYE: (AdjustmentKind.ABSENCE, "absence_points"),
    AbsenceReason.ABSENT: (AdjustmentKind.ABSENCE, "absence_points"),
    AbsenceReason.NO_SHOW: (AdjustmentKind.NO_SHOW, "no_show_points"),
}


def settle_absences(round: Round, now: datetime) -> None:
    """Record who did not play in a round, with the points, once; requires the lock."""
    _settle(round, entries_in_stage(round.stage).values_list("pk", flat=True), now)


def settle_absences_again(competition: Competition, now: datetime) -> None:
    """Update absences and points of closed rounds after a change of settings; requires the lock."""
    for round in rounds().filter(stage__competition=competition, status=RoundStatus.CLOSED):
        seats = _seats(round)
        entries = {
            *round.absences.values_list("entry", flat=True),
            *seats.values_list("entry", flat=True),
            *_entries_of_players(competition, seats).values_list("pk", flat=True),
        }
        _settle(round, entries, now)


def _settle(round: Round, entries: Iterable[int], now: datetime) -> None:
    seats = _seats(round)
    playing = _playing(round.stage.competition, seats)
    round.absences.filter(entry__in=playing).delete()
    absent = set(round.absences.values_list("entry", flat=True))
    # Who was here, perhaps as a substitute who got no hand, and had no seat of their own.
    idle = {
        *round.check_ins.values_list("entry", flat=True),
        *_entries_of_players(round.stage.competition, seats).values_list("pk", flat=True),
    } - set(seats.values_list("entry", flat=True))
    EntryAbsence.objects.bulk_create(
        EntryAbsence(
            round=round,
            entry_id=entry_id,
            # An entry with a seat where nothing was played missed the round.
            reason=AbsenceReason.BYE if entry_id in idle else AbsenceReason.ABSENT,
            is_automatic=True,
            created_at=now,
        )
        for entry_id in sorted(set(entries) - playing - absent)
    )
    _give_points(round, now, is_played=bool(playing))


@transaction.atomic
def set_absence(*, round_id: int, entry_id: int, reason: str, now: datetime) -> None:
    """Change why an entry did not play in a closed round; the points follow."""
    round = lock_round(round_id)
    absences = round.absences.filter(entry=entry_id)
    if round.status != RoundStatus.CLOSED or not absences.exists():
        raise RoundError("not_absent")
    if absences.exclude(reason=reason).update(reason=AbsenceReason(reason), is_automatic=False):
        is_played = bool(_playing(round.stage.competition, _seats(round)))
        _give_points(round, now, is_played=is_played)
        bump(competition_id=round.stage.competition_id)
        log_round(Action.ABSENCE_CHANGED, round, {"reason": (None, reason)})


def undo_absences(round: Round, now: datetime) -> None:
    """Undo the automatic absences and the points of a reopened round."""
    round.absences.filter(is_automatic=True).delete()
    _cancel(_given(round), now)


def _seats(round: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(table__round=round, table__dissolved_at=None)


def _entries_of_players(competition: Competition, seats: QuerySet[Seat]) -> QuerySet[Entry]:
    return Entry.objects.filter(competition=competition, player__seats__in=seats)


def _playing(competition: Competition, seats: QuerySet[Seat]) -> set[int]:
    """Return the entries that played, or go on, at these seats, by the rule on substitutes."""
    counting = seats.filter(
        Q(table__hands__is_void=False)
        | Q(table__final_result__is_void=False)
        | Q(table__adjourned_at__isnull=False)
    )
    seated = list(counting.select_related("entry").distinct())
    by_substitutes = [seat for seat in seated if seat.player_id != seat.entry.player_id]
    if competition.substitutes == Substitutes.ENTRY:
        by_substitutes = []
    return {
        *(seat.entry_id for seat in seated if seat not in by_substitutes),
        *(entry.pk for entry in entries_of_substitutes(competition, by_substitutes).values()),
        *_entries_of_hands(competition, seated),
    }


def _entries_of_hands(competition: Competition, seated: Sequence[Seat]) -> set[int]:
    """Return the own entries of who played a hand on a seat that had substitutes."""
    changed = [seat.table_id for seat in seated if seat.has_substitutes]
    tables = list(tables_with_seats().filter(pk__in=changed).prefetch_related("hands"))
    lineups = lineups_of(tables)
    players = {
        spell.player.pk
        for table in tables
        for spell in lineups[table.pk].spells
        if spell.has_played(hand.number for hand in table.hands.all() if not hand.is_void)
    }
    entries = Entry.objects.filter(competition=competition, player__in=players)
    return set(entries.values_list("pk", flat=True))


def _given(round: Round) -> QuerySet[Adjustment]:
    key = f"round:{round.pk}:"
    return Adjustment.objects.filter(round=round, key__startswith=key, cancelled_at=None)


def _give_points(round: Round, now: datetime, *, is_played: bool) -> None:
    """Adjust the points of absent entries; there are none if nobody played in the round."""
    competition = round.stage.competition
    wanted: dict[str, tuple[EntryAbsence, AdjustmentKind, int]] = {}
    for absence in round.absences.select_related("entry").order_by("entry"):
        kind, field = ADJUSTMENTS[absence.reason]
        points = getattr(competition, field)
        # A bye counts as a round played, whatever it is worth.
        if is_played and (kind == AdjustmentKind.BYE or points):
            wanted[f"round:{round.pk}:{kind}:{absence.entry_id}"] = absence, kind, points
    points_by_key = {key: points for key, (_absence, _kind, points) in wanted.items()}
    given = _given(round)
    _cancel((each for each in given if points_by_key.get(str(each.key)) != each.points), now)
    for key, (absence, kind, points) in wanted.items():
        adjust(
            competition_id=competition.pk,
            entry_id=absence.entry_id,
            kind=kind,
            points=points,
            reason=absence.get_reason_display(),
            round_id=round.pk,
            key=key,
            by=None,
            now=now,
        )


def _cancel(adjustments: Iterable[Adjustment], now: datetime) -> None:
    for adjustment in adjustments:
        cancel_adjustment(
            adjustment_id=adjustment.pk,
            reason=_("The round or the settings of the competition have changed."),
            by=None,
            now=now,
        )
