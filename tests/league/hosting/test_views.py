from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.hosting import metrics
from league.hosting.backing_up import record_heartbeat
from league.hosting.models import SchedulerHeartbeat

WITH_TOKEN = {"Authorization": "Bearer a token of the host"}


@pytest.fixture(autouse=True)
def not_yet_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_is_up_to_date", False)


def test_live_asks_no_database(client: Client) -> None:
    assert client.get("/health/live/").json() == {"live": True}


@pytest.mark.django_db
def test_ready_tells_when_the_clock_came_round(client: Client) -> None:
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["seconds_since_tick"]) == (200, None)
    record_heartbeat(now=timezone.now() - timedelta(seconds=90))
    record_heartbeat(now=timezone.now() - timedelta(seconds=60))
    assert SchedulerHeartbeat.objects.count() == 1
    assert 60 <= client.get("/health/ready/").json()["seconds_since_tick"] < 90


@pytest.mark.django_db
def test_ready_waits_for_migrations(client: Client) -> None:
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder(connection).record_unapplied("hosting", "0001_release_0_2")
    answer = client.get("/health/ready/")
    assert answer.status_code == 503
    assert answer.json() == {
        "ready": False,
        "database": True,
        "migrations": False,
        "seconds_since_tick": None,
        "mail_server": True,
        "seconds_since_backup": None,
    }


@pytest.mark.django_db
def test_figures_are_for_who_has_the_token(client: Client, settings: Settings) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "a token of the host"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer a guess"}).status_code == 404
    assert client.get("/metrics", headers=WITH_TOKEN).status_code == 200


@pytest.mark.django_db
def test_figures_count_answers_by_view_and_name_no_address(
    client: Client, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "a token of the host"
    record_heartbeat(now=datetime(2026, 1, 1, tzinfo=UTC))
    client.get("/clubs/?secret=planted")
    client.get("/no/such/planted/")
    text = client.get("/metrics", headers=WITH_TOKEN).content.decode()
    assert 'menagerie_request_seconds_count{method="GET",status="404",view="none"}' in text
    assert "menagerie_outbox_waiting 0.0" in text
    assert "menagerie_open_tables 0.0" in text
    assert "menagerie_clock_seconds" in text
    assert "planted" not in text
