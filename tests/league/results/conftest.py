"""What all tests of results start from."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_tries_counted() -> None:
    """Forget the tries of earlier tests, which all come from one address."""
    cache.clear()
