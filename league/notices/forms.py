"""Check the shape of what people choose about notices."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.clubs.time_zones import zone_choices
from league.core.outgoing import RefusedAddressError, check_url
from league.notices.models import (
    CHOSEN,
    FOR_ORGANISERS,
    OF_CLUBS,
    Channel,
    Kind,
    Pace,
    Service,
    Wishes,
)
from league.notices.services import Timing
from league.notices.services.ways import Keys

MANY = 2
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
TELEGRAM = "https://api.telegram.org/bot{token}/sendMessage"
HOSTS = {
    Service.DISCORD: "https://discord.com/api/webhooks/…",
    Service.SLACK: "https://hooks.slack.com/services/…",
}


def read_hour(text: str) -> int:
    """Return the hour of a choice."""
    return int(text)


def languages() -> list[tuple[str, str]]:
    """Return the languages that the site speaks now."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]


class Row(NamedTuple):
    """A kind of notice, and a box for each channel."""

    kind: Kind
    boxes: list[forms.BoundField]


class WishesForm(forms.Form):
    """Kinds × channels as boxes, and when notices come."""

    pace = forms.ChoiceField(label=_("Mail comes"), choices=Pace.choices)
    hour = forms.TypedChoiceField(label=_("At"), choices=HOURS, coerce=read_hour)
    weekday = forms.TypedChoiceField(
        label=_("On"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        help_text=_("For mail that comes once a week."),
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"),
        choices=[("", _("never")), *HOURS],
        coerce=read_hour,
        required=False,
        empty_value=None,
    )
    quiet_until = forms.TypedChoiceField(
        label=_("Until"),
        choices=[("", _("never")), *HOURS],
        coerce=read_hour,
        required=False,
        empty_value=None,
        help_text=_("What comes meanwhile is kept and sent together afterwards."),
    )
    time_zone = forms.ChoiceField(label=_("Your time zone"))
    language = forms.ChoiceField(
        label=_("In what language"),
        choices=languages,
        help_text=_("Of these pages and of all that is sent to you, from every club."),
    )

    def __init__(
        self, data: QueryDict | None, *, wishes: Wishes, zone: str, is_organiser: bool
    ) -> None:
        self.kinds = [kind for kind in CHOSEN if is_organiser or kind not in FOR_ORGANISERS]
        zone = wishes.time_zone or zone
        initial = {name: getattr(wishes, name) for name in Timing._fields} | {"time_zone": zone}
        initial["language"] = get_language()
        for kind in self.kinds:
            for channel in Channel:
                initial[name_of(kind, channel)] = wishes.wants(kind, channel)
        super().__init__(data, initial=initial)
        self.fields["time_zone"] = forms.ChoiceField(
            label=self.fields["time_zone"].label, choices=zone_choices(zone)
        )
        if len(settings.LANGUAGES) < MANY:
            del self.fields["language"]
        for kind in self.kinds:
            for channel in Channel:
                self.fields[name_of(kind, channel)] = forms.BooleanField(
                    label=f"{kind.label}: {channel.label}", required=False
                )

    def clean(self) -> dict[str, Any]:
        """Ask for both ends of the quiet hours, or none."""
        data = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose when quiet begins and when it ends, or never."))
        return data

    @property
    def rows(self) -> Iterator[Row]:
        """Yield the kinds with their boxes, as they are drawn."""
        for kind in self.kinds:
            yield Row(kind, [self[name_of(kind, channel)] for channel in Channel])

    @property
    def timing_fields(self) -> list[forms.BoundField]:
        """Return the fields below the boxes."""
        return [self[name] for name in (*Timing._fields, "language") if name in self.fields]

    def chosen(self) -> dict[str, dict[str, bool]]:
        """Return which kinds are wanted on which channel."""
        return {
            channel.value: {
                kind.value: self.cleaned_data[name_of(kind, channel)] for kind in self.kinds
            }
            for channel in Channel
        }

    def timing(self) -> Timing:
        """Return when notices are wanted."""
        return Timing(**{name: self.cleaned_data[name] for name in Timing._fields})

    def chosen_language(self) -> str | None:
        """Return the language that was chosen, None where there is only one."""
        chosen: str | None = self.cleaned_data.get("language")
        return chosen


def name_of(kind: Kind, channel: Channel) -> str:
    """Return the name of a box."""
    return f"{kind}-{channel}"


class ChatForm(forms.Form):
    """A chat to write into: of a person, or of a club, which says what it is to hear of."""

    service = forms.ChoiceField(label=_("Service"), choices=Service.choices)
    label = forms.CharField(
        label=_("What you call it"), max_length=80, help_text=_("For example: our club’s #table.")
    )
    url = forms.CharField(
        label=_("Address of the webhook"),
        required=False,
        max_length=1000,
        help_text=_(
            "Discord: channel settings, Integrations, Webhooks. Slack: an app with Incoming "
            "Webhooks; Mattermost and Rocket.Chat take the same."
        ),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    token = forms.RegexField(
        r"^\d{3,20}:[A-Za-z0-9_-]{20,80}$",
        label=_("Token of the bot, for Telegram"),
        required=False,
        help_text=_("From @BotFather. Add the bot to the chat first."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    room = forms.RegexField(
        r"^(-?\d{1,20}|@[A-Za-z0-9_]{3,40})$",
        label=_("Id of the chat, for Telegram"),
        required=False,
        help_text=_("A number, or the @name of a public channel."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What it hears of"),
        choices=[(kind.value, kind.label) for kind in OF_CLUBS],
        initial=[kind.value for kind in OF_CLUBS],
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, is_of_club: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not is_of_club:
            del self.fields["kinds"]

    def clean(self) -> dict[str, Any]:
        """Ask for what the service needs, and bring it into one address."""
        data = super().clean() or {}
        if data.get("service") == Service.TELEGRAM:
            for name in ("token", "room"):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("Telegram needs this."))
            data["url"] = TELEGRAM.format(token=data.get("token") or "")
            return data
        data["room"] = ""
        try:
            data["url"] = check_url(data.get("url") or "")
        except RefusedAddressError as refusal:
            self.add_error("url", str(refusal))
        return data


class DeviceForm(forms.Form):
    """What a browser gives of itself."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.RegexField(r"^[A-Za-z0-9_-]{80,100}=*$")
    auth = forms.RegexField(r"^[A-Za-z0-9_-]{16,32}=*$")

    def clean_endpoint(self) -> str:
        """Refuse an address that this site does not send to."""
        try:
            return check_url(self.cleaned_data["endpoint"])
        except RefusedAddressError as refusal:
            raise ValidationError(str(refusal)) from refusal

    def keys(self) -> Keys:
        """Return what was given."""
        return Keys(**{name: self.cleaned_data[name] for name in Keys._fields})
