"""Forms of penalties, bonuses and their cancelling."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.models import NOT_PLAYED, Competition, Entry, Round
from league.results.forms import REASON_MISSING
from league.results.models import REASON_LENGTH, AdjustmentKind

MOST_POINTS = 100_000


KEY_LENGTH = 40


class RoundChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """A choice of rounds, named by number and stage."""

    def label_from_instance(self, obj: Round) -> str:
        """Name a round as the pages do."""
        text = _("Round %(number)d") % {"number": obj.number}
        return f"{obj.stage.name} · {text}" if obj.stage.name else text


class AdjustmentForm(forms.Form):
    """A penalty or bonus; `key` is made with the page, so that it is given once."""

    key = forms.CharField(
        widget=forms.HiddenInput, initial=uuid4, max_length=KEY_LENGTH, required=False
    )
    entry = forms.ModelChoiceField(
        Entry.objects.none(), label=_("Who"), empty_label=_("Choose a player")
    )
    kind = forms.ChoiceField(
        label=_("Type"),
        choices=[
            (AdjustmentKind.PENALTY.value, _("Penalty")),
            (AdjustmentKind.BONUS.value, _("Bonus")),
        ],
        initial=AdjustmentKind.PENALTY.value,
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Ranking points"),
        min_value=1,
        max_value=MOST_POINTS,
        help_text=_("Number of points, without a sign."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("Everyone can read it in the standings."),
        error_messages=REASON_MISSING,
    )
    rule = forms.CharField(
        label=_("Rule"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("The rule or house rule that applies."),
    )
    round = RoundChoice(
        Round.objects.none(),
        label=_("Round"),
        required=False,
        empty_label=_("Current round"),
    )

    def __init__(self, *args: Any, competition: Competition, **options: Any) -> None:
        super().__init__(*args, **options)
        entries = competition.entries.select_related("player").order_by("player__name", "pk")
        self.fields["entry"].queryset = entries  # type: ignore[attr-defined]
        rounds = Round.objects.filter(stage__competition=competition).select_related("stage")
        self.fields["round"].queryset = rounds.exclude(  # type: ignore[attr-defined]
            status__in=NOT_PLAYED
        ).order_by("-stage__number", "-number")

    @property
    def signed_points(self) -> int:
        """The points with the sign of their kind."""
        points: int = self.cleaned_data["points"]
        return -points if self.cleaned_data["kind"] == AdjustmentKind.PENALTY else points

    @property
    def unique_key(self) -> str | None:
        """The key under which this page's adjustment is made once."""
        key = self.cleaned_data["key"]
        return f"form:{key}" if key else None


class CancelForm(forms.Form):
    """The reason for which an adjustment is cancelled."""

    reason = forms.CharField(
        label=_("Reason for cancelling"), max_length=REASON_LENGTH, error_messages=REASON_MISSING
    )
