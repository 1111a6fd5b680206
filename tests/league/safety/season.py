"""One season for all tests of a module, each of which leaves it as it was."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.league.matrix.asking import Asking
from tests.league.matrix.season import Season


@contextmanager
def season_of_module(blocker: DjangoDbBlocker) -> Iterator[tuple[Season, Asking]]:
    """Build the season, and the browsers of all who visit it; take both back at the end."""
    with blocker.unblock(), transaction.atomic():
        season = Season()
        yield season, Asking(season)
        transaction.set_rollback(True)
