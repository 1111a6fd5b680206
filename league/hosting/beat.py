"""A clock of which several may run: one of them ticks, and another goes on when it is gone.

What is ticked for is safe twice all the same (docs/hosting.md); the lease keeps two clocks from
asking everything twice.
"""

import logging
import secrets
from datetime import datetime
from socket import gethostname
from typing import Any

from celery.beat import Scheduler
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from league.hosting.services import CLOCK_LEASE, hold_clock

logger = logging.getLogger(__name__)

PAUSE = CLOCK_LEASE / 3
"""Between two looks at the lease: it is renewed well before it runs out."""


class SteadyScheduler(Scheduler):
    """Celery's scheduler, which goes on at once when the machine's clock is put back."""

    _latest: datetime | None = None

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due; return the seconds until the next look."""
        now = timezone.now()
        if self._latest is not None and now < self._latest:
            # All was sent last in a time that is to come once more, until which none would be due.
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None
        self._latest = now
        return float(super().tick(*args, **options))


class LeasedScheduler(SteadyScheduler):
    """The same, as long as it holds the lease."""

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
        """Say whether this clock is the one; asked of the database now and then.

        Without the database there is nothing to tick for.
        """
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
