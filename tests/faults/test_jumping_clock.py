"""The clock of the machine under a hosted site jumps by hours while rounds fall due."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.faults.clock import Clock
from tests.faults.grounds import Copy, finish, hosted_on
from tests.faults.hosted import serving
from tests.faults.phones import RECORDED, Room
from tests.faults.servers import Redis, running, wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.thorough]

JUMPS = [timedelta(hours=hours) for hours in (3, -3, 0, 3)]
"""How far the machine's clock is ahead of the right time while each of the rounds falls due. In the
end the hour of what was due while it was ahead comes once more."""


def test_clock_that_jumps_under_load_loses_nothing_and_does_nothing_twice(
    copy: Copy, tmp_path: Path
) -> None:
    database, clock = copy("on_jumping_clock"), Clock(tmp_path)
    books, evening = database.books, next(database.evenings)
    with (
        running(Redis) as redis,
        serving(hosted_on(redis, database, tmp_path, **clock.environment)) as hosted,
        Room(evening.tables, hosted.sites, "clock") as room,
    ):
        for round_, ahead in zip(evening.rounds, JUMPS, strict=True):
            wait_until(room.more(2), told=lambda: room.statuses)
            books.let_fall_due(round_)
            clock.put(ahead)
            books.wait_until_opened(evening, round_)
        finish(books, hosted, evening, room)
    assert set(room.statuses) == {RECORDED}
