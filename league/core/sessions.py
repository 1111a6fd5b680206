"""Keep sessions in the database as Django does; read them by a query that is worded once."""

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


class SessionStore(db.SessionStore):
    """A session that is read with every page and every hand."""

    def _get_session_from_db(self) -> Session | None:
        found = ALIVE.read(key=self.session_key, now=timezone.now())
        if not found:
            self._session_key = None
        return found[0] if found else None
