import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.celery import QUEUES, SWEEPS, app
from league.core.enqueue import enqueue, waiting

TASK = "league.rounds.tasks.sweep"


@pytest.fixture
def queue() -> Iterator[Any]:
    messages = waiting.queues["rounds"]
    messages.clear()
    yield messages
    messages.clear()


@pytest.mark.django_db
def test_wake_sends_the_task_without_arguments_on_commit(
    queue: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enqueue(TASK)
        assert list(queue) == []
    (message,) = queue
    assert message["headers"]["task"] == TASK
    assert json.loads(b64decode(message["body"]))[:2] == [[], {}]


@pytest.mark.django_db(transaction=True)
def test_wake_sends_nothing_when_the_transaction_fails(queue: Any) -> None:
    with transaction.atomic():
        enqueue(TASK)
        transaction.set_rollback(True)
    assert list(queue) == []


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("league.rounds.tasks.sweep", "rounds"),
        ("league.standings.tasks.give_due_awards", "rounds"),
        ("league.privacy.tasks.forget", "rounds"),
        ("league.notifications.tasks.deliver", "notices"),
        ("league.api.tasks.sweep", "notices"),
        ("league.online.tasks.sweep", "bots"),
        ("league.online.tasks.open_deals", "bots"),
        ("league.online.tasks.analyse_hands", "opinions"),
    ],
)
def test_each_kind_of_work_has_a_queue_of_its_own(task: str, queue: str) -> None:
    assert task in SWEEPS
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_worker_that_is_told_nothing_works_on_all_queues() -> None:
    assert set(app.amqp.queues) == set(QUEUES)
