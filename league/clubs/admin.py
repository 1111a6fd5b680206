"""Administration of users, clubs, players and links, for repairs that no page offers."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Invitation, Player, SignInLink, User
from league.clubs.queries import is_last_owner
from league.core.admin import NoAddAdmin, ReadOnlyAdmin


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Form that changes the user of a player."""

    def clean_user(self) -> User | None:
        """Refuse the user of another player of the club."""
        user: User | None = self.cleaned_data["user"]
        others = Player.objects.filter(club=self.instance.club).exclude(pk=self.instance.pk)
        if user is not None and others.filter(user=user).exists():
            raise forms.ValidationError(
                _("This account belongs to another player of the club. Choose another one.")
            )
        return user


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as in core.admin
    """Users; the last owner of a club or of the site cannot be deleted."""

    list_display = ("__str__", "email", "is_superuser", "is_active", "created_at")
    list_filter = ("is_superuser", "is_staff", "is_active")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    fields = ("name", "email", "is_active", "is_staff", "is_superuser", "created_at", "last_login")
    readonly_fields = ("created_at", "last_login")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse to delete the only owner of a club or of the site."""
        return super().has_delete_permission(request, obj) and not (obj and is_last_owner(obj))


@admin.register(Club)
class ClubAdmin(NoAddAdmin):
    """Clubs, which the site's pages create with an owner."""

    list_display = ("name", "slug", "time_zone", "is_demo", "created_at")
    search_fields = ("name", "slug")
    readonly_fields = ("is_demo", "created_at")


@admin.register(Player)
class PlayerAdmin(NoAddAdmin):
    """Players: only the user changes here; roles change on the club's pages."""

    form = PlayerForm
    list_display = ("name", "club", "role", "user", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "contact_email", "user__email")
    autocomplete_fields: ClassVar[list[str]] = ["user"]
    readonly_fields = ("club", "role", "left_at", "created_at")

    def has_delete_permission(self, *_args: Any) -> bool:
        """Refuse: players are merged or erased."""
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Save a player and log the change."""
        super().save_model(request, obj, form, change)
        if form.changed_data:
            log_action(club_id=obj.club_id, action=Action.PLAYER_CHANGED, about=obj)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations."""

    list_display = ("club", "created_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("club", "created_by")
    exclude = ("token",)


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """Sign-in links."""

    list_display = ("__str__", "created_by", "created_at", "expires_at", "used_at")
    list_select_related = ("player", "created_by")
    exclude = ("token_hash",)
