"""What all tests of the API start from."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Forget what earlier tests have kept under the same ids."""
    from league.online import matches, snapshots

    cache.clear()
    matches.forget_all()
    snapshots.forget_all()
