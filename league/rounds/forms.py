"""Check the shape of what organisers type about a round."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.paste import text_of_field
from league.competitions.fields import LocalMomentField, set_clock
from league.competitions.models import Round, RoundStatus
from league.competitions.schedule import RoundTimes, field_in_the_past, moved_by_weeks
from league.core.names import NameField
from league.rounds.lots import HIGHEST_SEED
from league.rounds.scripts import MOST_LETTERS, MOST_ROWS


class TimesForm(forms.Form):
    """When a round opens and closes by itself; empty means by hand."""

    opens_at = LocalMomentField(
        label=_("Opens"), required=False, help_text=_("Leave it empty to open the round by hand.")
    )
    closes_at = LocalMomentField(
        label=_("Closes"), required=False, help_text=_("Leave it empty to close the round by hand.")
    )

    def __init__(
        self,
        *args: Any,
        zone: ZoneInfo,
        now: datetime,
        round: Round | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        set_clock(self, zone)
        self.now = now
        if round is not None:
            times = RoundTimes(round.opens_at, round.closes_at)
            if round.is_missed:
                times = moved_by_weeks(times, zone, now)
            self.initial = {"opens_at": times.opens_at, "closes_at": times.closes_at}
            if round.status != RoundStatus.SCHEDULED:
                del self.fields["opens_at"]

    def clean(self) -> dict[str, Any]:
        """Refuse to close before opening."""
        data = super().clean() or {}
        opens_at, closes_at = data.get("opens_at"), data.get("closes_at")
        if opens_at and closes_at and closes_at <= opens_at:
            self.add_error("closes_at", gettext("A round closes after it opens."))
        return data

    def times(self) -> RoundTimes:
        """Return what was chosen."""
        return RoundTimes(self.cleaned_data.get("opens_at"), self.cleaned_data["closes_at"])


class NewRoundForm(TimesForm):
    """When a new round is played."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    start = forms.ChoiceField(
        label=_("When is it played?"),
        widget=forms.RadioSelect,
        choices=[("now", _("Now: open it at once")), ("later", _("At a time, or by hand"))],
        initial="now",
    )
    field_order = ("number", "start", "opens_at", "closes_at")

    def clean(self) -> dict[str, Any]:
        """Refuse a round that would be over already."""
        data = super().clean()
        if not self.errors and (field := field_in_the_past(self.times(), self.now)):
            self.add_error(field, gettext("This moment has passed."))
        return data

    def times(self) -> RoundTimes:
        """Return what was chosen; a round that opens at once is closed by hand."""
        if self.cleaned_data["start"] == "now":
            return RoundTimes(self.now, None)
        return super().times()


class SeedForm(forms.Form):
    """The number the lots are drawn with, and the sizes if they were chosen."""

    seating = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=HIGHEST_SEED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "The same number always draws the same tables for the same players. "
            "Keep it, or let somebody call out another."
        ),
    )


class NewPlayerForm(forms.Form):
    """Somebody who came along and is not a player of the club yet."""

    name = NameField(
        label=_("Somebody who is not on the list"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)


class ScriptForm(forms.Form):
    """A seating that somebody has written: pasted, or in a file, which goes first."""

    text = forms.CharField(
        label=_("Tables"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "A table a line, names with commas between them, an empty line between rounds. "
            "Or with a first line that names the columns: round, table, entry."
        ),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV, XLSX or plain text. Of a workbook the first sheet is read."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )

    def clean_file(self) -> str:
        """Return the text of the file, whatever program has written it; the empty text without."""
        text = text_of_field(
            self.cleaned_data["file"],
            most_bytes=MOST_LETTERS,
            most_rows=MOST_ROWS,
            too_large=gettext("This file is too large for a seating."),
        )
        return text.replace("\0", "")

    def clean(self) -> dict[str, Any]:
        """Take the text of the file, and show it from then on."""
        data = super().clean() or {}
        if data.get("file"):
            data["text"] = data["file"]
            self.data = {"text": data["text"]}
        if len(data.get("text", "")) > MOST_LETTERS:
            self.add_error("text", gettext("This text is too long for a seating."))
        return data
