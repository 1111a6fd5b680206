"""What the site administration of the apps is made of."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class RowAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Administer the rows of a model."""


class NoAddAdmin(RowAdmin):
    """Administer rows that a page of the site makes, with what belongs to them."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  # Django's own
        """Allow nobody to add."""
        return False


class ReadOnlyAdmin(NoAddAdmin):
    """Show rows that services alone write."""

    def has_change_permission(self, *_args: Any) -> bool:
        """Allow nobody to change."""
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        """Allow nobody to delete."""
        return False
