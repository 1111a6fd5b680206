"""Cached fragments of pages, one per version and language, and cached rows."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import Event, Lock
from time import monotonic
from typing import Final, TypeVar

from django.core.cache import cache
from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

CACHE_SECONDS: Final = 60  # names in a fragment may be so old
PATIENCE: Final = 2  # seconds to wait for another thread

Name = TypeVar("Name", bound=Hashable)


class Uncached(str):
    """A fragment that is not stored, as its address is not one of the site's links."""

    __slots__ = ()


def cache_if_named(fragment: str, *, is_named: bool) -> str:
    """Return a fragment, cacheable only if one of the site's links asks for it."""
    return fragment if is_named else Uncached(fragment)


def cached_fragment(*key: object, render: Callable[[], str]) -> SafeString:
    """Return the fragment of a key, which names rows and all versions it depends on."""
    return cached_fragments({key: key}, lambda _missing: {key: render()})[key]


def cached_fragments(
    keys: Mapping[Name, tuple[object, ...]], render: Callable[[list[Name]], Mapping[Name, str]]
) -> dict[Name, SafeString]:
    """Return fragments by name; missing ones are rendered once per process at a time."""
    language = get_language()
    cache_keys = {name: ":".join(map(_part, (*key, language))) for name, key in keys.items()}
    cached = cache.get_many(cache_keys.values())
    missing = {name: key for name, key in cache_keys.items() if key not in cached}
    if missing:
        with claimed(missing.values()) as (own, others):
            cached |= _rendered({name: key for name, key in missing.items() if key in own}, render)
        if others:
            until = monotonic() + PATIENCE
            for event in others.values():
                event.wait(max(0.0, until - monotonic()))
            cached |= cache.get_many(others)
            left = {name: key for name, key in missing.items() if key not in cached}
            cached |= _rendered(left, render)
    return {name: SafeString(cached[key]) for name, key in cache_keys.items()}


def _part(part: object) -> str:
    """Return a part of a key; a row also by its creation, as a restored database reuses ids."""
    if not isinstance(part, Model):
        return str(part)
    created_at = getattr(part, "created_at", None)
    return f"{part.pk}@{created_at.timestamp()}" if created_at else str(part.pk)


def _rendered(
    missing: Mapping[Name, str], render: Callable[[list[Name]], Mapping[Name, str]]
) -> dict[str, str]:
    if not missing:
        return {}
    rendered = {missing[name]: fragment for name, fragment in render(list(missing)).items()}
    lasting = {key: each for key, each in rendered.items() if not isinstance(each, Uncached)}
    cache.set_many(lasting, CACHE_SECONDS)
    return rendered


# What is being rendered in this process; the renderer sets the event.
_under_way: dict[str, Event] = {}
_lock = Lock()


@contextmanager
def claimed(keys: Collection[str]) -> Iterator[tuple[set[str], dict[str, Event]]]:
    """Claim keys that nobody renders; yield them and the events of the others."""
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


def render_rows(template: str, rows: Iterable[Hashable]) -> list[SafeString]:
    """Render each row by a template that uses only `row`; equal rows are rendered once."""
    language = get_language()
    return [_render_row(template, row, language) for row in rows]


@lru_cache(maxsize=20_000)
def _render_row(template: str, row: Hashable, _language: str | None) -> SafeString:
    return render_to_string(template, {"row": row})
