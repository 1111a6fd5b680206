"""Where the program's messages go: the log, and Sentry where the host has one."""

from typing import Any

import structlog
from django.core.exceptions import ImproperlyConfigured

from league.core.redaction import redact_event, redact_line


def logging_settings(level: str, style: str) -> dict[str, Any]:
    """Return Django's LOGGING for lines of a style, "line" or "json", from a level on."""
    # Django's own default prints errors only while DEBUG is on.
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "league.core.redaction.RedactingFormatter",
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
        # All that others log goes through the handler above, which leaves secrets out. The server's
        # own lines of requests name addresses and visitors; ours name views (menagerie.requests).
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.db.backends": {"level": "INFO"},
            "uvicorn": {"handlers": [], "propagate": True},
            "uvicorn.error": {"handlers": [], "propagate": True},
            "uvicorn.access": {"handlers": [], "propagate": True, "level": "WARNING"},
        },
    }


def start_sentry(dsn: str) -> None:
    """Tell unexpected errors to a Sentry, or what speaks its language; say so if `dsn` is wrong."""
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
