"""Read a round's clock: when it ends, what is left, whether the last hand is on.

The server's time is the only one. A page is told the moments and what the server's clock shows, so
that a phone whose own clock is wrong still shows what is right.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from league.competitions.models import Round


class ClockState(StrEnum):
    """What a clock does."""

    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock as it stands at `now`.

    `ends_at` and `last_call_at` are what they would be if it ran on from now. `is_last_hand` says
    that no hand is begun any more: the call has come, by hand or by the clock.
    """

    state: ClockState
    now: datetime
    minutes: int
    ends_at: datetime
    last_call_at: datetime
    is_last_hand: bool

    @property
    def seconds_left(self) -> int:
        """Return the whole seconds that are left, 0 once time is up."""
        return max(0, -int((self.now - self.ends_at) // timedelta(seconds=1)))

    @property
    def seconds_of(self) -> dict[str, float]:
        """Return the moments as seconds since 1970, as a page's script reckons with them."""
        moments = {"now": self.now, "ends": self.ends_at, "last": self.last_call_at}
        return {name: moment.timestamp() for name, moment in moments.items()}

    @property
    def longer(self) -> int:
        """Return the length with five minutes more; once time is up, five minutes from now."""
        if self.state != ClockState.OVER:
            return self.minutes + 5
        late = -((self.ends_at - self.now) // timedelta(minutes=1))
        return self.minutes + late + 5

    @property
    def phase(self) -> str:
        """Return what people are to know: running, paused, last or over."""
        if self.state == ClockState.RUNNING and self.is_last_hand:
            return "last"
        return self.state.value

    @property
    def shown(self) -> str:
        """Write what is left as a clock shows it: 1:05:00, 12:30."""
        hours, rest = divmod(self.seconds_left, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_of(round: Round, now: datetime) -> Clock | None:
    """Return a round's clock, None when none was started; reads the round's stage."""
    if round.clock_started_at is None or round.clock_minutes is None:
        return None
    standing_still = now - round.clock_paused_at if round.clock_paused_at else timedelta()
    ends_at = (
        round.clock_started_at
        + timedelta(minutes=round.clock_minutes, seconds=round.clock_paused_seconds)
        + max(standing_still, timedelta())
    )
    # A clock that is shorter than usual does not begin with the last hand.
    last_minutes = min(round.stage.last_call_minutes, round.clock_minutes // 2)
    last_call_at = ends_at - timedelta(minutes=last_minutes)
    state = ClockState.PAUSED if round.clock_paused_at else ClockState.RUNNING
    is_over = ends_at <= now
    return Clock(
        state=ClockState.OVER if is_over else state,
        now=now,
        minutes=round.clock_minutes,
        ends_at=ends_at,
        last_call_at=last_call_at,
        is_last_hand=is_over or last_call_at <= now or round.last_hand_called_at is not None,
    )
