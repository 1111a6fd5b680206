"""Checks of insecure settings, for `check --deploy` and each start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.core.exceptions import ImproperlyConfigured


def register() -> None:
    """Register the check."""
    register_check(find_problems, Tags.security, deploy=True)


def find_problems(**_looked_at: Any) -> list[CheckMessage]:
    """Return insecure or missing settings."""
    is_open = settings.SITE_URL and not settings.IS_HTTPS and not settings.ALLOW_HTTP
    found = [
        (settings.DEBUG, "DEBUG is on: error pages would show the settings.", "Leave DEBUG out."),
        (
            len(settings.SECRET_KEY) < 32,
            "SECRET_KEY is short: whoever guesses it signs in as anybody.",
            'Make one: python -c "import secrets; print(secrets.token_urlsafe(50))"',
        ),
        (
            not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS,
            "ALLOWED_HOSTS does not say which names the site answers to.",
            "Set it to the site's names, separated by commas.",
        ),
        (
            not settings.SITE_URL,
            "SITE_URL is missing: links in mails and codes would lead nowhere.",
            "Set it to the address that people use, such as https://games.example.org.",
        ),
        (
            is_open,
            "SITE_URL is not https: sign-in codes and cookies could be read on the way.",
            "Put a certificate in front, or set ALLOW_HTTP=1 for a network of your own.",
        ),
    ]
    return [
        Error(text, hint=hint, id=f"menagerie.E00{number}")
        for number, (is_problem, text, hint) in enumerate(found, 1)
        if is_problem
    ]


def refuse_insecure_start() -> None:
    """Raise ImproperlyConfigured with all problems."""
    if problems := find_problems():
        lines = [f"- {each.msg} {each.hint}" for each in problems]
        raise ImproperlyConfigured("\n".join(["Menagerie does not start like this:", *lines]))
