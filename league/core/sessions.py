"""Keep sessions in the database as Django does, those that hold nothing lasting for a day."""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

LASTING = frozenset({SESSION_KEY, "phone", "table_codes"})
"""What a session holds that people come back for: a sign-in, seats at tables, codes of tables."""
ONE_DAY = 24 * 60 * 60


class SessionStore(db.SessionStore):
    """A session; one that holds nothing lasting, such as a half-done sign-in, ends after a day."""

    def get_session_cookie_age(self) -> int:
        """Return for how many seconds this session is kept."""
        age: int = settings.SESSION_COOKIE_AGE
        return age if LASTING.intersection(self.keys()) else min(age, ONE_DAY)
