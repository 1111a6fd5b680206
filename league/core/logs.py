"""Logging settings, and the redaction of secrets; parameters in addresses are secret by default."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern


def logging_settings(level: str, style: str) -> dict[str, Any]:
    """Return Django's LOGGING from a level on, in the style "line" or "json"."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "league.core.logs.RedactingFormatter",
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            },
            "json": {
                "()": "structlog.stdlib.ProcessorFormatter",
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_logger_name,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.ExtraAdder(),
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    structlog.processors.format_exc_info,
                ],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                    redact_line,
                ],
            },
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": style}},
        "root": {"handlers": ["console"], "level": level},
        # All through the redacting handler; uvicorn's access log names addresses.
        "loggers": {
            **{name: {"handlers": []} for name in ("django", "uvicorn", "uvicorn.error")},
            "django.db.backends": {"level": "INFO"},
            "uvicorn.access": {"handlers": [], "level": "WARNING"},
        },
    }


def start_sentry(dsn: str) -> None:
    """Report unexpected errors to Sentry; raise ImproperlyConfigured."""
    import sentry_sdk
    from sentry_sdk.utils import BadDsn

    try:
        sentry_sdk.init(
            dsn=dsn,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            before_send=redact_event,
            before_breadcrumb=redact_event,
        )
    except BadDsn:
        raise ImproperlyConfigured(
            "SENTRY_DSN is an address such as https://key@sentry.example.org/1."
        ) from None


LEFT_OUT: Final = "[left out]"
# Text parameters of addresses that are no secret; numbers never are.
OPEN_PARAMETERS: Final = frozenset(
    {"slug", "game", "sheet", "chapter", "source", "form", "accent", "page", "app_label", "url"}
    | {"object_id"}
)
NAMES_LEFT_OUT: Final = (
    "token|secret|key|seat|code|password|passwd|credential|authorization|cookie|sessionid"
    "|csrftoken|csrfmiddlewaretoken|device"
)

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
    """Return a text without secrets."""
    in_addresses = secret_addresses() if "/" in text or "%" in text else ()
    for pattern in (*in_addresses, *_NAMED):
        text = pattern.sub(rf"\g<1>{LEFT_OUT}", text)
    return text


def redact_all(found: Any) -> Any:
    """Return lists and dicts with all texts redacted."""
    if isinstance(found, str):
        return redact(found)
    if isinstance(found, Mapping):
        return {
            name: LEFT_OUT
            if re.fullmatch(NAMES_LEFT_OUT, str(name), re.IGNORECASE)
            else redact_all(value)
            for name, value in found.items()
        }
    if isinstance(found, list | tuple):
        return [redact_all(each) for each in found]
    return found


class RedactingFormatter(logging.Formatter):
    """Formatter without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the redacted line."""
        return redact(super().format(record))


def redact_line(_logger: object, _method: str, line: str) -> str:
    """Redact a line of structlog; the last processor."""
    return redact(line)


def redact_event(event: Any, _hint: object) -> Any:
    """Redact an event of Sentry."""
    return redact_all(event)


def secret_addresses() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of secrets in addresses, none while the site is starting."""
    try:
        return _secret_addresses()
    except (ImportError, AttributeError, ImproperlyConfigured):
        return ()


@cache
def _secret_addresses() -> tuple[re.Pattern[str], ...]:
    """Return a pattern for each secret in a route, deepest first."""
    places = {place for route in routes(get_resolver().url_patterns) for place in _places(route)}
    deepest_first = sorted(places, key=lambda place: (-place.count("/"), place))
    return tuple(map(_finding, deepest_first))


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Return all routes; a parameter is `<name>` or `<converter:name>`."""
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
    """Return the part of a route before each secret."""
    for found in _PARAMETER.finditer(route):
        if is_secret(found["converter"], found["name"]):
            yield route[: found.start()]


def is_secret(converter: str | None, name: str) -> bool:
    """Say whether a parameter of a route may be secret."""
    return converter != "int" and name not in OPEN_PARAMETERS


def _finding(place: str) -> re.Pattern[str]:
    """Return the pattern of a secret after a part of a route, quoted or not."""
    parts = [_VALUE.join(map(re.escape, _PARAMETER.split(each)[::3])) for each in place.split("/")]
    start = rf"(?:(?<![\w-])|{_SLASH})"
    return re.compile(rf"({start}{_SLASH.join(parts)}){_VALUE}", re.IGNORECASE)
