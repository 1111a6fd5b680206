"""Run a round's clock: start, pause, more or less time, the call for the last hand.

Each names what it wants to be the case, so that the same press twice is one. Hands may still be
recorded when time is up: the clock tells people, it closes nothing.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.competitions.models import Round
from league.competitions.noting import note_round
from league.competitions.services import bump
from league.rounds.clock import Clock, ClockState, clock_of
from league.rounds.errors import RoundError
from league.rounds.services.locking import lock_round

LONGEST_CLOCK = 24 * 60
"""Minutes."""

CLOCK_FIELDS = (
    "clock_minutes",
    "clock_started_at",
    "clock_paused_at",
    "clock_paused_seconds",
    "last_hand_called_at",
    "time_called_at",
)


@transaction.atomic
def start_clock(*, round_id: int, minutes: int | None, now: datetime) -> Round:
    """Start the clock with so many minutes, None: those of the stage; one that runs goes on."""
    round = _lock_open(round_id)
    if round.clock_started_at is None:
        _begin(round, _checked_minutes(minutes, round), now)
    return round


@transaction.atomic
def restart_clock(
    *, round_id: int, minutes: int | None, started_at: datetime | None, now: datetime
) -> Round:
    """Start the clock anew; `started_at` is the start that the page knew, so it happens once."""
    round = _lock_open(round_id)
    if round.clock_started_at == started_at:
        _begin(round, _checked_minutes(minutes, round), now)
    return round


def _begin(round: Round, minutes: int, now: datetime) -> None:
    round.clock_minutes, round.clock_started_at = minutes, now
    round.clock_paused_at, round.clock_paused_seconds = None, 0
    round.last_hand_called_at = round.time_called_at = None
    _save(round)


@transaction.atomic
def set_clock_minutes(*, round_id: int, minutes: int, now: datetime) -> Round:
    """Give the clock this length in all; what was called too early by it is taken back.

    Raises bad_clock when so many minutes have passed already.
    """
    round, clock = _lock_running(round_id, now)
    if minutes == round.clock_minutes:
        return round
    passed = timedelta(minutes=clock.minutes) - (clock.ends_at - now)
    if timedelta(minutes=minutes) <= passed:
        raise RoundError(
            "bad_clock",
            _("Time is up already.")
            if clock.state == ClockState.OVER
            else _(
                "Only %(left)s is left, so that would end the clock. Call the last hand instead."
            )
            % {"left": clock.shown},
        )
    is_longer = minutes > clock.minutes
    round.clock_minutes = _checked_minutes(minutes, round)
    later = clock_of(round, now)
    if is_longer and later is not None:
        round.time_called_at = None
        if later.last_call_at > now:
            round.last_hand_called_at = None
    _save(round)
    return round


@transaction.atomic
def pause_clock(*, round_id: int, now: datetime) -> Round:
    """Let the clock stand still; one whose time is up stays as it is."""
    round, clock = _lock_running(round_id, now)
    if clock.state == ClockState.RUNNING:
        round.clock_paused_at = now
        _save(round)
    return round


@transaction.atomic
def resume_clock(*, round_id: int, now: datetime) -> Round:
    """Let the clock go on from where it stood."""
    round, clock = _lock_running(round_id, now)
    if round.clock_paused_at is not None and clock.state == ClockState.PAUSED:
        stood = max(timedelta(), now - round.clock_paused_at)
        round.clock_paused_seconds += round_up_seconds(stood)
        round.clock_paused_at = None
        _save(round)
    return round


def round_up_seconds(span: timedelta) -> int:
    """Return a span in whole seconds: a pause never costs playing time."""
    return -(-span // timedelta(seconds=1))


@transaction.atomic
def call_last_hand(*, round_id: int, now: datetime) -> Round:
    """Call the last hand by hand, before the clock does."""
    round = _lock_open(round_id)
    if round.last_hand_called_at is None:
        round.last_hand_called_at = now
        _save(round)
    return round


@transaction.atomic
def call_due_clock(*, round_id: int, now: datetime) -> Round:
    """Call the last hand, and that time is up, if the clock says so; each once."""
    round = lock_round(round_id)
    clock = clock_of(round, now)
    if not round.is_open or clock is None or clock.state == ClockState.PAUSED:
        return round
    is_time_up = clock.state == ClockState.OVER
    news = clock.is_last_hand and round.last_hand_called_at is None
    if news:
        round.last_hand_called_at = clock.last_call_at
    if is_time_up and round.time_called_at is None:
        round.time_called_at = clock.ends_at
        news = True
    if news:
        _save(round)
    return round


def _checked_minutes(minutes: int | None, round: Round) -> int:
    wanted = round.stage.minutes if minutes is None else minutes
    if wanted is None:
        raise RoundError("bad_clock", _("Say how many minutes the round has."))
    if not 1 <= wanted <= LONGEST_CLOCK:
        raise RoundError("bad_clock", _("A clock has 1 to %(most)d minutes."), most=LONGEST_CLOCK)
    return wanted


def _lock_open(round_id: int) -> Round:
    round = lock_round(round_id)
    if not round.is_open:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d is not open, so it has no clock."),
            number=round.number,
        )
    return round


def _lock_running(round_id: int, now: datetime) -> tuple[Round, Clock]:
    round = _lock_open(round_id)
    clock = clock_of(round, now)
    if clock is None:
        raise RoundError("no_clock")
    return round, clock


def _save(round: Round) -> None:
    """Store the clock, and tell the round's screens and those of its tables."""
    round.save(update_fields=CLOCK_FIELDS)
    note_round(Verb.CLOCK, round, {"clock_minutes": (None, round.clock_minutes)})
    bump(
        competition_id=round.stage.competition_id,
        table_ids=round.tables.standing().values_list("pk", flat=True),
    )
