"""The clock of a round, by the server's time; repeated presses are idempotent."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.competitions.models import Round
from league.competitions.writing import bump_round, lock_round, log_round
from league.rounds.errors import RoundError, wrong_status


class ClockState(StrEnum):
    """State of a clock."""

    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock at `now`; `is_last_hand`: no further hand is started."""

    state: ClockState
    now: datetime
    minutes: int
    ends_at: datetime
    last_call_at: datetime
    is_last_hand: bool

    @property
    def seconds_of(self) -> dict[str, float]:
        """Return the times as seconds since 1970 for the page's script."""
        times = {"now": self.now, "ends": self.ends_at, "last": self.last_call_at}
        return {name: time.timestamp() for name, time in times.items()}

    @property
    def longer(self) -> int:
        """Return the length with five minutes more; once time is up, five minutes from now."""
        if self.state != ClockState.OVER:
            return self.minutes + 5
        late = -((self.ends_at - self.now) // timedelta(minutes=1))
        return self.minutes + late + 5

    @property
    def phase(self) -> str:
        """Return running, paused, last or over."""
        if self.state == ClockState.RUNNING and self.is_last_hand:
            return "last"
        return self.state.value

    @property
    def shown(self) -> str:
        """Return the time left as 1:05:00 or 12:30."""
        hours, rest = divmod(max(0, round_up_seconds(self.ends_at - self.now)), 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_of(round: Round, now: datetime) -> Clock | None:
    """Return a round's clock, or None if it was not started."""
    if round.clock_started_at is None or round.clock_minutes is None:
        return None
    pause = now - round.clock_paused_at if round.clock_paused_at else timedelta()
    length = timedelta(minutes=round.clock_minutes, seconds=round.clock_paused_seconds)
    ends_at = round.clock_started_at + length + max(pause, timedelta())
    # A clock that is shorter than usual does not begin with the last hand.
    last_minutes = min(round.stage.last_call_minutes, round.clock_minutes // 2)
    last_call_at = ends_at - timedelta(minutes=last_minutes)
    state = ClockState.PAUSED if round.clock_paused_at else ClockState.RUNNING
    return Clock(
        state=ClockState.OVER if ends_at <= now else state,
        now=now,
        minutes=round.clock_minutes,
        ends_at=ends_at,
        last_call_at=last_call_at,
        is_last_hand=last_call_at <= now or round.last_hand_called_at is not None,
    )


LONGEST_CLOCK_MINUTES = 24 * 60
CLOCK_FIELDS = (
    *("clock_minutes", "clock_started_at", "clock_paused_at", "clock_paused_seconds"),
    *("last_hand_called_at", "time_called_at"),
)


@transaction.atomic
def start_clock(*, round_id: int, minutes: int | None, now: datetime) -> Round:
    """Start the clock for so many minutes (None: the stage's) unless it runs."""
    round = _lock_open(round_id)
    if round.clock_started_at is None:
        _begin(round, _checked_minutes(minutes, round), now)
    return round


@transaction.atomic
def restart_clock(
    *, round_id: int, minutes: int | None, started_at: datetime | None, now: datetime
) -> Round:
    """Restart the clock; `started_at` is the start known to the page."""
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
    """Set the total length of the clock, undoing calls that come too early; raises bad_clock."""
    round, clock = _lock_running(round_id, now)
    if minutes == round.clock_minutes:
        return round
    passed = timedelta(minutes=clock.minutes) - (clock.ends_at - now)
    if timedelta(minutes=minutes) <= passed:
        text = _("Only %(left)s left, so this would end the clock. Call the last hand instead.")
        if clock.state == ClockState.OVER:
            text = _("Time is already up.")
        raise RoundError("bad_clock", text, left=clock.shown)
    round.clock_minutes = _checked_minutes(minutes, round)
    longer = clock_of(round, now)
    if minutes > clock.minutes and longer is not None:
        round.time_called_at = None
        if longer.last_call_at > now:
            round.last_hand_called_at = None
    _save(round)
    return round


@transaction.atomic
def pause_clock(*, round_id: int, now: datetime) -> Round:
    """Pause the clock."""
    round, clock = _lock_running(round_id, now)
    if clock.state == ClockState.RUNNING:
        round.clock_paused_at = now
        _save(round)
    return round


@transaction.atomic
def resume_clock(*, round_id: int, now: datetime) -> Round:
    """Resume the clock."""
    round, clock = _lock_running(round_id, now)
    if round.clock_paused_at is not None and clock.state == ClockState.PAUSED:
        stood = max(timedelta(), now - round.clock_paused_at)
        round.clock_paused_seconds += round_up_seconds(stood)
        round.clock_paused_at = None
        _save(round)
    return round


def round_up_seconds(span: timedelta) -> int:
    """Return a duration in whole seconds, rounded up in favour of the players."""
    return -(-span // timedelta(seconds=1))


@transaction.atomic
def call_last_hand(*, round_id: int, now: datetime) -> Round:
    """Call the last hand before the clock does."""
    round = _lock_open(round_id)
    if round.last_hand_called_at is None:
        round.last_hand_called_at = now
        _save(round)
    return round


@transaction.atomic
def call_due_clock(*, round_id: int, now: datetime) -> Round:
    """Record the call of the last hand and the end of time, each once."""
    round = lock_round(round_id)
    clock = clock_of(round, now)
    if not round.is_open or clock is None or clock.state == ClockState.PAUSED:
        return round
    is_last_hand = clock.is_last_hand and round.last_hand_called_at is None
    is_time_up = clock.state == ClockState.OVER and round.time_called_at is None
    if is_last_hand:
        round.last_hand_called_at = clock.last_call_at
    if is_time_up:
        round.time_called_at = clock.ends_at
    if is_last_hand or is_time_up:
        _save(round)
    return round


def _checked_minutes(minutes: int | None, round: Round) -> int:
    wanted = round.stage.minutes if minutes is None else minutes
    if wanted is None:
        raise RoundError("bad_clock", _("Enter the round length in minutes."))
    if not 1 <= wanted <= LONGEST_CLOCK_MINUTES:
        text = _("Enter 1 to %(most)d minutes.")
        raise RoundError("bad_clock", text, most=LONGEST_CLOCK_MINUTES)
    return wanted


def _lock_open(round_id: int) -> Round:
    round = lock_round(round_id)
    if not round.is_open:
        raise wrong_status(
            round, _("Round %(number)d is not open, so it has no clock. Open it first.")
        )
    return round


def _lock_running(round_id: int, now: datetime) -> tuple[Round, Clock]:
    round = _lock_open(round_id)
    clock = clock_of(round, now)
    if clock is None:
        raise RoundError("no_clock")
    return round, clock


def _save(round: Round) -> None:
    round.save(update_fields=CLOCK_FIELDS)
    log_round(Action.CLOCK_CHANGED, round, {"clock_minutes": (None, round.clock_minutes)})
    bump_round(round)
