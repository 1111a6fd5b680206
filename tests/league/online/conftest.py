"""What all tests of online tables start from."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Begin each test with nothing kept."""
    forget_what_is_kept()


@pytest.fixture(scope="module")
def shared_matches(shared_rows: None) -> None:
    """Let what a file's fixtures play be there for all of its tests."""
    forget_what_is_kept()


def forget_what_is_kept() -> None:
    """Forget what earlier tests have kept under the same ids."""
    from league.online import matches, snapshots

    cache.clear()
    matches.forget_all()
    snapshots.forget_all()
