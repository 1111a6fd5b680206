"""What the tests of accounts need."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_earlier_tries() -> Iterator[None]:
    """Forget the tries of other tests, which all come from one address."""
    cache.clear()
    yield
    cache.clear()
