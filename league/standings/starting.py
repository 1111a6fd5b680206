"""Keep the rating with which each entry began: the tie-break compares it, and it never changes."""

from collections.abc import Collection

from games.tournament.ratings import START, Rating
from league.competitions.models import Competition, Entry, TieBreak
from league.standings.models import PlayerRating


def keep_starting_ratings(competition: Competition, entries: Collection[int]) -> None:
    """Note for entries that have their first result what their players are rated now.

    What is noted stays, so that nobody is ranked anew because of a rating. Whoever has not been
    rated begins where everybody does.
    """
    unknown = dict(Entry.objects.filter(pk__in=entries, rating=None).values_list("pk", "player_id"))
    if not unknown:
        return
    ratings = PlayerRating.objects.filter(
        book__club=competition.club_id, book__game=competition.game, player__in=unknown.values()
    )
    shown = {
        player: Rating(mu, sigma).shown
        for player, mu, sigma in ratings.values_list("player_id", "mu", "sigma")
    }
    Entry.objects.bulk_update(
        [Entry(pk=pk, rating=shown.get(player, START.shown)) for pk, player in unknown.items()],
        ["rating"],
    )


def starting_ratings(competition: Competition) -> dict[int, int]:
    """Return the ratings that a competition compares, by entry; none if it compares none."""
    if TieBreak.RATING not in competition.tie_breaks:
        return {}
    known = Entry.objects.filter(competition=competition.pk, rating__isnull=False)
    return {pk: rating for pk, rating in known.values_list("pk", "rating") if rating is not None}
