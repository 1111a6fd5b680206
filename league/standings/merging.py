"""Work out standings, ratings and awards anew when two players became one, or two again."""

from collections.abc import Collection

from league.clubs.models import Club
from league.competitions.merging import competitions_of
from league.competitions.models import Competition, Table
from league.competitions.services import bump
from league.standings.models import RatingBook
from league.standings.ratings.services import recompute_ratings
from league.standings.services import recompute_competition
from league.standings.statistics.deeds import recount_deeds


def rebuild(club: Club, players: Collection[int]) -> None:
    """Work out anew what hangs on these players; their names stand on all pages of it."""
    of_game: dict[str, int] = {}
    for competition in Competition.objects.filter(pk__in=competitions_of(players)).order_by("pk"):
        recompute_competition(competition_id=competition.pk)
        tables = Table.objects.filter(round__stage__competition=competition)
        bump(competition_id=competition.pk, table_ids=tables.values_list("pk", flat=True))
        of_game[competition.game] = competition.pk
    for pk in of_game.values():
        recompute_ratings(competition_id=pk)
    for book in RatingBook.objects.filter(club=club, game__in=of_game).order_by("pk"):
        recount_deeds(book=book)
