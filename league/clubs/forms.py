"""Check the shape of what is typed about clubs and players."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.audit.queries import EVERYTHING, Filters
from league.audit.verbs import KINDS
from league.clubs.errors import ClubError
from league.clubs.models import Role, User, Visibility
from league.clubs.paste import MOST_LINES, Line, read_list, text_of_field
from league.clubs.time_zones import zone_choices, zone_of_host
from league.core.names import NameField

LARGEST_UPLOAD = 512 * 1024
SOMEBODY_NEW = "new"


VISIBILITIES = (
    (Visibility.PUBLIC, _("Everybody: it is listed, and search engines may find it")),
    (Visibility.LINK, _("Whoever has the address: it is listed nowhere")),
    (Visibility.PRIVATE, _("Members of the club alone: to anybody else it is not there")),
)


class ClubForm(forms.Form):
    """A club's name and time zone, and who may look at it."""

    name = NameField(label=_("Name of the club"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Rounds open and close by this clock.")
    )
    visibility = forms.ChoiceField(
        label=_("Who may look?"),
        choices=VISIBILITIES,
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
        help_text=_(
            "It bounds all competitions of the club, which may each show less. Addresses have "
            "numbers that can be guessed: what must not be seen is for members alone. A phone with "
            "a table’s code sees that table in any case."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        zone = self.initial.setdefault("time_zone", zone_of_host())
        self.fields["time_zone"] = forms.ChoiceField(
            label=self.fields["time_zone"].label,
            help_text=self.fields["time_zone"].help_text,
            choices=zone_choices(zone),
        )


class RealNameField(NameField):
    """Who somebody is whose name is a pseudonym."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Real name, if that is another"),
            required=False,
            help_text=_("For the organisers of the club and the player alone."),
        )


class NewOwnerForm(forms.Form):
    """Who becomes an owner of the site: one of those there are, or somebody new."""

    name = NameField(label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("Your email"),
        required=False,
        help_text=_(
            "Sign-in codes go there, once this site sends mail. Check it twice: who reads that "
            "mailbox can sign in as you."
        ),
    )

    def __init__(self, *args: Any, owners: Sequence[User], **options: Any) -> None:
        super().__init__(*args, **options)
        if not owners:
            return
        choices = [(owner.pk, str(owner)) for owner in owners]
        owner = forms.TypedChoiceField(
            label=_("Who are you?"),
            choices=[*choices, (SOMEBODY_NEW, _("Somebody new"))],
            coerce=lambda choice: None if choice == SOMEBODY_NEW else int(choice),
            empty_value=None,
            initial=owners[0].pk,
            widget=forms.RadioSelect,
        )
        self.fields = {"owner": owner, **self.fields}
        self.fields["name"].required = False
        self.fields["name"].label = _("Your name, if you are new")
        self.fields["email"].label = _("Your email, if you are new")

    def clean(self) -> dict[str, Any]:
        """Ask for a name where somebody new comes in."""
        data = super().clean() or {}
        if data.get("owner") is None and not data.get("name") and not self.errors:
            self.add_error("name", gettext("Write a name."))
        return data


class PlayerForm(forms.Form):
    """What organisers write down about a player."""

    name = NameField(label=_("Name"), help_text=_("What everybody reads, everywhere."))
    real_name = RealNameField()
    contact_email = forms.EmailField(
        label=_("Email"),
        required=False,
        help_text=_(
            "Messages go there, once this site sends mail. Who signs in with this address becomes "
            "this player. Only organisers see it."
        ),
    )
    role = forms.ChoiceField(label=_("Role"))

    def __init__(
        self, *args: Any, roles: Sequence[Role], has_own_address: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        if has_own_address:
            del self.fields["contact_email"]
        self.fields["role"] = forms.ChoiceField(
            label=self.fields["role"].label,
            choices=[(role.value, role.label) for role in roles],
            help_text=gettext(
                "Spectators only look on, scorers record hands at every table, organisers run the "
                "club, owners also make organisers."
            ),
        )


class PreferencesForm(forms.Form):
    """What players decide about themselves."""

    name = NameField(
        label=_("Your name in this club"),
        help_text=_("What everybody reads, everywhere. It may be a pseudonym."),
    )
    real_name = RealNameField()


class JoinForm(forms.Form):
    """The name of somebody who joins."""

    name = NameField(
        label=_("Your name"),
        help_text=_("As the others at the table call you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class ScreenLinkForm(forms.Form):
    """What a link for screens is for."""

    label = NameField(
        label=_("What is it for?"), help_text=_("Such as the projector, or the club’s website.")
    )


class InvitationForm(forms.Form):
    """As what people come in, and how long the invitation is valid, in hours."""

    role = forms.ChoiceField(
        label=_("People come in as"),
        choices=[
            (Role.PLAYER, _("players, who can be seated")),
            (Role.SPECTATOR, _("spectators, who only look on")),
        ],
    )

    hours = forms.TypedChoiceField(
        label=_("People can join for"),
        coerce=int,
        choices=[(12, _("this evening")), (24 * 7, _("a week")), (24 * 30, _("a month"))],
    )

    @property
    def life(self) -> timedelta:
        """Return the time that was chosen."""
        return timedelta(hours=self.cleaned_data["hours"])


class LogForm(forms.Form):
    """What of the log is to be seen; what cannot be read filters nothing."""

    who = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(
        label=_("What"), required=False, choices=[("", _("Everything")), *KINDS.items()]
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
        self.fields["who"] = forms.ChoiceField(
            label=self.fields["who"].label,
            required=False,
            choices=[("", gettext("Everybody")), *actors],
        )

    def filters(self) -> Filters:
        """Return what was chosen."""
        self.is_valid()
        chosen = self.cleaned_data
        who = chosen.get("who")
        return Filters(
            player=int(who) if who else None,
            kind=chosen.get("kind", ""),
            since=chosen.get("since"),
            until=chosen.get("until"),
            about=chosen.get("about", ""),
        )

    @property
    def is_filtered(self) -> bool:
        """Say whether anything was chosen."""
        return self.filters() != EVERYTHING


class PeopleForm(forms.Form):
    """A list of people, typed, pasted or uploaded; `lines` is what was read from it."""

    text = forms.CharField(
        label=_("Names"),
        strip=False,
        error_messages={"required": _("Write at least one name.")},
        help_text=_(
            "One a line. An email address may follow after a comma. You can also paste from a "
            "spreadsheet."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV, XLSX or plain text. Of a workbook the first sheet is read."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )
    lines: list[Line]
    # Browsers would ask for names although a file is chosen.
    use_required_attribute = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["text"].required = not self.files.get("file")

    def clean_file(self) -> str:
        """Return the text of the file, the empty text without one."""
        return text_of_field(
            self.cleaned_data["file"],
            most_bytes=LARGEST_UPLOAD,
            most_rows=MOST_LINES,
            too_large=gettext("This file is too large for a list of names. Save it as CSV."),
        )

    def clean(self) -> dict[str, Any]:
        """Read the list; what the file says comes after what was typed."""
        data = super().clean() or {}
        texts = [data.get("text", ""), data.get("file", "")]
        data["text"] = "\n".join(filter(str.strip, texts))
        try:
            self.lines = read_list(data["text"])
        except ClubError as error:
            self.add_error("text", str(error))
        else:
            if not self.lines and not self.errors:
                self.add_error("text", gettext("There is no name in this list."))
        return data
