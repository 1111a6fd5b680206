"""What the pages of an account ask for."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Player, PlayerQuerySet


class UserNameForm(forms.Form):
    """Ask for somebody's own name."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("In menus and mails. What you are called in a club is set there."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class NewPasswordForm(forms.Form):
    """Ask for a new password, which the browser or a program may choose."""

    password = forms.CharField(
        label=_("New password"),
        help_text=_("At least 10 characters. Best let your browser or phone make one up."),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class RefusalForm(forms.Form):
    """Ask why a claim is refused."""

    words = forms.CharField(
        label=_("Why not"),
        help_text=_("The person reads it."),
        max_length=300,
        widget=forms.TextInput,
    )


class TwinsForm(forms.Form):
    """Ask which two players are one person."""

    kept = forms.ModelChoiceField(
        label=_("Keep"), queryset=Player.objects.none(), empty_label=_("Choose")
    )
    gone = forms.ModelChoiceField(
        label=_("Merge into it"), queryset=Player.objects.none(), empty_label=_("Choose")
    )

    def __init__(self, *args: Any, players: PlayerQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("kept", "gone"):
            cast("forms.ModelChoiceField[Player]", self.fields[name]).queryset = players

    def clean(self) -> dict[str, Any]:
        """Refuse one player twice."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("kept") and cleaned.get("kept") == cleaned.get("gone"):
            self.add_error("gone", _("These are the same player."))
        return cleaned
