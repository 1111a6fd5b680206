"""Draw a piece of a page once a version, for everybody who looks, and a row while it lasts."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import Event, Lock
from time import monotonic
from typing import Final, TypeVar

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# A key tells of everything on a piece but of new names, which may be this late.
SECONDS_KEPT: Final = 60
ROWS_KEPT: Final = 20_000
"""In every process, most of them less than 1 KB."""
PATIENCE: Final = 2
"""Seconds to wait for what somebody else draws, before it is drawn here, too."""

Name = TypeVar("Name", bound=Hashable)


class Fleeting(str):
    """A piece that an address asks for which no page of ours names; it is kept under no key.

    There are as many of those addresses as a visitor thinks up: of page 1001 of three, say.
    """

    __slots__ = ()


def kept_if_named(piece: str, *, is_named: bool) -> str:
    """Return a piece, to be kept only if an address of ours asks for it."""
    return piece if is_named else Fleeting(piece)


def kept_piece(*key: object, draw: Callable[[], str]) -> SafeString:
    """Draw a piece for everybody who looks, unless it is kept under this key.

    The key names the piece and the versions of all that is on it but of names.
    """
    return kept_pieces({key: key}, lambda _missing: {key: draw()})[key]


def kept_pieces(
    keys: Mapping[Name, tuple[object, ...]], draw: Callable[[list[Name]], Mapping[Name, str]]
) -> dict[Name, SafeString]:
    """Return pieces of a kind by name; those that are not kept under their keys are drawn together.

    The keys are as above; what is drawn as `Fleeting` is not kept. After a hand a whole room asks
    for the same piece within a moment: who comes while it is being drawn in this process waits for
    it instead of drawing it once more.
    """
    language = get_language()
    kept_as = {name: ":".join(map(str, (*key, language))) for name, key in keys.items()}
    kept = cache.get_many(kept_as.values())
    missing = {name: key for name, key in kept_as.items() if key not in kept}
    if missing:
        with _claimed(missing.values()) as (own, others):
            kept |= _drawn({name: key for name, key in missing.items() if key in own}, draw)
        if others:
            kept |= _waited_for(others)
            kept |= _drawn({name: key for name, key in missing.items() if key not in kept}, draw)
    return {name: SafeString(kept[key]) for name, key in kept_as.items()}


def _drawn(
    missing: Mapping[Name, str], draw: Callable[[list[Name]], Mapping[Name, str]]
) -> dict[str, str]:
    """Draw pieces, and keep them under their keys."""
    if not missing:
        return {}
    drawn = {missing[name]: piece for name, piece in draw(list(missing)).items()}
    lasting = {key: piece for key, piece in drawn.items() if not isinstance(piece, Fleeting)}
    cache.set_many(lasting, SECONDS_KEPT)
    return drawn


# What is being drawn in this process; whoever draws it sets the event.
_under_way: dict[str, Event] = {}
_lock = Lock()


@contextmanager
def _claimed(keys: Collection[str]) -> Iterator[tuple[set[str], dict[str, Event]]]:
    """Claim those keys that nobody draws; yield them, and what the others are waited for by.

    What is claimed is drawn before anybody is waited for, so no two wait for each other.
    """
    with _lock:
        others = {key: _under_way[key] for key in keys if key in _under_way}
        own = set(keys) - others.keys()
        _under_way.update({key: Event() for key in own})
    try:
        yield own, others
    finally:
        with _lock:
            events = [_under_way.pop(key) for key in own]
        for event in events:
            event.set()


def _waited_for(others: Mapping[str, Event]) -> dict[str, str]:
    """Wait until others have drawn; return what they have kept."""
    until = monotonic() + PATIENCE
    for event in others.values():
        event.wait(max(0.0, until - monotonic()))
    return cache.get_many(others)


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
