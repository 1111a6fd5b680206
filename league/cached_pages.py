"""Public pages that are cached for visitors: see league.core.page_cache.

Each names the rows that it depends on, which are read anew for every request. A competition's
version grows with every change of what its pages show (league.competitions.models.Competition).
"""

from typing import NamedTuple


class CachedPage(NamedTuple):
    """Statements that read what a page depends on, the id of its live fragment, its parameters.

    A parameter is a number; an address with any other is not cached.
    """

    states: tuple[str, ...]
    fragment: str = ""
    parameters: frozenset[str] = frozenset()


COMPETITION = """
    SELECT * FROM competitions_competition AS competition
    JOIN clubs_club AS club ON club.id = competition.club_id
    WHERE competition.id = %(pk)s
"""
ROUND = """
    SELECT * FROM competitions_round AS round
    JOIN competitions_stage AS stage ON stage.id = round.stage_id
    JOIN competitions_competition AS competition ON competition.id = stage.competition_id
    JOIN clubs_club AS club ON club.id = competition.club_id
    WHERE round.id = %(pk)s
"""
CLUB = "SELECT * FROM clubs_club WHERE slug = %(slug)s"
COMPETITIONS_OF_CLUB = """
    SELECT competition.id, competition.version, competition.name, competition.visibility
    FROM competitions_competition AS competition
    JOIN clubs_club AS club ON club.id = competition.club_id
    WHERE club.slug = %(slug)s
    ORDER BY competition.id
"""
PLAYERS_OF_CLUB = """
    SELECT player.id, player.name, player.role FROM clubs_player AS player
    JOIN clubs_club AS club ON club.id = player.club_id
    WHERE club.slug = %(slug)s AND player.left_at IS NULL
    ORDER BY player.id
"""
# More than any page shows, as posts about hidden competitions are left out.
NEWS = """
    SELECT post.id, post.title, post.shown_until FROM notifications_post AS post
    WHERE post.club_id = ({club})
    ORDER BY post.created_at DESC, post.id DESC LIMIT 20
"""
NEWS_OF_CLUB = NEWS.format(club="SELECT id FROM clubs_club WHERE slug = %(slug)s")
NEWS_OF_COMPETITION = NEWS.format(
    club="SELECT club_id FROM competitions_competition WHERE id = %(pk)s"
)
NEWS_OF_ROUND = NEWS.format(
    club="SELECT competition.club_id FROM competitions_round AS round"
    " JOIN competitions_stage AS stage ON stage.id = round.stage_id"
    " JOIN competitions_competition AS competition ON competition.id = stage.competition_id"
    " WHERE round.id = %(pk)s"
)
SLIDES = frozenset({"tables", "clock", "awards", "standings", "hands", "news"})

CACHED_PAGES = {
    "clubs:home": CachedPage((CLUB, COMPETITIONS_OF_CLUB, PLAYERS_OF_CLUB, NEWS_OF_CLUB)),
    "competitions:detail": CachedPage((COMPETITION,), "competition"),
    "displays:projector": CachedPage((COMPETITION, NEWS_OF_COMPETITION), "screen", SLIDES),
    "displays:round_projector": CachedPage((ROUND, NEWS_OF_ROUND), "screen", SLIDES),
    "rounds:detail": CachedPage((ROUND,), "round"),
    "standings:table": CachedPage((COMPETITION,), "standings", frozenset({"rounds"})),
}
# Live fragments that are the same for all on pages that are not, by their ids.
PUBLIC_FRAGMENTS = {"online:lobby": "tables"}
