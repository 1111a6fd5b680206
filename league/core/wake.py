"""Wake a background task: say that there is something to do, without saying what."""

import logging

from django.db import transaction
from kombu.exceptions import OperationalError

from league.celery import app

logger = logging.getLogger(__name__)


def wake(name: str) -> None:
    """Send the task of this name, without arguments, once the transaction has committed.

    A wake-up that cannot be sent is logged and forgotten: the task's sweep comes round anyway, and
    a request must not fail because the broker is away.
    """

    def send_or_log() -> None:
        try:
            send(name)
        except OperationalError as error:
            logger.warning("The wake-up %s was not sent: %s", name, error)

    transaction.on_commit(send_or_log, robust=True)


def send(name: str) -> None:
    """Send the task of this name now; raise kombu's OperationalError."""
    app.send_task(name)
