import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from structlog.contextvars import bound_contextvars, get_contextvars

from league.core.live import TASKS
from league.hosting.instrumentation import _carry_number
from league.hosting.tasks import heartbeat

LOG = """
import django, logging
django.setup()
from structlog.contextvars import bound_contextvars
with bound_contextvars(request_id="r-12345678"):
    logging.getLogger("league.rounds").warning("Table %d", 4, extra={"view": "rounds:table"})
"""


def test_every_answer_has_a_number(client: Client) -> None:
    first = client.get("/health/live/")["X-Request-ID"]
    second = client.get("/health/live/")["X-Request-ID"]
    assert len(first) == len(second) == 32
    assert first != second


@pytest.mark.parametrize("given", ["short", "with space", "x" * 65, "<script>alert(1)</script>"])
def test_number_of_the_proxy_is_kept_if_it_is_one(client: Client, given: str) -> None:
    kept = client.get("/health/live/", headers={"X-Request-ID": "from-the-proxy_1"})
    assert kept["X-Request-ID"] == "from-the-proxy_1"
    assert client.get("/health/live/", headers={"X-Request-ID": given})["X-Request-ID"] != given


def test_log_names_the_view_and_never_the_address(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "menagerie.requests"):
        client.get("/health/live/?code=planted")
    assert [record.getMessage() for record in caplog.records] == ["GET hosting:live 200"]


def test_task_carries_the_number_of_the_request_on() -> None:
    headers: dict[str, object] = {}
    with bound_contextvars(request_id="r-12345678"):
        _carry_number(headers)
    assert headers == {"request_id": "r-12345678"}
    nobodys: dict[str, object] = {}
    _carry_number(nobodys)
    assert nobodys == {}


@pytest.mark.django_db
def test_tasks_are_counted_and_leave_nothing_behind() -> None:
    def counted() -> float:
        name = {"task": heartbeat.name, "state": "SUCCESS"}
        return sum(
            sample.value
            for metric in TASKS.collect()
            for sample in metric.samples
            if sample.name.endswith("_count") and sample.labels == name
        )

    before = counted()
    heartbeat.apply(headers={"request_id": "r-12345678"})
    assert counted() == before + 1
    assert get_contextvars() == {}


@pytest.mark.thorough
def test_logs_are_lines_of_json_where_they_are_collected(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOG],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATA_DIR": str(tmp_path), "LOG_FORMAT": "json"},
        capture_output=True,
        text=True,
        check=True,
    )
    line = json.loads(done.stderr)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "Table 4",
        "level": "warning",
        "logger": "league.rounds",
        "request_id": "r-12345678",
        "view": "rounds:table",
    }
