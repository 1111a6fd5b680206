"""What all tests of the site have in common."""

from collections.abc import Iterator

import pytest
from django.conf import settings as site_settings
from django.utils import translation


@pytest.fixture(scope="session", autouse=True)
def _hash_quickly() -> Iterator[None]:
    """Spend no time on passwords, whose hashes are made to be slow."""
    with pytest.MonkeyPatch.context() as patched:
        hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        patched.setattr(site_settings, "PASSWORD_HASHERS", hashers)
        yield


@pytest.fixture(autouse=True)
def _seat_after_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search briefly for seatings: how good they get is proven in tests/games/tournament."""
    monkeypatch.setattr("games.tournament.variety_search.STEPS", 1_000)


@pytest.fixture(autouse=True)
def _count_no_earlier_tries() -> None:
    """Forget the tries of other tests, which all come from one network."""
    from league.core.ratelimits import counts

    counts.clear()


@pytest.fixture(autouse=True)
def _begin_in_the_first_language() -> None:
    """Forget in which language the test before was answered, as a thread of its own would."""
    translation.deactivate()
