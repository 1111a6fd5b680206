"""Whatever is sent within the description or beside it, the answer is one that is described.

`API_EXAMPLES=300 ./run test tests/league/api/test_any_request.py` looks longer.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from league.api.views import schema

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("API_EXAMPLES", "2"))
CHAPTERS = [tag["name"] for tag in schema()["tags"]]


@pytest.fixture
def _as_a_site(settings: Any) -> Iterator[None]:
    """Answer under the tester's name, without limits, in the test's own transaction."""
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**9)
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def judge(chapter: str, mode: str, examples: int) -> None:
    """Judge a chapter by what takes seconds to be imported, so that no other test waits for it."""
    from tests.league.api.judging import judge_chapter

    judge_chapter(chapter, mode, examples)


@pytest.mark.usefixtures("_as_a_site")
@pytest.mark.parametrize(("chapter", "mode"), [("Hands", "positive"), ("Rounds", "negative")])
def test_request_of_some_chapters_is_answered_as_described(chapter: str, mode: str) -> None:
    judge(chapter, mode, 2)


@pytest.mark.thorough
@pytest.mark.usefixtures("_as_a_site")
@pytest.mark.parametrize(
    # Databases differ in which of the texts they take that the description allows.
    "mode",
    [pytest.param("positive", marks=pytest.mark.databases), "negative"],
)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_any_request_is_answered_as_described(chapter: str, mode: str) -> None:
    judge(chapter, mode, EXAMPLES if mode == "positive" else max(1, EXAMPLES // 2))
