"""Work out ratings anew, and tell where they were not what the hands make of them."""

from django.db import transaction

from league.standings.ratings.services import recompute_ratings
from league.standings.rebuild import Report


def rebuild_ratings(*, competition_id: int, is_check: bool, report: Report) -> int:
    """Rewrite the ratings of a competition's game in its club; return how much was not right.

    Reports each difference; `is_check` leaves everything as it was.
    """
    with transaction.atomic():
        differences = recompute_ratings(competition_id=competition_id)
        transaction.set_rollback(is_check)
    for difference in differences:
        report(difference)
    return len(differences)
