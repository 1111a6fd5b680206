"""Work out ratings and awards anew, and tell where they were not what the hands make of them."""

from django.db import transaction

from league.competitions.models import Competition
from league.standings.models import RatingBook
from league.standings.ratings.services import recompute_ratings
from league.standings.rebuild import Report
from league.standings.statistics.deeds import recount_deeds


def rebuild_ratings(*, competition_id: int, is_check: bool, report: Report) -> int:
    """Rewrite the ratings and awards of a competition's game; return how much was not right.

    Reports each difference; `is_check` leaves everything as it was.
    """
    with transaction.atomic():
        differences = recompute_ratings(competition_id=competition_id)
        club, game = Competition.objects.values_list("club", "game").get(pk=competition_id)
        differences += recount_deeds(book=RatingBook.objects.get(club=club, game=game))
        transaction.set_rollback(is_check)
    for difference in differences:
        report(difference)
    return len(differences)
