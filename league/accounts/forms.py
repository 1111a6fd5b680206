"""Forms of accounts, claims and merges."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Player, PlayerQuerySet


class UserNameForm(forms.Form):
    """Name of the account."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_(
            "Used in menus and email. You set your name in a club on your player page there."
        ),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class NewPasswordForm(forms.Form):
    """New password."""

    password = forms.CharField(
        label=_("New password"),
        help_text=_("At least 10 characters. Let your browser or phone suggest one."),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class RefusalForm(forms.Form):
    """Reason of a refused claim."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("The person can read this."),
        max_length=300,
        widget=forms.TextInput,
    )


class MergeForm(forms.Form):
    """The two players of a merge."""

    target = forms.ModelChoiceField(
        label=_("Keep"), queryset=Player.objects.none(), empty_label=_("Choose")
    )
    source = forms.ModelChoiceField(
        label=_("Merge into this player"), queryset=Player.objects.none(), empty_label=_("Choose")
    )

    def __init__(self, *args: Any, players: PlayerQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("target", "source"):
            cast("forms.ModelChoiceField[Player]", self.fields[name]).queryset = players

    def clean(self) -> dict[str, Any]:
        """Refuse the same player twice."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("target") and cleaned.get("target") == cleaned.get("source"):
            self.add_error(
                "source", _("You chose the same player twice. Choose two different players.")
            )
        return cleaned
