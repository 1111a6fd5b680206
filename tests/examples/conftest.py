"""Let a test's site know a fourth game."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings


@pytest.fixture
def cuckoo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Enter Cuckoo wherever a game is entered, and its template where templates are found."""
    # Django has to be set up first.
    from league.online import matches, snapshots
    from tests.examples.cuckoo.places import TEMPLATES, enter_cuckoo

    enter_cuckoo(monkeypatch)
    # What earlier tests have kept under the same ids.
    cache.clear()
    matches.forget_all()
    snapshots.forget_all()
    found: list[dict[str, Any]] = [dict(each) for each in settings.TEMPLATES]
    for each in found:
        each["DIRS"] = [*each["DIRS"], TEMPLATES]
    games = [*settings.SITE_GAMES, "tests.examples.cuckoo.on_site.GAME"]
    with override_settings(TEMPLATES=found, SITE_GAMES=games):
        yield
