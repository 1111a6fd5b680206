"""Tell whose lease has run out, also after the machine's clock was put back."""

from datetime import datetime, timedelta

from django.db.models import Q


def has_run_out(field: str, *, life: timedelta, now: datetime) -> Q:
    """Select rows that nobody holds: no lease, an old one, or one from a time that is to come.

    Clocks of several machines differ a little, so that a lease may end somewhat later than one that
    is taken here and now; one that ends much later was taken before the clock was put back.
    """
    to_come = Q(**{f"{field}__gt": now + 2 * life})
    return Q(**{field: None}) | Q(**{f"{field}__lte": now}) | to_come
