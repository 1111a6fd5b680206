"""Keep sessions in the database as Django does; read them by a query that is worded once."""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import DateTimeField
from django.utils import timezone

from league.core.prepared import Prepared

ALIVE = Prepared(
    lambda given: Session.objects.filter(
        session_key=given("key"), expire_date__gt=given("now", DateTimeField())
    )
)
LASTING = frozenset({SESSION_KEY, "phone", "table_codes"})
"""What a session holds that people come back for: a sign-in, seats at tables, codes of tables."""
ONE_DAY = 24 * 60 * 60


class SessionStore(db.SessionStore):
    """A session that is read with every page and every hand.

    One that holds nothing lasting, such as a half-done sign-in, ends after a day.
    """

    def get_session_cookie_age(self) -> int:
        """Return for how many seconds this session is kept."""
        age: int = settings.SESSION_COOKIE_AGE
        return age if LASTING.intersection(self.keys()) else min(age, ONE_DAY)

    def _get_session_from_db(self) -> Session | None:
        found = ALIVE.read(key=self.session_key, now=timezone.now())
        if not found:
            self._session_key = None
        return found[0] if found else None
