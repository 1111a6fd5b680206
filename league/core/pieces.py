"""Draw a piece of a page once a version, for everybody who looks, and a row while it lasts."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# A key tells of everything on a piece but of new names, which may be this late.
SECONDS_KEPT: Final = 60
ROWS_KEPT: Final = 20_000
"""In every process, most of them less than 1 KB."""

Name = TypeVar("Name", bound=Hashable)


def kept_piece(*key: object, draw: Callable[[], str]) -> SafeString:
    """Draw a piece for everybody who looks, unless it is kept under this key.

    The key names the piece and the versions of all that is on it but of names.
    """
    return kept_pieces({key: key}, lambda _missing: {key: draw()})[key]


def kept_pieces(
    keys: Mapping[Name, tuple[object, ...]], draw: Callable[[list[Name]], Mapping[Name, str]]
) -> dict[Name, SafeString]:
    """Return pieces of a kind by name; those that are not kept under their keys are drawn together.

    The keys are as above.
    """
    language = get_language()
    kept_as = {name: ":".join(map(str, (*key, language))) for name, key in keys.items()}
    kept = cache.get_many(kept_as.values())
    missing = [name for name, key in kept_as.items() if key not in kept]
    drawn = draw(missing) if missing else {}
    if drawn:
        cache.set_many({kept_as[name]: piece for name, piece in drawn.items()}, SECONDS_KEPT)
    return {
        name: SafeString(kept[key] if key in kept else drawn[name]) for name, key in kept_as.items()
    }


def draw_rows(template: str, rows: Iterable[Hashable]) -> list[SafeString]:
    """Draw each row, or part of one, by a template that knows nothing but this `row`.

    Rows that are equal are drawn once in a process, as a hand changes little of a table. So a row
    holds all that is shown of it, as values that tell by themselves whether they are equal.
    """
    language = get_language()
    return [_draw_row(template, row, language) for row in rows]


@lru_cache(maxsize=ROWS_KEPT)
def _draw_row(template: str, row: Hashable, _language: str | None) -> SafeString:
    return render_to_string(template, {"row": row})
