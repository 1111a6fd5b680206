"""The Celery application. Messages only wake tasks up, whose work are rows in the database."""

import os

from celery import Celery
from django.conf import settings
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

TRANSPORT_ALIASES["inprocess"] = "league.core.enqueue:Transport"

# Seconds between two sweeps.
SWEEPS = {
    "league.rounds.tasks.sweep": 10,
    "league.notifications.tasks.deliver": 20,
    "league.online.tasks.sweep": 2,
    "league.online.tasks.match_waiting_players": 3,
    "league.standings.tasks.sweep": 20,
    "league.standings.tasks.give_due_awards": 300,
    "league.online.tasks.open_deals": 5,
    "league.api.tasks.sweep": 5,
    "league.online.tasks.analyse_hands": 3,
    "league.online.tasks.tidy": 600,
    "league.hosting.tasks.heartbeat": 30,
    "league.privacy.tasks.forget": 3600,
}

# Seconds after which an unstarted sweep expires when the next one is due.
LEEWAY = 30
# Separate queues, so that slow mail servers and bots delay no rounds.
QUEUES = {
    "rounds": (),
    "notices": ("league.notifications.tasks.*", "league.api.tasks.*"),
    "bots": (
        "league.online.tasks.sweep",
        "league.online.tasks.match_waiting_players",
        "league.online.tasks.open_deals",
    ),
    "opinions": ("league.online.tasks.analyse_hands",),
}

app = Celery("league")
# In every thread: a task declared with `shared_task` would look for a broker of its own.
app.set_default()
app.conf.update(
    broker_url=settings.BROKER_URL or "inprocess://localhost",
    broker_connection_retry_on_startup=True,
    broker_connection_timeout=1,
    broker_pool_acquire_timeout=1,
    broker_transport_options={"socket_connect_timeout": 1, "socket_timeout": 5}
    if settings.BROKER_URL.startswith("redis")
    else {},
    task_default_queue="rounds",
    task_queues=[Queue(name) for name in QUEUES],
    task_routes={task: {"queue": name} for name, tasks in QUEUES.items() for task in tasks},
    task_ignore_result=True,
    # One retry, which replaces a broken connection.
    task_publish_retry_policy={
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    },
    worker_enable_remote_control=bool(settings.BROKER_URL),
    worker_hijack_root_logger=False,
    timezone="UTC",
    beat_scheduler="league.hosting.beat:SteadyScheduler"
    if settings.EMBEDDED
    else "league.hosting.beat:LeasedScheduler",
    beat_schedule={
        name: {"task": name, "schedule": seconds, "options": {"expires": seconds + LEEWAY}}
        for name, seconds in SWEEPS.items()
    },
)
app.autodiscover_tasks()
