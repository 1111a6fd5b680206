"""What the clock sets off, twice at once and once more late: done once."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from league.accounts.models import SecurityEvent, SecurityEventKind
from league.api.models import WebhookEventType
from league.api.webhooks import create_webhook
from league.celery import SWEEPS, app
from league.competitions.models import RoundStatus
from league.notifications.models import Delivery
from league.online import matches
from tests.factories import make_user
from tests.faults.season import HOUR, Scene, make_due_round, make_played_table, make_scene
from tests.league.api.receivers import Receiver, listening
from tests.league.online.brief_games import BRIEF_GAMES
from tests.league.online.events import make_event, play_hand, tables_of
from tests.league.online.tables import make_table
from tests.league.online.together import together

Counted = dict[str, int]
MODELS = [model for model in apps.get_models() if not model._meta.proxy]
# Here others have done it before; their own tests have it at once, too.
LEFT_NOTHING_TO_DO = {
    "league.online.tasks.match_waiting_players",
    "league.online.tasks.open_deals",
    "league.standings.tasks.give_due_awards",
}


def make_rounds(now: datetime) -> Scene:
    """Make a round that opens, one that closes and is followed by the next, and hands to rate."""
    make_due_round(make_scene(6, now, {}), 1, RoundStatus.SCHEDULED, opens_at=now - HOUR)
    closing = make_scene(6, now, {"next_round": "closing", "planned_rounds": 2}, bye_points=2)
    make_played_table(closing, make_due_round(closing, 1, RoundStatus.OPEN, closes_at=now - HOUR))
    return closing


def make_online_tables(now: datetime) -> None:
    """Make a table at which bots are due, one that was left, an event, and a hand to judge."""
    make_table("animal-poker", 3, now=now)
    make_table("zop-zoo", 2, now=now - timedelta(days=30))
    event = make_event("zop-zoo", hands=1, now=now)
    for table in tables_of(event):
        play_hand(table, now=now)


def make_old_event(now: datetime) -> None:
    SecurityEvent.objects.create(
        user=make_user(), kind=SecurityEventKind.values[0], created_at=now - timedelta(days=1000)
    )


def make_all_that_is_due(receiver: Receiver) -> None:
    now = timezone.now()
    closing = make_rounds(now)
    make_online_tables(now)
    make_old_event(now)
    create_webhook(
        club=closing.competition.club,
        url=receiver.url,
        events=WebhookEventType.values,
        key=uuid4(),
        by=None,
        now=now - HOUR,
    )


def rows() -> Counted:
    """Count the rows of all tables, and the tries to send mail."""
    tries = Delivery.objects.aggregate(tries=Sum("tries", default=0))
    return tries | {model._meta.label: model._default_manager.count() for model in MODELS}


def run_once(task: Any, _number: int) -> None:
    task()


def run_dry(task: Any) -> None:
    """Run a task until it finds no more to do: what it sets off may be for its next run."""
    before: Counted = {}
    while (after := rows()) != before:
        task()
        before = after


def rows_after(task: Any) -> Counted:
    """Return what there would be if a task had always run alone."""
    with transaction.atomic():
        run_dry(task)
        counted = rows()
        transaction.set_rollback(True)
    matches.forget_all()
    return counted


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_every_tick_that_comes_several_times_at_once_and_late_does_its_work_once(
    settings: Any,
) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.0/8"]
    settings.SITE_GAMES = BRIEF_GAMES
    app.loader.import_default_modules()
    with listening() as receiver:
        make_all_that_is_due(receiver)
        idle = set(SWEEPS)
        for name in SWEEPS:
            task = app.tasks[name]
            before, alone = rows(), rows_after(task)
            together(partial(run_once, task))
            run_dry(task)
            after = rows()
            assert (name, after) == (name, alone)
            if after != before:
                idle.remove(name)
        assert idle <= LEFT_NOTHING_TO_DO
        arrived = [message.headers["webhook-id"] for message in receiver.messages]
        assert len(arrived) == len(set(arrived))
