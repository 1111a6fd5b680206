"""The site administration of people and clubs, for repairs that no page offers."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, Invitation, Player, SignInLink, User
from league.clubs.queries import is_last_owner
from league.core.admin import NoAddAdmin, ReadOnlyAdmin, RowAdmin


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Mend who signs in as a player."""

    def clean_user(self) -> User | None:
        """Refuse somebody who is another player of the club."""
        user: User | None = self.cleaned_data["user"]
        others = Player.objects.filter(club=self.instance.club).exclude(pk=self.instance.pk)
        if user is not None and others.filter(user=user).exists():
            raise forms.ValidationError(
                _("This account belongs to another player of the club. Choose another one.")
            )
        return user


@admin.register(User)
class UserAdmin(RowAdmin):
    """Find a user, and let nobody in or out by accident: no owner is deleted who is the last."""

    list_display = ("__str__", "email", "is_superuser", "is_active", "created_at")
    list_filter = ("is_superuser", "is_staff", "is_active")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    fields = ("name", "email", "is_active", "is_staff", "is_superuser", "created_at", "last_login")
    readonly_fields = ("created_at", "last_login")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Allow nobody to delete the only owner of a club or of the site."""
        return super().has_delete_permission(request, obj) and not (obj and is_last_owner(obj))


@admin.register(Club)
class ClubAdmin(NoAddAdmin):
    """Find a club; they are made on the site's page, which gives them an owner."""

    list_display = ("name", "slug", "time_zone", "is_demo", "created_at")
    search_fields = ("name", "slug")
    readonly_fields = ("is_demo", "created_at")


@admin.register(Player)
class PlayerAdmin(NoAddAdmin):
    """Find a player, and mend who signs in as whom; the rest is done on their club's pages.

    There a role and the lists of a club change with all that hangs on them, and no club loses its
    last owner. Players are not deleted: they are merged or erased.
    """

    form = PlayerForm
    list_display = ("name", "club", "role", "user", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "contact_email", "user__email")
    autocomplete_fields: ClassVar[list[str]] = ["user"]
    readonly_fields = ("club", "role", "left_at", "created_at")

    def has_delete_permission(self, *_args: Any) -> bool:
        """Allow nobody to delete."""
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Write down in the club's log what was mended."""
        super().save_model(request, obj, form, change)
        if form.changed_data:
            note(club_id=obj.club_id, verb=Verb.PLAYER_CHANGED, about=obj)


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
