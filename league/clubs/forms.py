"""Forms of clubs and players."""

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, cast
from zoneinfo import available_timezones

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.audit.actions import KINDS
from league.audit.queries import EVERYTHING, Filters
from league.clubs.errors import ClubError
from league.clubs.models import Role, User, Visibility
from league.clubs.paste import MOST_LINES, Line, read_list, text_of_field
from league.core.names import NameField

SOMEBODY_NEW = "new"
VISIBILITIES = (
    (Visibility.PUBLIC, _("Public: listed, and visible to search engines")),
    (Visibility.UNLISTED, _("Unlisted: anyone with the link")),
    (Visibility.PRIVATE, _("Members only: hidden from everyone else")),
)


class ClubForm(forms.Form):
    """Name, time zone and visibility of a club."""

    name = NameField(label=_("Club name"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Times of rounds are in this time zone.")
    )
    visibility = forms.ChoiceField(
        label=_("Visibility"),
        choices=VISIBILITIES,
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
        help_text=_(
            "This is the maximum for all competitions of the club; each can show less. Links "
            "contain numbers that can be guessed, so choose “Members only” for anything "
            "confidential. Phones with a table code can always see that table."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        zone = self.initial.setdefault("time_zone", zone_of_host())
        cast("forms.ChoiceField", self.fields["time_zone"]).choices = zone_choices(zone)


class RealNameField(NameField):
    """Real name of a player whose name is a pseudonym."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Real name, if different"),
            required=False,
            help_text=_("Visible only to organisers and the player."),
        )


class NewOwnerForm(forms.Form):
    """A new site administrator: one of the present ones, or somebody new."""

    name = NameField(label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("Your email address"),
        required=False,
        help_text=_(
            "Sign-in codes are sent there once this site can send email. Check it carefully: "
            "anyone who reads that mailbox can sign in as you."
        ),
    )

    def __init__(self, *args: Any, owners: Sequence[User], **options: Any) -> None:
        super().__init__(*args, **options)
        if not owners:
            return
        choices = [(owner.pk, str(owner)) for owner in owners]
        owner = forms.TypedChoiceField(
            label=_("Choose your seat"),
            choices=[*choices, (SOMEBODY_NEW, _("New player"))],
            coerce=lambda choice: None if choice == SOMEBODY_NEW else int(choice),
            empty_value=None,
            initial=owners[0].pk,
            widget=forms.RadioSelect,
        )
        self.fields = {"owner": owner, **self.fields}
        self.fields["name"].required = False
        self.fields["name"].label = _("Your name, if you are new")
        self.fields["email"].label = _("Your email address, if you are new")

    def clean(self) -> dict[str, Any]:
        """Require a name of somebody new."""
        data = super().clean() or {}
        if data.get("owner") is None and not data.get("name") and not self.errors:
            self.add_error("name", gettext("Enter a name."))
        return data


class PlayerForm(forms.Form):
    """A player as organisers edit it."""

    name = NameField(label=_("Name"), help_text=_("Shown everywhere, to everyone."))
    real_name = RealNameField()
    contact_email = forms.EmailField(
        label=_("Email"),
        required=False,
        help_text=_(
            "Messages go to this address once the site can send email. The person who signs in "
            "with it becomes this player. Only organisers see it."
        ),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        help_text=_(
            "Viewers can only read. Scorers can enter hands at every table. Organisers run the "
            "club. Owners can also appoint organisers."
        ),
    )

    def __init__(
        self, *args: Any, roles: Sequence[Role], has_own_address: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        if has_own_address:
            del self.fields["contact_email"]
        choices = [(role.value, role.label) for role in roles]
        cast("forms.ChoiceField", self.fields["role"]).choices = choices


class PreferencesForm(forms.Form):
    """Names that a player chooses."""

    name = NameField(
        label=_("Your name in this club"),
        help_text=_("Shown everywhere, to everyone. You can use a pseudonym."),
    )
    real_name = RealNameField()


class JoinForm(forms.Form):
    """Name of a person who joins."""

    name = NameField(
        label=_("Your name"),
        help_text=_("The name other players know you by."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class ShareLinkForm(forms.Form):
    """Purpose of a share link."""

    label = NameField(
        label=_("Purpose"), help_text=_("For example, the projector or the club’s website.")
    )


class InvitationForm(forms.Form):
    """Role of an invitation and its lifetime in hours."""

    role = forms.ChoiceField(
        label=_("Role of new members"),
        choices=[
            (Role.PLAYER, _("player: can be seated")),
            (Role.VIEWER, _("viewer: can only read")),
        ],
    )
    hours = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(12, _("12 hours")), (24 * 7, _("1 week")), (24 * 30, _("1 month"))],
    )

    @property
    def life(self) -> timedelta:
        """Return the chosen lifetime."""
        return timedelta(hours=self.cleaned_data["hours"])


class LogForm(forms.Form):
    """Filters of the audit log; invalid ones are ignored."""

    who = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(
        label=_("Type"), required=False, choices=[("", _("All")), *KINDS.items()]
    )
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    about = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, actors: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", gettext("Everyone")), *actors]
        cast("forms.ChoiceField", self.fields["who"]).choices = choices

    def filters(self) -> Filters:
        """Return the chosen filters."""
        self.is_valid()
        chosen = self.cleaned_data.copy()
        who = chosen.pop("who", "")
        return Filters(player=int(who) if who else None, **chosen)

    @property
    def is_filtered(self) -> bool:
        """Say whether there are any filters."""
        return self.filters() != EVERYTHING


class RowsForm(forms.Form):
    """Rows of a spreadsheet, pasted or as a file of limited size."""

    text = forms.CharField(
        label=_("Or rows copied from a spreadsheet"),
        required=False,
        # Rows begin where the text begins: their numbers are told.
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV, XLSX or plain text. Only the first sheet of a workbook is read."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    most_bytes = 1024 * 1024
    most_rows = MOST_LINES
    too_large: str | Promise = _("The file is larger than 1 MiB. Import it in parts.")

    def clean_file(self) -> str:
        """Return the text of the file, "" without one."""
        return text_of_field(
            self.cleaned_data["file"],
            most_bytes=self.most_bytes,
            most_rows=self.most_rows,
            too_large=str(self.too_large),
        )


class PeopleForm(RowsForm):
    """List of people, typed, pasted or uploaded; `lines` are read from it."""

    text = forms.CharField(
        label=_("Names"),
        strip=False,
        error_messages={"required": _("Enter at least one name.")},
        help_text=_(
            "One name per line, optionally with a comma and an email address. You can also "
            "paste from a spreadsheet."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    lines: list[Line]
    most_bytes = 512 * 1024
    too_large = _("This file is too large. Save the list of names as CSV.")
    # Browsers would ask for names although a file is chosen.
    use_required_attribute = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["text"].required = not self.files.get("file")

    def clean(self) -> dict[str, Any]:
        """Read the lines of text and file."""
        data = super().clean() or {}
        texts = [data.get("text", ""), data.get("file", "")]
        data["text"] = "\n".join(filter(str.strip, texts))
        try:
            self.lines = read_list(data["text"])
            if not self.lines and not self.errors:
                self.add_error("text", gettext("This list contains no names. Enter at least one."))
        except ClubError as error:
            self.add_error("text", str(error))
        return data


PLACE = re.compile("(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/(.+)")
ZoneChoices = list[tuple[str, str | list[tuple[str, str]]]]


def zone_of_host() -> str:
    """Return the system's time zone, which Django hides, else UTC."""
    name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return name if name in available_timezones() and PLACE.fullmatch(name) else "UTC"


def zone_choices(current: str) -> ZoneChoices:
    """Return time zones by region for a select, with `current` in any case."""
    regions: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    places = list(filter(None, map(PLACE.fullmatch, sorted(available_timezones()))))
    for place in places:
        regions[place[1]].append((place[0], place[2].replace("_", " ").replace("/", " – ")))
    choices: ZoneChoices = [("UTC", "UTC"), *regions.items()]
    if current not in {"UTC", *(place[0] for place in places)}:
        choices.insert(0, (current, current))
    return choices
