"""Note at a closing who did not play in the round, with the points that this is worth."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.competitions.models import (
    Absence,
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    SittingOut,
    Substitutes,
    Substitution,
)
from league.competitions.noting import note_round
from league.competitions.queries import entries_in_stage, rounds
from league.competitions.services import bump
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment, AdjustmentKind
from league.rounds.errors import RoundError
from league.rounds.services.locking import lock_round
from league.standings.worth import entries_of_substitutes

KINDS: Mapping[str, str] = {
    Absence.BYE: AdjustmentKind.BYE,
    Absence.WISH: AdjustmentKind.ABSENCE,
    Absence.ABSENT: AdjustmentKind.ABSENCE,
    Absence.NO_SHOW: AdjustmentKind.NO_SHOW,
}


def settle_absences(round: Round, now: datetime) -> None:
    """Note who of those that take part did not play, and give each the points of that, once.

    What the organiser or the seating has noted before stays: who sits out by wish, for whom there
    was no seat, who did not turn up. The caller holds the competition's lock.
    """
    _settle(round, entries_in_stage(round.stage).values_list("pk", flat=True), now)


def settle_absences_again(competition: Competition, now: datetime) -> None:
    """Let closed rounds follow what byes, missed rounds and substitutes count from now on.

    Who has joined since did not miss them. The caller holds the competition's lock.
    """
    for round in rounds().filter(stage__competition=competition, status=RoundStatus.CLOSED):
        seats = _seats(round)
        concerned = {
            *round.sitting_out.values_list("entry", flat=True),
            *seats.values_list("entry", flat=True),
            *_entries_of_players(competition, seats).values_list("pk", flat=True),
        }
        _settle(round, concerned, now)


def _settle(round: Round, concerned: Iterable[int], now: datetime) -> None:
    seats = _seats(round)
    playing = _playing(round.stage.competition, seats)
    round.sitting_out.filter(entry__in=playing).delete()
    noted = set(round.sitting_out.values_list("entry", flat=True))
    # Who was there, be it to stand in for somebody else, and had no seat of their own.
    there = {
        *round.check_ins.values_list("entry", flat=True),
        *_entries_of_players(round.stage.competition, seats).values_list("pk", flat=True),
    } - set(seats.values_list("entry", flat=True))
    SittingOut.objects.bulk_create(
        SittingOut(
            round=round,
            entry_id=entry_id,
            # Somebody at a table where nothing was played had a seat, and missed the round.
            reason=Absence.BYE if entry_id in there else Absence.ABSENT,
            is_automatic=True,
            created_at=now,
        )
        for entry_id in sorted(set(concerned) - playing - noted)
    )
    _give_points(round, now, is_played=bool(playing))


@transaction.atomic
def set_absence(*, round_id: int, entry_id: int, reason: str, now: datetime) -> None:
    """Say otherwise why somebody did not play in a round that has closed; the points follow.

    While a round is open this is a matter of its seating.
    """
    round = lock_round(round_id)
    noted = round.sitting_out.filter(entry=entry_id)
    if round.status != RoundStatus.CLOSED or not noted.exists():
        raise RoundError("not_absent")
    if noted.exclude(reason=reason).update(reason=Absence(reason), is_automatic=False):
        is_played = bool(_playing(round.stage.competition, _seats(round)))
        _give_points(round, now, is_played=is_played)
        bump(competition_id=round.stage.competition_id)
        note_round(Verb.ABSENCE, round, {"reason": (None, reason)})


def take_back_absences(round: Round, now: datetime) -> None:
    """Undo what the closing of a round has noted, as it is open again.

    What somebody has noted stays; its points come with the next closing.
    """
    round.sitting_out.filter(is_automatic=True).delete()
    _cancel(_given(round).values(), now)


def _seats(round: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(table__round=round, table__dissolved_at=None)


def _entries_of_players(competition: Competition, seats: QuerySet[Seat]) -> QuerySet[Entry]:
    """Return the entries of those who sit there, for whomever they play."""
    return Entry.objects.filter(competition=competition, player__seats__in=seats)


def _playing(competition: Competition, seats: QuerySet[Seat]) -> set[int]:
    """Return the entries that played at a table of these with a hand or result, or that goes on.

    Who stands in for whom is as the competition says; who played before a substitute came played.
    """
    counting = seats.filter(
        Q(table__hands__is_void=False)
        | Q(table__final_result__is_void=False)
        | Q(table__adjourned_at__isnull=False)
    )
    seated = list(counting.select_related("entry").distinct())
    by_substitutes = [seat for seat in seated if seat.player_id != seat.entry.player_id]
    if competition.substitutes == Substitutes.ENTRY:
        by_substitutes = []
    replaced = Substitution.objects.filter(
        seat__in=by_substitutes, player_out=F("seat__entry__player"), from_hand__gt=1
    )
    return {
        *(seat.entry_id for seat in seated if seat not in by_substitutes),
        *(entry.pk for entry in entries_of_substitutes(competition, by_substitutes).values()),
        *replaced.values_list("seat__entry", flat=True),
    }


def _given(round: Round) -> dict[str, Adjustment]:
    """Return the adjustments that closings of the round have made and that count, by key."""
    made = Adjustment.objects.filter(
        round=round, key__startswith=f"round:{round.pk}:", cancelled_at=None
    )
    return {str(adjustment.key): adjustment for adjustment in made}


def _give_points(round: Round, now: datetime, *, is_played: bool) -> None:
    """Give what it is worth to have missed the round: nothing, if nobody played in it."""
    competition = round.stage.competition
    noted = round.sitting_out.select_related("entry")
    wanted = {
        f"round:{round.pk}:{KINDS[sitting.reason]}:{sitting.entry_id}": sitting
        for sitting in noted.order_by("entry")
        # A bye counts as a round played, whatever it is worth.
        if is_played and (sitting.reason == Absence.BYE or _points_of(sitting.reason, competition))
    }
    given = _given(round)
    stale = [
        adjustment
        for key, adjustment in given.items()
        if key not in wanted or adjustment.points != _points_of(wanted[key].reason, competition)
    ]
    _cancel(stale, now)
    for key, sitting in wanted.items():
        _give(round, key, sitting.entry, sitting.reason, now)


def _give(round: Round, key: str, entry: Entry, reason: str, now: datetime) -> None:
    competition = round.stage.competition
    adjust(
        competition_id=competition.pk,
        entry_id=entry.pk,
        kind=KINDS[reason],
        points=_points_of(reason, competition),
        reason=str(Absence(reason).label),
        round_id=round.pk,
        key=key,
        by=None,
        now=now,
    )


def _points_of(reason: str, competition: Competition) -> int:
    return {
        AdjustmentKind.BYE: competition.bye_points,
        AdjustmentKind.ABSENCE: competition.absence_points,
        AdjustmentKind.NO_SHOW: competition.no_show_points,
    }[AdjustmentKind(KINDS[reason])]


def _cancel(adjustments: Iterable[Adjustment], now: datetime) -> None:
    for adjustment in adjustments:
        cancel_adjustment(
            adjustment_id=adjustment.pk,
            reason=_("The round was opened again, or closed otherwise."),
            by=None,
            now=now,
        )
