"""Base classes of the site administration."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class NoAddAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Admin without adding."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  # Django's own
        """Refuse."""
        return False


class ReadOnlyAdmin(NoAddAdmin):
    """Admin that only shows rows."""

    def has_change_permission(self, *_args: Any) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        """Refuse."""
        return False
