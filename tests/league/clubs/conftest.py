"""What the tests of clubs need."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Forget what earlier tests have kept under the same ids."""
    cache.clear()
