"""Check the shape of what is typed about a stage."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH
from league.competitions.fields import radio_field
from league.competitions.forms import MOST_ROUNDS
from league.competitions.models import (
    CarryOver,
    Cut,
    Method,
    Stage,
)
from league.core.names import NameField

MOST_HANDS = 100
LONGEST_ROUND = 24 * 60
LONGEST_REMINDER = 14 * 24
MOST_AT_CUT = 100_000


class StageForm(forms.Form):
    """How a stage seats its rounds, and when its matches end."""

    method = forms.ChoiceField(
        label=_("Who sits with whom?"),
        widget=forms.RadioSelect,
        choices=[
            (Method.VARIETY, _("New faces: everybody meets as many others as possible")),
            (Method.SWISS, _("Swiss: those with similar points sit together")),
            (Method.RANDOM, _("By lot: drawn at random")),
            (Method.FIXED, _("Home groups: the same tables every round")),
            (Method.PAIRS, _("Rotating pairs: another partner every round")),
            (Method.FINALS, _("Final tables: by place")),
            (Method.SCRIPTED, _("By a list of your own")),
        ],
        initial=Method.VARIETY,
    )
    planned_rounds = forms.IntegerField(
        label=_("Rounds in all"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_(
            "When it is known, all rounds are planned ahead, and fewer people meet twice. "
            "It also tells when the stage is over."
        ),
    )
    balance = radio_field(
        Stage, "balance", label=_("When table sizes and new faces conflict, prefer")
    )
    pull = forms.TypedChoiceField(
        label=_("With Swiss, similar points"),
        coerce=int,
        choices=[
            (20, _("matter a little: new faces first")),
            (50, _("matter")),
            (80, _("matter more than new faces")),
            (100, _("decide")),
        ],
        initial=50,
    )
    hands_limit = forms.IntegerField(
        label=_("A match ends after … hands"),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        help_text=_("Leave it empty to play until the game says that it is over."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes on the clock of a round"),
        required=False,
        min_value=1,
        max_value=LONGEST_ROUND,
        help_text=_("Leave it empty to play without a clock."),
    )
    last_call_minutes = forms.IntegerField(
        label=_("Call the last hand … minutes before the end"),
        min_value=0,
        max_value=LONGEST_ROUND,
        initial=10,
    )
    reminder_hours = forms.IntegerField(
        label=_("Remind players … hours before a round closes"),
        required=False,
        min_value=1,
        max_value=LONGEST_REMINDER,
        help_text=_("For rounds that are open for days. Leave it empty to remind nobody."),
    )
    deadline = radio_field(
        Stage, "deadline", label=_("When a round has to close and a table is still playing")
    )

    next_round = radio_field(
        Stage,
        "next_round",
        label=_("The next round begins"),
        help_text=_("After the last of its rounds, so does the stage that follows."),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a last call before the round has begun."""
        data = super().clean() or {}
        minutes, call = data.get("minutes"), data.get("last_call_minutes")
        if minutes is not None and call is not None and call >= minutes:
            self.add_error(
                "last_call_minutes",
                gettext("The round has %(minutes)d minutes; call the last hand later.")
                % {"minutes": minutes},
            )
        return data

    def terms(self) -> Stage:
        """Return what was chosen, as a stage that is not stored."""
        values = {name: self.cleaned_data[name] for name in self.fields if name != "number"}
        return Stage(**values)


class NamedStageForm(StageForm):
    """A stage of a competition that may have several."""

    name = NameField(
        label=_("Name"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("Such as Final."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LaterStageForm(NamedStageForm):
    """A stage after the first that has not begun: also who goes on to it, with which points."""

    cut = radio_field(
        Stage,
        "cut",
        label=_("Who goes on?"),
        initial=Cut.PLACES,
    )
    cut_at = forms.IntegerField(
        label=_("How many places, or points"),
        min_value=1,
        max_value=MOST_AT_CUT,
        error_messages={"required": _("Write how many go on, or with how many points.")},
    )
    cut_ties = radio_field(Stage, "cut_ties", label=_("Who is level at the cut"))
    carry_over = radio_field(
        Stage,
        "carry_over",
        label=_("Points from the stage before"),
        initial=CarryOver.NONE,
        help_text=_("They count from the first round of the new stage on, and stay as they were."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.is_bound and self.data.get("cut") == Cut.EVERYBODY:
            self.fields["cut_at"].required = False

    def clean(self) -> dict[str, Any]:
        """Forget the number where there is no cut."""
        data = super().clean()
        if data.get("cut") == Cut.EVERYBODY:
            data["cut_at"] = None
            self.errors.pop("cut_at", None)
        return data


class NewStageForm(LaterStageForm):
    """A stage to add, with the number that the page showed it under."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=2, max_value=1000)
