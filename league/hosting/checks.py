"""What must be set before strangers may reach the site; `check --deploy` and a start both look."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.core.exceptions import ImproperlyConfigured

SHORTEST_KEY = 32


def register() -> None:
    """Make `check --deploy` look."""
    register_check(find_problems, Tags.security, deploy=True)


def find_problems(**_looked_at: Any) -> list[CheckMessage]:
    """Return what is insecure or missing, in words."""
    found = [
        (
            "E001",
            settings.DEBUG,
            "DEBUG is on: error pages would show the settings.",
            "Leave DEBUG out.",
        ),
        (
            "E002",
            len(settings.SECRET_KEY) < SHORTEST_KEY,
            "SECRET_KEY is short: whoever guesses it signs in as anybody.",
            'Make one: python -c "import secrets; print(secrets.token_urlsafe(50))"',
        ),
        (
            "E003",
            not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS,
            "ALLOWED_HOSTS does not say which names the site answers to.",
            "Set it to the site's names, separated by commas.",
        ),
        (
            "E004",
            not settings.SITE_URL,
            "SITE_URL is missing: links in mails and codes would lead nowhere.",
            "Set it to the address that people use, such as https://games.example.org.",
        ),
        (
            "E005",
            bool(settings.SITE_URL) and not settings.IS_HTTPS and not settings.ALLOW_HTTP,
            "SITE_URL is not https: sign-in codes and cookies could be read on the way.",
            "Put a certificate in front, or set ALLOW_HTTP=1 for a network of your own.",
        ),
    ]
    return [
        Error(words, hint=hint, id=f"menagerie.{number}")
        for number, is_so, words, hint in found
        if is_so
    ]


def refuse_insecure_start() -> None:
    """Raise ImproperlyConfigured with all that is insecure or missing."""
    if problems := find_problems():
        lines = [f"- {each.msg} {each.hint}" for each in problems]
        raise ImproperlyConfigured("\n".join(["Menagerie does not start like this:", *lines]))
