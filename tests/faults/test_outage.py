"""A site that was down, or whose clock jumped, while rounds were to open."""

import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.faults.clock import Clock
from tests.faults.conftest import Start
from tests.faults.outage import OVER, ROUNDS
from tests.faults.servers import wait_until
from tests.site import run

NO_MAIL = {"DATABASE_URL": "", "EMAIL_URL": "dummymail://"}
STATES = """SELECT count(*) FROM competitions_round
    WHERE status = 'scheduled' AND (missed_at IS NOT NULL) = ?"""
TOLD = """SELECT player.name, notice.kind FROM notifications_notification notice
    JOIN clubs_player player ON player.id = notice.player_id"""
SENT = "SELECT count(*) FROM notifications_delivery WHERE sent_at IS NOT NULL"


@pytest.mark.thorough
@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="the same in the run on SQLite")
def test_rounds_that_an_outage_has_missed_are_marked_and_told_to_organisers_alone(
    start: Start, tmp_path: Path
) -> None:
    data, clock = tmp_path / "data", Clock(tmp_path)
    given = {**NO_MAIL, **clock.environment}
    site = start(command=None, **given).wait_until_ready()
    run({**os.environ, **given, "DATA_DIR": str(data)}, "-m", "tests.faults.outage")
    with closing(sqlite3.connect(data / "menagerie.sqlite3", timeout=30)) as database:

        def count(query: str, *values: object) -> int:
            return int(database.execute(query, values).fetchone()[0])

        assert count(STATES, False) == ROUNDS
        assert site.stop() == 0
        clock.put(OVER)
        site = start(command=None, **given).wait_until_ready()
        wait_until(lambda: count(STATES, True) == ROUNDS)
        wait_until(lambda: count(SENT) == 1)
        assert site.stop() == 0
        # Started once more with the same clock, nothing is told or done again.
        site = start(command=None, **given).wait_until_ready()
        tick = "SELECT strftime('%s', at) FROM hosting_schedulerheartbeat"
        before = count(tick)
        wait_until(lambda: count(tick) > before)
        assert count(STATES, True) == ROUNDS
        assert database.execute(TOLD).fetchall() == [("Olga", "missed")]
        assert count("SELECT count(*) FROM notifications_post") == 0
        # With the clock put back all of them are to come again.
        clock.put(timedelta())
        wait_until(lambda: count(STATES, False) == ROUNDS)
    assert site.stop() == 0
    assert "Traceback" not in site.output
