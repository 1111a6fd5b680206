"""What the tests of accounts need."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Forget what other tests have kept under the same ids."""
    cache.clear()
    yield
    cache.clear()
