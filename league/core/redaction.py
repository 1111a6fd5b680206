"""Leave out of what is logged whatever lets somebody in: links, keys, tokens, codes, cookies.

What an address carries is known from the URLconf: whatever text stands in an address in the place
of a parameter is left out, unless it is one of those that name what everybody may know. So a page
that is added with a secret in its address is covered by itself.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

LEFT_OUT: Final = "[left out]"
OPEN_PARAMETERS: Final = frozenset(
    {"slug", "game", "chapter", "source", "form", "accent", "page", "app_label", "url", "object_id"}
)
"""Parameters of addresses whose text is no secret; numbers never are."""
NAMES_LEFT_OUT: Final = (
    "token|secret|key|seat|code|password|passwd|credential|authorization|cookie|sessionid"
    "|csrftoken|csrfmiddlewaretoken|device"
)
"""Names under which something secret is sent: in queries, forms, cookies, headers and arguments."""

_SLASH = "(?:/|%(?:25)*2f)"
_VALUE = r"""(?:[^/\s?#"'\\&<>%]|%(?!(?:25)*2f))+"""
_PARAMETER = re.compile(r"<(?:(?P<converter>[^>:]+):)?(?P<name>[^>]+)>")
_GROUP = re.compile(r"\(\?P<(?P<name>\w+)>[^)]*\)")

_NAMED: Final[tuple[re.Pattern[str], ...]] = (
    re.compile(r"((?:bearer|basic)\s+)[^\s'\"\\,]+", re.IGNORECASE),
    re.compile(
        rf"""((?:(?<![a-z])|(?<=3f))(?:{NAMES_LEFT_OUT})['"\\]*\s*(?:=|:\s|%(?:25)*3d)\s*['"\\(]*)"""
        r"""(?!None\b|\[left out\])[^\s'"\\&;,)}]+""",
        re.IGNORECASE,
    ),
    # How PostgreSQL says which row there is already.
    re.compile(rf"(\((?:{NAMES_LEFT_OUT})\)=\()[^)]*", re.IGNORECASE),
    # API tokens, wherever they stand.
    re.compile(r"(menagerie_)[A-Za-z0-9_-]{10,}"),
)


def redact(text: str) -> str:
    """Return a text without what would let its reader in."""
    patterns = _NAMED
    if "/" in text or "%" in text:
        patterns = (*secret_addresses(), *_NAMED)
    for pattern in patterns:
        text = pattern.sub(rf"\g<1>{LEFT_OUT}", text)
    return text


def redact_all(found: Any) -> Any:
    """Return the same structure of lists and dicts, each text in it redacted."""
    if isinstance(found, str):
        return redact(found)
    if isinstance(found, Mapping):
        return {
            name: LEFT_OUT if _is_left_out(name) else redact_all(value)
            for name, value in found.items()
        }
    if isinstance(found, list | tuple):
        return [redact_all(each) for each in found]
    return found


def _is_left_out(name: object) -> bool:
    return re.fullmatch(NAMES_LEFT_OUT, str(name), re.IGNORECASE) is not None


class RedactingFormatter(logging.Formatter):
    """Write a record as a line, with its exception, and without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return redact(super().format(record))


def redact_line(_logger: object, _method: str, line: str) -> str:
    """Redact a line that structlog has written; the last of its processors."""
    return redact(line)


def redact_event(event: Any, _hint: object) -> Any:
    """Redact what Sentry is told."""
    return redact_all(event)


def secret_addresses() -> tuple[re.Pattern[str], ...]:
    """Return what finds secrets in addresses; of a site that is only starting nothing is known."""
    try:
        return _secret_addresses()
    except (ImportError, AttributeError, ImproperlyConfigured):
        return ()


@cache
def _secret_addresses() -> tuple[re.Pattern[str], ...]:
    """Return a pattern for each place of a secret, the last places of an address first."""
    places = {place for route in routes(get_resolver().url_patterns) for place in _places(route)}
    deepest_first = sorted(places, key=lambda place: (-place.count("/"), place))
    return tuple(map(_finding, deepest_first))


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Return the routes of all addresses; a parameter is `<name>` or `<converter:name>`."""
    for each in patterns:
        here = before + _route_of(each)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here)
        else:
            yield here


def _route_of(each: URLPattern | URLResolver) -> str:
    if isinstance(each.pattern, RoutePattern):
        return str(each.pattern)
    return _GROUP.sub(r"<\g<name>>", str(each.pattern).strip("^$"))


def _places(route: str) -> Iterator[str]:
    """Return the route before each of its secrets."""
    for found in _PARAMETER.finditer(route):
        if is_secret(found["converter"], found["name"]):
            yield route[: found.start()]


def is_secret(converter: str | None, name: str) -> bool:
    """Say whether a parameter of an address may let somebody in."""
    return converter != "int" and name not in OPEN_PARAMETERS


def _finding(place: str) -> re.Pattern[str]:
    """Return what finds a secret after this part of a route, quoted or not."""
    parts = []
    for part in place.split("/"):
        fixed = _PARAMETER.split(part)[::3]
        parts.append(_VALUE.join(re.escape(text) for text in fixed))
    start = rf"(?:(?<![\w-])|{_SLASH})"
    return re.compile(rf"({start}{_SLASH.join(parts)}){_VALUE}", re.IGNORECASE)
