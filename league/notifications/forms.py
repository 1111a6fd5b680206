"""Forms of notification settings, chats and devices."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple, cast
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.clubs.forms import zone_choices
from league.core.safe_http import RefusedAddressError, check_url
from league.notifications.models import (
    CHOSEN,
    FOR_ORGANISERS,
    OF_CLUBS,
    Channel,
    ChatService,
    DigestFrequency,
    NotificationKind,
    NotificationSettings,
)
from league.notifications.services.targets import Keys, Timing

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
TELEGRAM = "https://api.telegram.org/bot{token}/sendMessage"


def languages() -> list[tuple[str, str]]:
    """Return the site's languages."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]


class Row(NamedTuple):
    """A kind with a box for each channel."""

    kind: NotificationKind
    boxes: list[forms.BoundField]


class AnnouncementForm(forms.Form):
    """What an organiser writes to all players; `key` makes a second press the same one."""

    title = forms.CharField(
        label=_("Subject"),
        max_length=120,
        help_text=_("For example: No club night on Friday"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    body = forms.CharField(
        label=_("Message"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    days = forms.TypedChoiceField(
        label=_("Show on the club page and projector for"),
        coerce=int,
        choices=[(1, _("1 day")), (3, _("3 days")), (7, _("1 week")), (14, _("2 weeks"))],
        initial=3,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class QuietField(forms.TypedChoiceField):
    """An end of the quiet hours, None for never."""

    def __init__(self, **options: Any) -> None:
        choices = [("", _("never")), *HOURS]
        super().__init__(choices=choices, coerce=int, required=False, empty_value=None, **options)


class NotificationSettingsForm(forms.Form):
    """Kinds × channels as boxes, and the timing."""

    frequency = forms.ChoiceField(label=_("Email frequency"), choices=DigestFrequency.choices)
    hour = forms.TypedChoiceField(label=_("Time"), choices=HOURS, coerce=int)
    weekday = forms.TypedChoiceField(
        label=_("Weekday"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        help_text=_("Only for weekly email."),
    )
    quiet_from = QuietField(label=_("Quiet hours from"))
    quiet_until = QuietField(
        label=_("Quiet hours until"),
        help_text=_("Notifications from this time are sent together afterwards."),
    )
    time_zone = forms.ChoiceField(label=_("Your time zone"))
    language = forms.ChoiceField(
        label=_("Language"),
        choices=languages,
        help_text=_("For these pages and all messages from all clubs."),
    )

    def __init__(
        self, data: QueryDict | None, *, prefs: NotificationSettings, zone: str, is_organiser: bool
    ) -> None:
        self.kinds = [kind for kind in CHOSEN if is_organiser or kind not in FOR_ORGANISERS]
        zone = prefs.time_zone or zone
        initial = {name: getattr(prefs, name) for name in Timing._fields}
        initial |= {"time_zone": zone, "language": get_language()}
        super().__init__(data, initial=initial)
        cast("forms.ChoiceField", self.fields["time_zone"]).choices = zone_choices(zone)
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]
        for kind, channel in product(self.kinds, Channel):
            self.fields[name_of(kind, channel)] = forms.BooleanField(
                label=f"{kind.label}: {channel.label}",
                required=False,
                initial=prefs.wants(kind, channel),
            )

    def clean(self) -> dict[str, Any]:
        """Require both ends of the quiet hours, or none."""
        data = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            self.add_error(
                "quiet_until",
                _("Choose both the start and the end of the quiet hours, or “never” for both."),
            )
        return data

    @property
    def rows(self) -> Iterator[Row]:
        """Yield the kinds with their boxes."""
        for kind in self.kinds:
            yield Row(kind, [self[name_of(kind, channel)] for channel in Channel])

    @property
    def timing_fields(self) -> list[forms.BoundField]:
        """Return the fields of the timing."""
        return [self[name] for name in (*Timing._fields, "language") if name in self.fields]

    def chosen(self) -> dict[str, dict[str, bool]]:
        """Return the wanted kinds by channel."""
        return {
            channel.value: {
                kind.value: self.cleaned_data[name_of(kind, channel)] for kind in self.kinds
            }
            for channel in Channel
        }

    def timing(self) -> Timing:
        """Return the timing."""
        return Timing(**{name: self.cleaned_data[name] for name in Timing._fields})


def name_of(kind: NotificationKind, channel: Channel) -> str:
    """Return the name of a box."""
    return f"{kind}-{channel}"


class ChatForm(forms.Form):
    """A chat of a player, or of a club with the kinds it gets."""

    service = forms.ChoiceField(label=_("Service"), choices=ChatService.choices)
    label = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("For example: #table of our club.")
    )
    url = forms.CharField(
        label=_("Webhook URL"),
        required=False,
        max_length=1000,
        help_text=_(
            "Discord: channel settings, Integrations, Webhooks. Slack: an app with Incoming "
            "Webhooks. Mattermost and Rocket.Chat work like Slack."
        ),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    token = forms.RegexField(
        r"^\d{3,20}:[A-Za-z0-9_-]{20,80}$",
        label=_("Bot token (Telegram)"),
        required=False,
        help_text=_("From @BotFather. Add the bot to the chat first."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    room = forms.RegexField(
        r"^(-?\d{1,20}|@[A-Za-z0-9_]{3,40})$",
        label=_("Chat ID (Telegram)"),
        required=False,
        help_text=_("A number, or the @name of a public channel."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Notifications"),
        choices=[(kind.value, kind.label) for kind in OF_CLUBS],
        initial=[kind.value for kind in OF_CLUBS],
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, is_of_club: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not is_of_club:
            del self.fields["kinds"]

    def clean(self) -> dict[str, Any]:
        """Require what the service needs and put it into one address."""
        data = super().clean() or {}
        if data.get("service") == ChatService.TELEGRAM:
            for name in ("token", "room"):
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("Required for Telegram."))
            data["url"] = TELEGRAM.format(token=data.get("token") or "")
            return data
        data["room"] = ""
        try:
            data["url"] = check_url(data.get("url") or "")
        except RefusedAddressError as refusal:
            self.add_error("url", str(refusal))
        return data


class DeviceForm(forms.Form):
    """Push subscription of a browser."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.RegexField(r"^[A-Za-z0-9_-]{80,100}=*$")
    auth = forms.RegexField(r"^[A-Za-z0-9_-]{16,32}=*$")

    def clean_endpoint(self) -> str:
        """Refuse an address that is never requested."""
        try:
            return check_url(self.cleaned_data["endpoint"])
        except RefusedAddressError as refusal:
            raise ValidationError(str(refusal)) from refusal

    def keys(self) -> Keys:
        """Return the subscription."""
        return Keys(**{name: self.cleaned_data[name] for name in Keys._fields})
