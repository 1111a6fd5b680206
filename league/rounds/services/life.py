"""Open, reopen, plan and remove rounds."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.services import differences
from league.audit.verbs import Verb
from league.competitions import services as competitions
from league.competitions.models import NOT_PLAYED, Round, RoundStatus
from league.competitions.noting import note_round
from league.competitions.queries import rounds
from league.competitions.schedule import RoundTimes, field_in_the_past
from league.competitions.services import bump
from league.core.wake import wake
from league.results.desk import raise_desk
from league.rounds.due import SWEEP, is_too_late, unfinished_tables
from league.rounds.errors import RoundError
from league.rounds.services.absences import take_back_absences
from league.rounds.services.locking import lock_round
from league.rounds.services.recurrence import remove_round, skip_day
from league.rounds.services.reminders import tell_opened
from league.rounds.services.seating import (
    Drawn,
    draw_ahead,
    note_refusal,
    seat_as_drawn,
    seat_round,
)
from league.standings.services import update_round


@transaction.atomic
def add_round(*, competition_id: int, number: int, times: RoundTimes, now: datetime) -> Round:
    """Add round `number`; one whose time has come is open at once, and its players are told."""
    added = competitions.add_round(
        competition_id=competition_id, number=number, times=times, now=now
    )
    if added.is_open and added.opened_at == now:
        tell_opened(added, now)
    return added


@transaction.atomic
def open_round(*, round_id: int, now: datetime) -> Round:
    """Open a round by hand; one that is open stays as it is.

    A closing time that has passed is dropped, or the round would close again at once.
    """
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is closed. It can be reopened."),
            number=round.number,
        )
    if round.status == RoundStatus.CALLED_OFF:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is called off. Undo that first."),
            number=round.number,
        )
    if round.status == RoundStatus.SCHEDULED:
        if round.closes_at and round.closes_at <= now:
            round.closes_at = None
        _open(round, now)
        note_round(Verb.ROUND_OPENED, round)
    return round


def open_due_round(*, round_id: int, seed: int, now: datetime) -> Round:
    """Open a round if its time has come, and seat who is there if the competition wants that.

    A seating that is not possible leaves the round open and unseated, for the organiser to see. The
    draw is made before the competition is locked; if somebody comes or goes in between, once more
    under the lock.
    """
    round = rounds().get(pk=round_id)
    drawn = None
    if _is_due(round, now) and round.stage.competition.is_seated_on_opening:
        with suppress(RoundError):
            drawn = draw_ahead(round, seed)
    return _open_due(round_id, drawn, seed, now)


@transaction.atomic
def _open_due(round_id: int, drawn: Drawn | None, seed: int, now: datetime) -> Round:
    round = lock_round(round_id)
    if not _is_due(round, now):
        return round
    _open(round, now)
    if not round.stage.competition.is_seated_on_opening:
        return round
    try:
        return _seat_who_is_there(round, drawn, seed, now)
    except RoundError as error:
        note_refusal(round, error)
        return round


def _seat_who_is_there(round: Round, drawn: Drawn | None, seed: int, now: datetime) -> Round:
    """Seat as it was drawn ahead, or as it is drawn now if that does not hold any more."""
    seating = round.seating
    if drawn is not None:
        with suppress(RoundError):
            return seat_as_drawn(round_id=round.pk, seating=seating, drawn=drawn, now=now)
    return seat_round(round_id=round.pk, seating=seating, seed=seed, now=now)


def _is_due(round: Round, now: datetime) -> bool:
    has_come = round.opens_at is not None and round.opens_at <= now
    return round.status == RoundStatus.SCHEDULED and has_come and not is_too_late(round, now)


def _open(round: Round, now: datetime) -> None:
    round.status = RoundStatus.OPEN
    round.opened_at = now
    if round.opens_at and round.opens_at > now:
        if round.recurs_on and round.closes_at:
            # The rule says how long it lasts, not when it ends.
            round.closes_at -= round.opens_at - now
        round.opens_at = now
    not_missed(round)
    round.save(update_fields=["status", "opened_at", "opens_at", "closes_at", "missed_at"])
    bump(competition_id=round.stage.competition_id)
    tell_opened(round, now)
    wake(SWEEP)


def not_missed(round: Round) -> None:
    """Let a round, which the caller saves, be missed no longer: an organiser has decided."""
    if round.missed_at is not None:
        round.missed_at = None
        raise_desk(club_id=round.stage.competition.club_id)


@transaction.atomic
def reopen_round(*, round_id: int, now: datetime) -> Round:
    """Open a closed round again; from then on it closes by hand.

    Points of byes and missed rounds are taken back until it closes again.
    """
    round = lock_round(round_id)
    if round.status in NOT_PLAYED:
        raise RoundError(
            "wrong_status", _("Round %(number)d has not been opened yet."), number=round.number
        )
    if round.status == RoundStatus.CLOSED:
        round.status = RoundStatus.OPEN
        round.closed_at = None
        round.closes_at = None
        round.save(update_fields=["status", "closed_at", "closes_at"])
        take_back_absences(round, now)
        if unfinished_tables().filter(round=round).exists():
            update_round(round_id=round.pk)
        bump(
            competition_id=round.stage.competition_id,
            table_ids=round.tables.standing().values_list("pk", flat=True),
        )
        note_round(Verb.ROUND_REOPENED, round)
    return round


@transaction.atomic
def set_round_times(*, round_id: int, times: RoundTimes, now: datetime) -> Round:
    """Change when a round opens and closes; once it is open, only when it closes."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise RoundError(
            "wrong_status", _("Round %(number)d is closed. Reopen it first."), number=round.number
        )
    if round.status == RoundStatus.CALLED_OFF:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is called off. Undo that first."),
            number=round.number,
        )
    is_open = round.status == RoundStatus.OPEN
    opens_at = round.opens_at if is_open else times.opens_at
    if field := field_in_the_past(RoundTimes(None if is_open else opens_at, times.closes_at), now):
        raise RoundError("bad_times", _("This moment has passed."), field)
    if times.closes_at and opens_at and times.closes_at <= opens_at:
        raise RoundError("bad_times", _("A round closes after it opens."), "closes_at")
    # People are reminded of a new time, too.
    if opens_at != round.opens_at:
        round.check_in_reminded_at = None
    if times.closes_at != round.closes_at:
        round.deadline_reminded_at = None
    wanted = {"opens_at": opens_at, "closes_at": times.closes_at}
    if changes := differences(round, wanted):
        note_round(Verb.ROUND_TIMED, round, changes)
    round.opens_at, round.closes_at = opens_at, times.closes_at
    if not is_open and is_too_late(round, now):
        raise RoundError("bad_times", _("This moment has passed."), "opens_at")
    not_missed(round)
    round.save(
        update_fields=[
            "opens_at",
            "closes_at",
            "check_in_reminded_at",
            "deadline_reminded_at",
            "missed_at",
        ]
    )
    bump(competition_id=round.stage.competition_id)
    return round


@transaction.atomic
def delete_round(*, round_id: int) -> None:
    """Remove a scheduled round for which nobody has checked in; one that is gone stays gone."""
    try:
        round = lock_round(round_id)
    except Round.DoesNotExist:
        return
    in_use = round.status not in NOT_PLAYED or round.tables.exists()
    if in_use or round.check_ins.exists():
        raise RoundError("round_in_use", number=round.number)
    if round.recurs_on:
        skip_day(round.stage, round.recurs_on)
    note_round(Verb.ROUND_REMOVED, round)
    not_missed(round)
    remove_round(round)
    bump(competition_id=round.stage.competition_id)
