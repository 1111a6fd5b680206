"""The site in one process backs itself up: whole copies, thinned out by a rule, handed over."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.hosting.backing_up import Backups, record_backup, record_failed_backup, record_heartbeat
from league.hosting.copies import NAME, BackupError, check_copy, copies, make_room, superfluous
from league.hosting.models import BackupReport
from tests.factories import make_club, make_user

NOW = datetime(2026, 11, 23, 19, 30, 10, tzinfo=UTC)
MINUTES = [NOW + timedelta(minutes=10 * each) for each in range(6)]
sqlite_only = pytest.mark.skipif("DATABASE_URL" in os.environ, reason="the site of ./run alone")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Give the test a directory of its own for backups."""
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


def clubs_in(copy: Path) -> list[str]:
    with closing(sqlite3.connect(copy)) as database:
        return [name for (name,) in database.execute("SELECT name FROM clubs_club ORDER BY id")]


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_copy_is_made_when_something_has_changed_but_the_pulse(folder: Path) -> None:
    backups = Backups()
    make_club(name="Otters")
    # Rows that are there for good from a site's first minute on.
    record_heartbeat(now=MINUTES[0])
    record_backup(now=MINUTES[0])
    backups.back_up(now=MINUTES[0])
    record_heartbeat(now=MINUTES[1])
    backups.back_up(now=MINUTES[1])
    assert [each.name for each in folder.iterdir()] == ["menagerie-2026-11-23-193010.sqlite3"]
    make_club(name="Badgers")
    backups.back_up(now=MINUTES[2])
    first, second = copies()
    assert (clubs_in(first), clubs_in(second)) == (["Otters"], ["Otters", "Badgers"])
    assert second.stat().st_mode & 0o777 == 0o600
    assert {each.name for each in folder.iterdir()} == {first.name, second.name}
    report = BackupReport.objects.get()
    assert (report.succeeded_at, report.failed_at) == (MINUTES[2], None)


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_command_is_given_each_copy_until_it_takes_it(
    folder: Path, tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    cloud, script = tmp_path / "cloud disk", tmp_path / "take away"
    script.write_text(f'#!/bin/sh\nexec cp "$1" "{cloud}/"\n')
    script.chmod(0o700)
    settings.BACKUP_COMMAND = [str(script)]
    backups = Backups()
    make_club()
    backups.back_up(now=MINUTES[0])
    [copy] = copies()
    report = BackupReport.objects.get()
    assert (report.succeeded_at, report.failed_at) == (None, MINUTES[0])
    assert report.reason.startswith(f"BACKUP_COMMAND did not take {copy.name}: cp: ")
    assert "The backup failed: BACKUP_COMMAND did not take" in caplog.text
    cloud.mkdir()
    backups.back_up(now=MINUTES[1])
    assert [each.name for each in cloud.iterdir()] == [copy.name]
    report = BackupReport.objects.get()
    assert (report.succeeded_at, report.failed_at, report.reason) == (MINUTES[1], None, "")
    shutil.rmtree(cloud)
    backups.back_up(now=MINUTES[2])
    assert BackupReport.objects.get().succeeded_at == MINUTES[2]


@sqlite_only
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", ["/no/such/program", "false"])
def test_command_that_is_none_or_fails_is_told_and_stops_nothing(
    command: str, settings: Settings
) -> None:
    settings.BACKUP_COMMAND = [command]
    Backups().back_up(now=NOW)
    assert "BACKUP_COMMAND did not take" in BackupReport.objects.get().reason


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_directory_that_cannot_be_written_is_told_and_stops_nothing(folder: Path) -> None:
    Backups().back_up(now=MINUTES[0])
    shutil.rmtree(folder)
    folder.write_text("in the way")
    Backups().back_up(now=MINUTES[1])
    report = BackupReport.objects.get()
    assert (report.succeeded_at, report.failed_at) == (MINUTES[0], MINUTES[1])
    assert "File exists" in report.reason


def test_copy_that_is_damaged_is_found(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    with closing(sqlite3.connect(whole)) as database:
        database.execute("CREATE TABLE hand (points text)")
        database.executemany("INSERT INTO hand VALUES (?)", [("x" * 500,)] * 100)
        database.commit()
    check_copy(whole)
    content = whole.read_bytes()
    damaged = {
        "torn": content[: len(content) // 2],
        "overwritten": content[:8192] + bytes(4096) + content[12288:],
        "nothing": b"",
        "something else": b"Friday's standings" * 300,
    }
    for name, text in damaged.items():
        (tmp_path / name).write_bytes(text)
        with pytest.raises(BackupError):
            check_copy(tmp_path / name)


def names(*ago: timedelta) -> list[Path]:
    return [Path((NOW - each).strftime(NAME)) for each in ago]


def test_copies_are_thinned_out_by_the_rule() -> None:
    every_ten_minutes = names(*(timedelta(minutes=10 * each) for each in range(6 * 24 * 60)))
    kept = sorted(set(every_ten_minutes) - set(superfluous(every_ten_minutes, NOW)))
    times = [datetime.strptime(file.name, NAME).replace(tzinfo=UTC) for file in kept]
    of_hour = [at for at in times if NOW - at <= timedelta(hours=1)]
    of_day = [at for at in times if timedelta(hours=1) < NOW - at <= timedelta(days=1)]
    of_month = [at for at in times if NOW - at > timedelta(days=1)]
    assert len(of_hour) == 7
    # What is left of the hours at both ends counts as one each.
    assert [at.minute for at in of_day[1:-1]] == [50] * (len(of_day) - 2)
    assert len({(at.day, at.hour) for at in of_day}) == len(of_day) == 24
    assert len({at.date() for at in of_month}) == len(of_month) == 31
    assert NOW - of_month[0] <= timedelta(days=31)
    assert superfluous(kept, NOW) == []


def test_newest_copy_stays_however_old_it_is() -> None:
    old = names(timedelta(days=90), timedelta(days=91))
    assert superfluous(old, NOW) == [old[1]]


def test_copies_give_way_to_the_site_where_the_disk_is_full(folder: Path) -> None:
    folder.mkdir()
    for file in names(timedelta(days=3), timedelta(days=2), timedelta(days=1)):
        (folder / file).touch()
    mine = folder / "before-update-2026-01-01-000000.sqlite3"
    mine.touch()
    free = shutil.disk_usage(folder).free
    with pytest.raises(BackupError):
        make_room(2 * free)
    assert sorted(folder.iterdir()) == [mine, folder / names(timedelta(days=1))[0]]
    make_room(0)


@pytest.mark.django_db
def test_owners_read_on_the_site_how_its_backups_went(client: Client) -> None:
    owner = make_user(name="Olga", is_superuser=True)
    client.force_login(owner)
    front, page = reverse("clubs:index"), reverse("hosting:site")
    assert "None yet" in client.get(page).content.decode()
    record_backup(now=timezone.now())
    for each in (front, page):
        text = client.get(each).content.decode()
        assert "Last backup failed" not in text
        assert "Backup overdue" not in text
    record_backup(now=NOW - timedelta(days=9))
    for each in (front, page):
        text = client.get(each).content.decode()
        assert "Backup overdue" in text
        assert "14 November 2026, 19:30" in text
    record_failed_backup(reason="The stick is gone", now=MINUTES[1])
    for each in (front, page):
        text = client.get(each).content.decode()
        assert "Last backup failed" in text
        assert "The stick is gone" in text
    client.force_login(make_user(name="Paul"))
    assert client.get(page).status_code == 404
    assert "The stick is gone" not in client.get(front).content.decode()


@pytest.mark.django_db
def test_machines_are_told_how_old_the_last_backup_is(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token of the host"
    record_backup(now=NOW)
    seconds = client.get("/health/ready/").json()["seconds_since_backup"]
    assert isinstance(seconds, float)
    text = client.get(
        "/metrics", headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"}
    ).content.decode()
    assert "menagerie_backup_seconds" in text
