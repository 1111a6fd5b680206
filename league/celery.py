"""The Celery application: work beside the requests, and the clock that sweeps for what is due.

Messages are wake-ups only. What is to be done are rows in the database, so a task may be sent
twice, late or never: the next sweep does what is left.
"""

import os

from celery import Celery
from django.conf import settings
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

TRANSPORT_ALIASES["inprocess"] = "league.core.transport:Transport"

# Seconds between two sweeps of each kind: how late a round may open, and a mail may leave, when
# no wake-up came through.
SWEEPS = {
    "league.rounds.tasks.sweep": 10,
    "league.notices.tasks.deliver": 20,
    "league.online.tasks.sweep": 2,
    "league.standings.tasks.sweep": 20,
    "league.standings.tasks.give_awards": 300,
    "league.online.tasks.open_deals": 5,
    "league.api.tasks.sweep": 5,
    "league.online.tasks.give_opinions": 3,
    "league.online.tasks.tidy": 600,
    "league.hosting.tasks.tick": 30,
    "league.privacy.tasks.forget": 3600,
}

# A sweep that was not begun until the next one is due is dropped, so that they do not pile up while
# no worker runs; later by so many seconds, as the clocks of two machines never quite agree.
LEEWAY = 30

# What each queue carries; a worker that is told nothing works on all of them. A mail server that
# hangs and a search that thinks keep nobody from the next round, or from the next move.
REST = "rounds"
QUEUES = {
    REST: (),
    "notices": ("league.notices.tasks.*", "league.api.tasks.*"),
    "bots": ("league.online.tasks.sweep", "league.online.tasks.open_deals"),
    "opinions": ("league.online.tasks.give_opinions",),
}

app = Celery("league")
# In every thread: a task declared with `shared_task` would look for a broker of its own.
app.set_default()
app.conf.update(
    broker_url=settings.BROKER_URL or "inprocess://localhost",
    broker_connection_retry_on_startup=True,
    # A request waits for these when the broker is away; the sweeps make up for it.
    broker_connection_timeout=1,
    broker_pool_acquire_timeout=1,
    broker_transport_options={"socket_connect_timeout": 1, "socket_timeout": 5}
    if settings.BROKER_URL.startswith("redis")
    else {},
    task_default_queue=REST,
    task_queues=[Queue(name) for name in QUEUES],
    task_routes={task: {"queue": name} for name, tasks in QUEUES.items() for task in tasks},
    task_ignore_result=True,
    # Once, as it is by this alone that a connection is given up which the broker has broken off.
    task_publish_retry_policy={
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    },
    worker_enable_remote_control=bool(settings.BROKER_URL),
    worker_hijack_root_logger=False,
    timezone="UTC",
    # Fixed ticks need no memory of the last one, so beat keeps no file. One process has one clock.
    beat_scheduler="league.hosting.beat:SteadyScheduler"
    if settings.EMBEDDED
    else "league.hosting.beat:LeasedScheduler",
    beat_schedule={
        name: {"task": name, "schedule": seconds, "options": {"expires": seconds + LEEWAY}}
        for name, seconds in SWEEPS.items()
    },
)
app.autodiscover_tasks()
