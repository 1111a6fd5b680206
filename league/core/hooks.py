"""Functions of upper apps that lower apps call, listed by event in league/hooks.py."""

from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.module_loading import import_string


def hooks(event: str) -> Iterator[Callable[..., Any]]:
    """Return the functions of an event, in order."""
    return map(import_string, settings.HOOKS[event])


def check_hooks(**_kwargs: Any) -> list[CheckMessage]:
    """Check that all functions of HOOKS exist."""
    problems: list[CheckMessage] = []
    for event, paths in settings.HOOKS.items():
        for path in paths:
            try:
                import_string(path)
            except ImportError as error:
                problems.append(Error(f"HOOKS: {event}: {error}", id="menagerie.E100"))
    return problems
