"""Whatever is sent to whichever address, the answer is one that somebody can read.

Never does anything break, and what is refused changes nothing. What is sent comes from a seed:
`FUZZ=200 SEED=7 ./run test tests/league/safety/test_any_form.py` sends each view 200 requests.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.league.matrix.table import read_table
from tests.league.safety.fuzzing import RANDOM_SHARES, Fuzzing, share_of
from tests.league.safety.season import season_of_module

# Databases differ in which texts and numbers they take.
pytestmark = [pytest.mark.django_db, pytest.mark.databases]

# PostgreSQL refuses more than SQLite does, so it has the quick share.
QUICK = [] if "DATABASE_URL" in os.environ else [pytest.mark.long]
EACH = int(os.environ.get("FUZZ", "1"))
SEED = os.environ.get("SEED", "1")
VISITORS = ("site owner", "organiser", "player", "phone", "anonymous")
SLOW = {("rounds:demo", "POST")}
"""It plays a whole season for each request, and has no fields."""


@pytest.fixture(scope="module")
def fuzzing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Fuzzing]:
    """Build the season once for this module."""
    with season_of_module(django_db_blocker) as (_season, asking):
        # Who opens the page of a sealed hand has their seat reserved by that, whatever they send.
        asking.browser("player").get(asking.paths["results:seal"])
        yield Fuzzing(asking)


@pytest.fixture
def _without_limits(settings: Any) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**9)


@pytest.mark.usefixtures("_without_limits")
@pytest.mark.parametrize("share", [pytest.param("some", marks=QUICK), *RANDOM_SHARES[1:]])
def test_whatever_is_sent_nothing_breaks_and_what_is_refused_changes_nothing(
    fuzzing: Fuzzing, caplog: pytest.LogCaptureFixture, share: str
) -> None:
    caplog.set_level("CRITICAL")
    chance = random.Random(SEED)
    faults = []
    names = share_of({line.name: None for line in read_table()}, share)
    wanted = [(line.name, line.method) for line in read_table() if line.name in names]
    for name, method in [each for each in wanted if each not in SLOW]:
        for _shot in range(EACH):
            shot = fuzzing.any_shot(name, method, chance.choice(VISITORS), chance)
            if fault := fuzzing.fault_of(shot):
                faults.append(f"{fault}: {shot}")

    assert faults == []
