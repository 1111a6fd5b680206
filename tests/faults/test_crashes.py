"""What a site stands on is killed while hands are entered and rounds fall due.

In the end nothing is lost, nothing happened twice, and nobody had to lend a hand. What is done in
which moment comes from a seed; CRASHES says how often each is killed in an evening of its own.
"""

import os
import random
import time
from collections.abc import Iterator

import pytest

from tests.faults.gate import Gate
from tests.faults.grounds import (
    CRASHES,
    Copy,
    Grounds,
    check_what_is_derived,
    finish,
    grounds_on,
    settle,
)
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import Postgres, wait_until

pytestmark = pytest.mark.postgres

# What phones are answered meanwhile: of most nobody at the tables notices anything.
ANSWERS = {
    "worker": {RECORDED},
    "beat": {RECORDED},
    "redis": {RECORDED},
    "web": {RECORDED, CUT_OFF},
    "postgres": {RECORDED, CUT_OFF, 500},
}
IN_ONE_EVENING = ["worker", "redis", "web", "postgres"]
# Those that one evening does not show, or all where crashes are asked for.
ALONE = sorted(ANSWERS) if "CRASHES" in os.environ else ["beat"]
DELAY = 0.01
"""Seconds that a slow database takes more for each packet, there and back."""


@pytest.fixture(scope="module")
def grounds(
    own_postgres: Postgres, copy: Copy, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Grounds]:
    directory = tmp_path_factory.mktemp("hosted")
    with grounds_on(own_postgres, copy("on_grounds"), directory) as grounds:
        yield grounds


def test_all_killed_in_one_evening_lose_nothing_and_do_nothing_twice(grounds: Grounds) -> None:
    chance = random.Random("one after the other")
    books, hosted = grounds.database.books, grounds.hosted
    evening = next(grounds.database.evenings)
    with Room(evening.tables, hosted.sites, "one after the other") as room:
        for victim, round_ in zip(IN_ONE_EVENING, evening.rounds, strict=True):
            wait_until(room.more(1), told=lambda: room.statuses)
            books.let_fall_due(round_)
            kill_and_start_again(victim, chance, grounds, room)
        finish(books, hosted, evening, room)


@pytest.mark.thorough
@pytest.mark.parametrize("crash", range(CRASHES))
@pytest.mark.parametrize("victim", ALONE)
def test_killed_under_load_it_loses_nothing_and_does_nothing_twice(
    victim: str, crash: int, grounds: Grounds
) -> None:
    chance = random.Random(f"{victim} {crash}")
    books, hosted = grounds.database.books, grounds.hosted
    evening = next(grounds.database.evenings)
    with Room(evening.tables, hosted.sites, f"{victim} {crash}") as room:
        wait_until(room.more(2), told=lambda: room.statuses)
        books.let_fall_due(*evening.rounds[:2])
        kill_and_start_again(victim, chance, grounds, room)
        books.let_fall_due(*evening.rounds[2:])
        finish(books, hosted, evening, room)


def kill_and_start_again(victim: str, chance: random.Random, grounds: Grounds, room: Room) -> None:
    """Kill something in the midst of an evening; see what the phones are answered meanwhile."""
    before = room.statuses
    time.sleep(chance.uniform(0, 0.6))  # the moment; not for anything to have happened
    grounds.kill(victim)
    if CUT_OFF not in ANSWERS[victim]:
        wait_until(room.more(2), told=lambda: room.statuses)
    grounds.start_again(victim)
    wait_until(room.more(1), told=lambda: room.statuses)
    assert set(room.statuses - before) <= ANSWERS[victim]


@pytest.mark.thorough
def test_slow_database_is_waited_for(grounds: Grounds, gate: Gate) -> None:
    books, hosted = grounds.database.books, grounds.hosted
    evening = next(grounds.database.evenings)
    gate.delay = DELAY
    try:
        with Room(evening.tables, hosted.sites, "slow") as room:
            books.let_fall_due(*evening.rounds)
            settle(books, hosted, evening, room)
    finally:
        gate.delay = 0
    check_what_is_derived(hosted)
    assert set(room.statuses) == {RECORDED}
