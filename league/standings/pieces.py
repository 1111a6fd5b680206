"""Draw the standings once a version, for everybody who looks."""

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.competitions.models import Competition
from league.standings.overview import overview_of

# A competition's version tells of everything on it but of a player's new name, which may be this
# late.
SECONDS_KEPT = 60


def draw_standings(competition: Competition) -> SafeString:
    """Return the live piece with a competition's standings; it holds nothing private.

    The version is read before the rows, so what is kept under a version is never older than it.
    """
    key = f"standings:{competition.pk}:{competition.version}:{get_language()}"
    drawn: str | None = cache.get(key)
    if drawn is None:
        context = {"competition": competition, "overview": overview_of(competition)}
        drawn = render_to_string("standings/_table.html", context)
        cache.set(key, drawn, SECONDS_KEPT)
    return SafeString(drawn)
