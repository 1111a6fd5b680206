"""Sessions in the database; those without lasting data end after a day."""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

LASTING = frozenset({SESSION_KEY, "phone", "table_codes"})
ONE_DAY = 24 * 60 * 60


class SessionStore(db.SessionStore):
    """Django's session with a shorter age without lasting data."""

    def get_session_cookie_age(self) -> int:
        """Return the session's age in seconds."""
        age: int = settings.SESSION_COOKIE_AGE
        return age if LASTING.intersection(self.keys()) else min(age, ONE_DAY)
