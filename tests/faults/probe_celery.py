"""The site's Celery with a queue of the test's own, and a clock that ticks fast."""

import os

from league.celery import SWEEPS, app
from tests.faults.clock import follow_clock

TICK = 0.4

follow_clock()
app.conf.task_default_queue = os.environ["PROBE_QUEUE"]
app.conf.task_queues = None
app.conf.task_routes = {}
app.conf.beat_schedule = {
    name: {"task": name, "schedule": TICK, "options": {"expires": TICK}} for name in SWEEPS
}
