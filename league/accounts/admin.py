"""Administration of second factors and passkeys: removal of lost ones."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin

from league.core.admin import NoAddAdmin

# Allauth's own page shows the secrets, and lets them be written.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(NoAddAdmin):
    """Authenticators, without their secrets."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__name", "user__email")
    exclude = ("data",)

    def has_change_permission(self, *_args: Any) -> bool:
        """Allow nobody to change."""
        return False
