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

from tests.league.matrix.test_matrix import lines_of_table
from tests.league.safety.fuzzing import Fuzzing
from tests.league.safety.season import season_of_module

pytestmark = pytest.mark.django_db

EACH = int(os.environ.get("FUZZ", "1"))
SEED = os.environ.get("SEED", "1")
VISITORS = ("site owner", "organiser", "player", "phone", "anonymous")
SLOW = {("rounds:demo", "POST")}
"""It plays a whole season for each request, and has no fields."""


@pytest.fixture(scope="module")
def fuzzing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Fuzzing]:
    """Build the season once for this module."""
    with season_of_module(django_db_blocker) as (_season, asking):
        yield Fuzzing(asking)


@pytest.fixture
def _without_limits(settings: Any) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**9)


@pytest.mark.usefixtures("_without_limits")
def test_whatever_is_sent_nothing_breaks_and_what_is_refused_changes_nothing(
    fuzzing: Fuzzing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL")
    chance = random.Random(SEED)
    faults = []
    for name, method, *_answers in lines_of_table():
        if (name, method) in SLOW:
            continue
        for _shot in range(EACH):
            shot = fuzzing.any_shot(name, method, chance.choice(VISITORS), chance)
            if fault := fuzzing.fault_of(shot):
                faults.append(f"{fault}: {shot}")

    assert faults == []
