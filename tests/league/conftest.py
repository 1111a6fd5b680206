"""What all tests of the site have in common."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import translation
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module", autouse=True)
def _seat_after_a_short_search() -> Iterator[None]:
    """Search briefly for seatings: how good they get is proven in tests/games/tournament."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.tournament.variety_search.STEPS", 1_000)
        yield


@pytest.fixture(scope="module")
def shared_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep the rows that a file's fixtures make for all of its tests, and then take them back.

    Each test finds them as they were made. Not for files with tests that commit.
    """
    rows = transaction.atomic()
    # As Django marks its own: what has to be the outermost transaction may be in this one.
    rows._from_testcase = True  # type: ignore[attr-defined]
    with django_db_blocker.unblock(), rows:
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _count_no_earlier_tries() -> None:
    """Forget the tries of other tests, which all come from one network."""
    from league.core.ratelimits import counts

    counts.clear()


@pytest.fixture(autouse=True)
def _remember_no_earlier_pages() -> None:
    """Forget what is cached of other tests, whose rows had the same ids."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _begin_in_the_first_language() -> None:
    """Forget in which language the test before was answered, as a thread of its own would."""
    translation.deactivate()
