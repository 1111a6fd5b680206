"""Cache of public pages, which answers visitors before sessions and languages cost anything.

A page is cached under its address, its language and the rows that settings.CACHED_PAGES names for
it. They are read from the database for every request, so that a page which has changed is never
found under its old key, whichever process changed it. What passes by itself, such as a day, shows
within a minute.

A cached page is the same for all: it has no CSRF token (templates ask `request.is_cached`), and a
response that sets a cookie is not cached.
"""

import gzip
import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from time import time
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import ResolverMatch, resolve
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language_from_request

from league.core.fragments import PATIENCE, claimed

CACHE_SECONDS: Final = 60
AS_TEXT: Final = "ARRAY(SELECT ROW(part.*) FROM ({}) AS part)::text"
NUMBER: Final = re.compile(r"\d{1,4}")
# They tell of nobody: any other cookie may be a person's.
IMPERSONAL: Final = frozenset({settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME})


class StoredPage(NamedTuple):
    """The compressed body of a page and its headers, with its ETag."""

    body: bytes
    headers: dict[str, str]


def answer(
    request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    """Answer a visitor with the cached page, or cache the response."""
    match = _match_of(request.path_info)
    if match is None or not _is_asked_for_by_a_link(request, match):
        return get_response(request)
    request.resolver_match = match  # for the log
    key = _key(request, match)
    if (stored := cache.get(key)) is not None:
        return _from_stored(request, stored)
    with claimed([key]) as (_own, others):
        for event in others.values():
            event.wait(PATIENCE)
        if others and (stored := cache.get(key)) is not None:
            return _from_stored(request, stored)
        setattr(request, "is_cached", True)  # noqa: B010 - HttpRequest does not know it
        response = get_response(request)
        # What has changed while the page was rendered may be in one half of it.
        if not _can_be_cached(request, response) or key != _key(request, match):
            return response
        stored = _stored(response)
        cache.set(key, stored, CACHE_SECONDS)
    return _from_stored(request, stored)


@lru_cache(maxsize=2000)
def _resolved(path: str) -> ResolverMatch | None:
    """Return which page a path is, None for none."""
    try:
        return resolve(path)
    except Http404:
        return None


def _match_of(path: str) -> ResolverMatch | None:
    """Return which cached page a path is, None for any other."""
    match = _resolved(path)
    return match if match and match.view_name in settings.CACHED_PAGES else None


def fragment_at(address: str) -> tuple[str, bool]:
    """Return the id of the live fragment that visitors get from an address, "" without one.

    With it comes whether members get the same.
    """
    path, _, query = address.partition("?")
    match = _resolved(unquote(path))
    name = match.view_name if match else ""
    if not query and name in settings.PUBLIC_FRAGMENTS:
        return settings.PUBLIC_FRAGMENTS[name], True
    page = settings.CACHED_PAGES.get(name)
    if page is None or not _has_known_parameters(QueryDict(query), page.parameters):
        return "", False
    return page.fragment, False


def _is_asked_for_by_a_link(request: HttpRequest, match: ResolverMatch) -> bool:
    """Say whether a page or its live fragment is asked for as the site itself does."""
    page = settings.CACHED_PAGES[match.view_name]
    is_page_or_fragment = request.headers.get("HX-Target") in (None, page.fragment)
    return is_page_or_fragment and _has_known_parameters(request.GET, page.parameters)


def _has_known_parameters(query: QueryDict, known: frozenset[str]) -> bool:
    return query.keys() <= known and all(NUMBER.fullmatch(str(each)) for each in query.values())


def _key(request: HttpRequest, match: ResolverMatch) -> str:
    """Return the key of everything that a page depends on."""
    asked = (
        request.build_absolute_uri(),
        request.headers.get("HX-Target"),
        get_language_from_request(request),
        int(time()) // CACHE_SECONDS,
    )
    return f"page:{blake2b(repr((asked, _rows(match))).encode(), digest_size=20).hexdigest()}"


def _rows(match: ResolverMatch) -> list[Any]:
    """Read the rows that a page depends on: from PostgreSQL in one statement, as text."""
    statements = settings.CACHED_PAGES[match.view_name].states
    if connection.vendor == "postgresql":
        statements = ("SELECT " + ", ".join(map(AS_TEXT.format, statements)),)
    rows = []
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, match.kwargs)
            rows.append(cursor.fetchall())
    return rows


def do_not_cache(request: HttpRequest) -> None:
    """Say that the page which is being rendered changes from one moment to the next."""
    setattr(request, "is_uncacheable", True)  # noqa: B010 - as above


def _can_be_cached(request: HttpRequest, response: HttpResponse) -> bool:
    is_page = response.status_code == 200 and not response.streaming and not response.cookies
    return is_page and not hasattr(request, "is_uncacheable")


def _stored(response: HttpResponse) -> StoredPage:
    patch_vary_headers(response, ["Accept-Encoding", "HX-Target"])
    tag = blake2b(response.content, digest_size=16).hexdigest()
    headers: dict[str, Any] = {
        **dict(response.items()),
        "ETag": f'W/"{tag}"',
        "Cache-Control": "private, no-cache",
    }
    return StoredPage(gzip.compress(response.content, mtime=0), headers)


def _from_stored(request: HttpRequest, stored: StoredPage) -> HttpResponse:
    """Return a cached page, or 304 to a client that has it already."""
    is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    body = stored.body if is_compressed else gzip.decompress(stored.body)
    response = HttpResponse(body, headers=stored.headers)
    response["Content-Length"] = str(len(body))
    if is_compressed:
        response["Content-Encoding"] = "gzip"
    found = get_conditional_response(request, etag=stored.headers["ETag"], response=response)
    return found or response
