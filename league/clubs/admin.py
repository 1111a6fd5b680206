"""The site administration of people and clubs, for repairs that no page offers."""

from typing import ClassVar

from django.contrib import admin

from league.clubs.models import Club, Invitation, Player, SignInLink, User
from league.core.admin import NoAddAdmin, ReadOnlyAdmin, RowAdmin


@admin.register(User)
class UserAdmin(RowAdmin):
    """Find a user, and let nobody in or out by accident."""

    list_display = ("__str__", "email", "is_superuser", "is_active", "created_at")
    list_filter = ("is_superuser", "is_staff", "is_active")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    fields = ("name", "email", "is_active", "is_staff", "is_superuser", "created_at", "last_login")
    readonly_fields = ("created_at", "last_login")


@admin.register(Club)
class ClubAdmin(NoAddAdmin):
    """Find a club; they are made on the site's page, which gives them an owner."""

    list_display = ("name", "slug", "time_zone", "is_demo", "created_at")
    search_fields = ("name", "slug")
    readonly_fields = ("is_demo", "created_at")


@admin.register(Player)
class PlayerAdmin(NoAddAdmin):
    """Find a player, and mend who signs in as whom; players are added on their club's page."""

    list_display = ("name", "club", "role", "user", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "contact_email", "user__email")
    autocomplete_fields: ClassVar[list[str]] = ["user", "club"]
    readonly_fields = ("created_at",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """See who invited people, and until when."""

    list_display = ("club", "made_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("club", "made_by")
    exclude = ("token",)


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """See which links were made, for whom and by whom."""

    list_display = ("__str__", "made_by", "created_at", "expires_at", "used_at")
    list_select_related = ("player", "made_by")
    exclude = ("token_hash",)
