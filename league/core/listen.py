"""Hear what other processes publish, through PostgreSQL's notifications."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from django.db import connection

from league.core.live import CHANNEL

logger = logging.getLogger(__name__)

LONGEST_PAUSE = 30


async def listen(
    deliver: Callable[[str, int], None], catch_up: Callable[[], Awaitable[None]]
) -> None:
    """Deliver each notification, for ever, connecting again when the database was away."""
    pause = 1
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**connection_options()) as database:
                await database.execute(f"LISTEN {CHANNEL}")
                pause = 1
                # What was said while nobody listened.
                await catch_up()
                async for notification in database.notifies():
                    topic, _, version = notification.payload.rpartition(" ")
                    deliver(topic, int(version))
        except psycopg.OperationalError as error:
            logger.warning("Live updates lost the database, next try in %s s: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)


def connection_options() -> dict[str, Any]:
    """Return how Django connects, without what is only for its own kind of connection."""
    options = dict(connection.get_connection_params())
    for own in ("context", "cursor_factory"):
        options.pop(own, None)
    return {**options, "autocommit": True}
