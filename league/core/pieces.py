"""Draw a piece of a page once a version, for everybody who looks."""

from collections.abc import Callable

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# A version tells of everything on a piece but of a player's new name, which may be this late.
SECONDS_KEPT = 60


def kept_piece(*key: object, draw: Callable[[], str]) -> SafeString:
    """Draw a piece for everybody who looks, unless it is kept under this key.

    The key names the piece and the versions of all that is on it but of players' names.
    """
    name = ":".join(str(part) for part in (*key, get_language()))
    drawn: str | None = cache.get(name)
    if drawn is None:
        drawn = draw()
        cache.set(name, drawn, SECONDS_KEPT)
    return SafeString(drawn)
