"""Schedulers of Celery beat: robust to clock changes, and one of several by lease."""

import logging
import secrets
from datetime import datetime
from socket import gethostname
from typing import Any

from celery.beat import Scheduler
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from league.hosting.backing_up import CLOCK_LEASE, hold_clock

logger = logging.getLogger(__name__)

PAUSE = CLOCK_LEASE / 3


class SteadyScheduler(Scheduler):
    """Celery's scheduler, which goes on when the clock is set back."""

    _latest: datetime | None = None

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due; return the seconds until the next look."""
        now = timezone.now()
        if self._latest is not None and now < self._latest:
            # The last runs are in the future now.
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None
        self._latest = now
        return float(super().tick(*args, **options))


class LeasedScheduler(SteadyScheduler):
    """Scheduler that only ticks while it holds the lease."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._holder = f"{gethostname()[:60]} {secrets.token_hex(8)}"
        self._asks_at: datetime | None = None
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due; return the seconds until the next look."""
        if not self._holds():
            return PAUSE.total_seconds()
        return super().tick(*args, **options)

    def _holds(self) -> bool:
        """Say whether this scheduler has the lease; False without the database."""
        now = timezone.now()
        if self._asks_at is not None and now < self._asks_at <= now + PAUSE:
            return True
        try:
            holds = hold_clock(holder=self._holder, now=now)
        except DatabaseError:
            logger.warning("The clock stands: the database does not answer.", exc_info=True)
            holds = False
        finally:
            close_old_connections()
        self._asks_at = now + PAUSE if holds else None
        return holds
