"""Open, reopen, plan and remove rounds."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.competitions.models import Round, RoundStatus
from league.competitions.schedule import RoundTimes, field_in_the_past
from league.competitions.services import bump
from league.rounds.services.locking import RoundError, lock_round
from league.rounds.services.seating import CannotSeatError, seat_round


class WrongStatusError(RoundError):
    """The round is not in a state in which this can be done."""


@transaction.atomic
def open_round(*, round_id: int, now: datetime) -> Round:
    """Open a round by hand; one that is open stays as it is.

    A closing time that has passed is dropped, or the round would close again at once.
    """
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise WrongStatusError(
            _("Round %(number)d is closed. It can be reopened.") % {"number": round.number}
        )
    if round.status == RoundStatus.SCHEDULED:
        if round.closes_at and round.closes_at <= now:
            round.closes_at = None
        _open(round, now)
    return round


@transaction.atomic
def open_due_round(*, round_id: int, seed: int, now: datetime) -> Round:
    """Open a round if its time has come, and seat who is there if the competition wants that.

    A seating that is not possible leaves the round open and unseated, for the organiser to see.
    """
    round = lock_round(round_id)
    is_due = round.opens_at is not None and round.opens_at <= now
    if round.status != RoundStatus.SCHEDULED or not is_due:
        return round
    _open(round, now)
    if not round.stage.competition.is_seated_on_opening:
        return round
    try:
        return seat_round(round_id=round_id, seating=round.seating, seed=seed, now=now)
    except CannotSeatError:
        return round


def _open(round: Round, now: datetime) -> None:
    round.status = RoundStatus.OPEN
    round.opened_at = now
    if round.opens_at and round.opens_at > now:
        round.opens_at = now
    round.save(update_fields=["status", "opened_at", "opens_at", "closes_at"])
    bump(competition_id=round.stage.competition_id)


@transaction.atomic
def reopen_round(*, round_id: int) -> Round:
    """Open a closed round again; from then on it closes by hand."""
    round = lock_round(round_id)
    if round.status == RoundStatus.SCHEDULED:
        raise WrongStatusError(
            _("Round %(number)d has not been opened yet.") % {"number": round.number}
        )
    if round.status == RoundStatus.CLOSED:
        round.status = RoundStatus.OPEN
        round.closed_at = None
        round.closes_at = None
        round.save(update_fields=["status", "closed_at", "closes_at"])
        bump(
            competition_id=round.stage.competition_id,
            table_ids=round.tables.standing().values_list("pk", flat=True),
        )
    return round


class BadTimesError(RoundError):
    """The times do not fit together; `field` is the one at fault."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.field = field


@transaction.atomic
def set_round_times(*, round_id: int, times: RoundTimes, now: datetime) -> Round:
    """Change when a round opens and closes; once it is open, only when it closes."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise WrongStatusError(
            _("Round %(number)d is closed. Reopen it first.") % {"number": round.number}
        )
    is_open = round.status == RoundStatus.OPEN
    opens_at = round.opens_at if is_open else times.opens_at
    if field := field_in_the_past(RoundTimes(None if is_open else opens_at, times.closes_at), now):
        raise BadTimesError(_("This moment has passed."), field)
    if times.closes_at and opens_at and times.closes_at <= opens_at:
        raise BadTimesError(_("A round closes after it opens."), "closes_at")
    round.opens_at, round.closes_at = opens_at, times.closes_at
    round.save(update_fields=["opens_at", "closes_at"])
    bump(competition_id=round.stage.competition_id)
    return round


class RoundInUseError(RoundError):
    """The round has something that would be lost with it."""


@transaction.atomic
def delete_round(*, round_id: int) -> None:
    """Remove a scheduled round for which nobody has checked in; one that is gone stays gone."""
    try:
        round = lock_round(round_id)
    except Round.DoesNotExist:
        return
    in_use = round.status != RoundStatus.SCHEDULED or round.tables.exists()
    if in_use or round.check_ins.exists():
        raise RoundInUseError(
            _("Round %(number)d was opened or somebody has checked in for it, so it stays.")
            % {"number": round.number}
        )
    round.delete()
    bump(competition_id=round.stage.competition_id)
