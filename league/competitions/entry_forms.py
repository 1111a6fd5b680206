"""Check the shape of what is typed about who takes part."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.likeness import fold
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.models import ApartReason, Entry
from league.competitions.services import EntryDescription
from league.core.names import NameField, clean_name


class DescriptionForm(forms.Form):
    """In which team an entry plays, and whether it is a guest's."""

    team = NameField(
        label=_("Team"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"}),
    )
    is_guest = forms.BooleanField(label=_("Guest"), required=False)


def description_forms(
    entries: Iterable[Entry], data: QueryDict | None
) -> dict[int, DescriptionForm]:
    """Return a form for each entry, by the entry's id."""
    return {
        entry.pk: DescriptionForm(
            data, prefix=str(entry.pk), initial={"team": entry.team, "is_guest": entry.is_guest}
        )
        for entry in entries
    }


def describe(forms_by_entry: Mapping[int, DescriptionForm]) -> dict[int, EntryDescription]:
    """Return what valid forms say, by the entry's id."""
    return {pk: EntryDescription(**form.cleaned_data) for pk, form in forms_by_entry.items()}


class TeamForm(forms.Form):
    """A team with its members: `known` are players of the club, `new` are names to be added."""

    team = NameField(
        label=_("Team"), widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"})
    )
    members = forms.CharField(
        label=_("Members"),
        strip=False,
        help_text=_("One name a line. Who is not in the club yet is added to it."),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
    )
    known: list[Player]
    new: list[str]

    def __init__(self, *args: Any, players: Iterable[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = list(players)

    def clean_members(self) -> str:
        """Tell the players of the club from new ones; refuse a name that two of them have."""
        text: str = self.cleaned_data["members"]
        names = list(dict.fromkeys(clean_name(line) for line in text.splitlines() if line.strip()))
        by_name: dict[str, list[Player]] = {}
        for player in self.players:
            by_name.setdefault(fold(player.name), []).append(player)
        self.known, self.new = [], []
        for name in names:
            found = by_name.get(fold(name), [])
            if len(found) > 1:
                raise forms.ValidationError(
                    gettext("There are %(count)d players called %(name)s. Say below who it is.")
                    % {"count": len(found), "name": name}
                )
            self.known += found
            self.new += [] if found else [name]
        if looking_on := [each for each in self.known if not PLAY.is_held_by(each.role)]:
            raise forms.ValidationError(
                gettext("%(name)s is a spectator of the club.") % {"name": looking_on[0].name}
            )
        return text


class ApartForm(forms.Form):
    """Two players who are not to sit together."""

    one = forms.ModelChoiceField(Player.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Player.objects.none(), label=_("Not together with"))
    reason = forms.ChoiceField(
        label=_("Why"),
        widget=forms.RadioSelect,
        choices=ApartReason.choices,
        initial=ApartReason.FAMILY,
        help_text=_("Only organisers see this list."),
    )
    is_everywhere = forms.BooleanField(
        label=_("In all competitions of the club"), required=False, initial=True
    )

    def __init__(self, *args: Any, players: QuerySet[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("one", "other"):
            self.fields[name] = forms.ModelChoiceField(
                players,
                label=self.fields[name].label,
                empty_label=gettext("Choose …"),
                error_messages={"required": gettext("Choose a player.")},
            )

    def clean(self) -> dict[str, Any]:
        """Refuse to keep somebody apart from themselves."""
        data = super().clean() or {}
        if data.get("one") is not None and data.get("one") == data.get("other"):
            self.add_error("other", gettext("Choose somebody else."))
        return data

    def pair(self) -> list[Player]:
        """Return the two."""
        return [self.cleaned_data["one"], self.cleaned_data["other"]]
