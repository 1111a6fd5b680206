import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.core.transport import waiting
from league.core.wake import wake

TASK = "league.rounds.tasks.sweep"


@pytest.fixture
def queue() -> Iterator[Any]:
    messages = waiting.queues["celery"]
    messages.clear()
    yield messages
    messages.clear()


@pytest.mark.django_db
def test_wake_sends_the_task_without_arguments_on_commit(
    queue: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        wake(TASK)
        assert list(queue) == []
    (message,) = queue
    assert message["headers"]["task"] == TASK
    assert json.loads(b64decode(message["body"]))[:2] == [[], {}]


@pytest.mark.django_db(transaction=True)
def test_wake_sends_nothing_when_the_transaction_fails(queue: Any) -> None:
    with transaction.atomic():
        wake(TASK)
        transaction.set_rollback(True)
    assert list(queue) == []
