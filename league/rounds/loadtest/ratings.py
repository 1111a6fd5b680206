"""Rate a season from nothing, as the sweep would, but past the ORM."""

from django.db import transaction

from league.competitions.models import Competition
from league.rounds.loadtest.pouring import pour
from league.standings.models import (
    PlayerRating,
    RatedCompetition,
    RatedTable,
    RatingBook,
    RatingChange,
)
from league.standings.ratings.beliefs import CHANGES, Belief, rate_hands
from league.standings.ratings.sources import counted_hands, sheets_of

TABLES_AT_ONCE = 500
CHANGE = ("hand_id", "player_id", *CHANGES.fields)


@transaction.atomic
def rate_season(competition: Competition) -> RatingBook:
    """Rate all hands of a competition, the first of its game in its club."""
    book = RatingBook.objects.create(club_id=competition.club_id, game=competition.game)
    sheets = sheets_of(book)
    beliefs: dict[int, Belief] = {}
    for at in range(0, len(sheets), TABLES_AT_ONCE):
        changes = rate_hands(book, counted_hands(sheets[at : at + TABLES_AT_ONCE]), beliefs)
        pour(
            RatingChange,
            CHANGE,
            ((*key, *values) for key, values in changes.items()),
        )
    pour(
        PlayerRating,
        ("book_id", "player_id", "mu", "sigma", "hands"),
        (
            (book.pk, player, belief.rating.mu, belief.rating.sigma, belief.hands)
            for player, belief in beliefs.items()
        ),
    )
    pour(
        RatedTable,
        ("table_id", "book_id", "version", "begin"),
        ((sheet.table, book.pk, sheet.version, sheet.begin) for sheet in sheets),
    )
    competition.refresh_from_db(fields=["version"])
    RatedCompetition.objects.create(competition=competition, version=competition.version)
    return book
