"""A broker that is away delays background work; it never breaks a request."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site import PATIENCE

WAKE = """
import time, django
django.setup()
from django.db import transaction
from league.core.enqueue import enqueue
start = time.monotonic()
with transaction.atomic():
    enqueue("league.rounds.tasks.sweep")
print(f"committed after {time.monotonic() - start:.1f}")
"""
# Seconds: two tries, each of which waits for one; left alone, clients wait for four or far longer.
SOON = 7
# Nobody listens on port 1; packets to a documentation address go nowhere.
BROKERS = [
    pytest.param("redis://127.0.0.1:1/0", marks=pytest.mark.thorough),
    pytest.param("amqp://127.0.0.1:1//", marks=pytest.mark.thorough),
    "redis://192.0.2.1:6379/0",
    pytest.param("amqp://192.0.2.1//", marks=pytest.mark.thorough),
]


@pytest.mark.parametrize("broker", BROKERS)
def test_wake_commits_soon_and_logs_when_the_broker_is_away(broker: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "BROKER_URL": broker,
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "SECRET_KEY": "a key for tests only, of the usual length",
    }
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "-c", WAKE],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[:2] == ["committed", "after"]
    assert float(words[2]) < SOON
    assert "The wake-up league.rounds.tasks.sweep was not sent" in done.stderr
