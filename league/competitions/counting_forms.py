"""Check the shape of what is typed about points: what tables are worth, and what counts."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.competitions.fields import NumbersField, radio_field
from league.competitions.forms import HIGHEST_POINTS, MOST_ROUNDS, TermsForm
from league.competitions.models import (
    DEFAULT_CONFIRM_MINUTES,
    SEATS_MAX,
    SEATS_MIN,
    Competition,
    Stage,
    TieBreak,
)

# A week, in minutes: longer than anybody at a table takes to look.
LONGEST_SILENCE = 7 * 24 * 60


class PointsField(forms.IntegerField):
    """Points that are given or taken; none at first."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-HIGHEST_POINTS, max_value=HIGHEST_POINTS, initial=0, **options)


class ScalesField(forms.CharField):
    """League points by place for tables of some sizes: a line for each, such as 5: 12, 8, 5."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=1000, **options)
        self.points = NumbersField(least=0, most=HIGHEST_POINTS, longest=SEATS_MAX)

    def prepare_value(self, value: Any) -> Any:
        """Write the scales a line each; leave alone what was typed."""
        if isinstance(value, dict):
            return "\n".join(
                f"{size}: {self.points.prepare_value(value[size])}" for size in sorted(value)
            )
        return value

    def clean(self, value: Any) -> dict[str, list[int]]:
        """Return the scales by size, as the model keeps them, or say what is wrong with a line."""
        scales: dict[str, list[int]] = {}
        for line in filter(str.strip, super().clean(value).splitlines()):
            found = re.fullmatch(r"\s*([0-9])\s*:(.*)", line)
            size = int(found[1]) if found else 0
            if not found or not SEATS_MIN <= size <= SEATS_MAX:
                raise ValidationError(
                    gettext("Write a line for each size of table, such as 5: 12, 8, 5, 2."),
                    code="no_size",
                )
            points = self.points.clean(found[2])
            if points != sorted(points, reverse=True):
                raise ValidationError(
                    gettext("A better place cannot be worth less than a worse one."), code="rising"
                )
            scales[str(size)] = points
        return scales


class TieBreaksWidget(forms.MultiWidget):
    """A choice for what is compared first, one for what is compared next, and so on."""

    template_name = "competitions/_tie_breaks.html"
    use_fieldset = True

    def __init__(self) -> None:
        choices = [("", "—"), *TieBreak.choices]
        super().__init__([forms.Select(choices=choices) for _choice in TieBreak])

    def decompress(self, value: Any) -> list[str]:
        """Return what each choice shows."""
        return list(value or [])


class TieBreaksField(forms.MultiValueField):
    """The tie-breaks in the order in which they are compared."""

    def __init__(self, **options: Any) -> None:
        choices = [("", "—"), *TieBreak.choices]
        super().__init__(
            [forms.ChoiceField(choices=choices, required=False) for _choice in TieBreak],
            widget=TieBreaksWidget(),
            required=False,
            require_all_fields=False,
            **options,
        )

    def compress(self, data_list: Any) -> list[str]:
        """Return those that were chosen; refuse one that is chosen twice."""
        chosen = [name for name in data_list or [] if name]
        if len(set(chosen)) < len(chosen):
            raise ValidationError(gettext("Choose each tie-break once."), code="twice")
        return chosen


class ScoringForm(forms.Form):
    """What tables are worth, and what decides between entries with equal points."""

    scoring = radio_field(
        Competition,
        "scoring",
        label=_("League points come from"),
        help_text=_("The scale is the one under “Tables and points”."),
    )
    size_points = ScalesField(
        label=_("Other points for some sizes of table"),
        help_text=_("A line for each size, such as 5: 12, 8, 5, 2. Only with a scale by place."),
    )
    win_bonus = PointsField(label=_("Bonus for winning a table"))
    target_bonus = PointsField(
        label=_("Bonus for reaching the target"),
        help_text=_("The points that end a match; it may be reached by several players."),
    )
    attendance_bonus = PointsField(label=_("Bonus for every round played"))
    tie_breaks = TieBreaksField(
        label=_("With equal points, compare first, then, then …"),
        initial=[TieBreak.WINS, TieBreak.GAME_POINTS],
        help_text=_(
            "What is still equal shares a place. Choose the lot last if nobody is to share one."
        ),
    )
    team_best = forms.IntegerField(
        label=_("Of each team only the best … count"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Leave it empty to count all members."),
    )


class CountingForm(forms.Form):
    """What counts in a competition's standings besides the points of its tables."""

    best_of = forms.IntegerField(
        label=_("Only the best … rounds of each player count"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Leave it empty to count every round."),
    )
    attendance_min = forms.IntegerField(
        label=_("Rounds to play before a place is given"),
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=0,
        help_text=_("Who has played fewer is listed without a place."),
    )
    bye_points = PointsField(
        label=_("Points when there was no seat"),
        help_text=_("A bye, for whoever was there and could not play. It is a round played."),
    )
    absence_points = PointsField(
        label=_("Points for a missed round"),
        help_text=_("For whoever takes part and was not there, or sat out by wish."),
    )
    no_show_points = PointsField(
        label=_("Points for not turning up after checking in"),
        help_text=_("Such as −3. 0 costs nothing."),
    )
    are_guests_ranked = forms.BooleanField(
        label=_("Guests have a place in the standings"), required=False, initial=True
    )
    substitutes = radio_field(
        Competition,
        "substitutes",
        label=_("When a substitute plays, the table counts"),
        help_text=_("Ratings always follow whoever played the hand."),
    )
    unfinished = radio_field(
        Competition, "unfinished", label=_("A match that is not over when its round closes counts")
    )
    confirmation = radio_field(
        Competition,
        "confirmation",
        label=_("Besides whoever enters it, a hand is confirmed by"),
        help_text=_("It counts from the first. Whoever disagrees says so, and you decide."),
    )
    confirm_minutes = forms.IntegerField(
        label=_("Minutes after which silence confirms a hand"),
        min_value=1,
        max_value=LONGEST_SILENCE,
        initial=DEFAULT_CONFIRM_MINUTES,
        help_text=_("A day has 1440, for tables that play over several days."),
    )
    phone_use = radio_field(
        Competition,
        "phone_use",
        label=_("What one phone may do at a table"),
        help_text=_(
            "This is about phones that have scanned the table’s code. Players who are signed in at "
            "the table always confirm for themselves."
        ),
    )


PointsForms = tuple[ScoringForm, CountingForm]


def terms_of(terms: TermsForm, points: PointsForms, options: dict[str, Any]) -> Competition:
    """Return what valid forms say, with the options of the game."""
    scoring, counting = points
    return Competition(
        options=options, **terms.cleaned_data, **scoring.cleaned_data, **counting.cleaned_data
    )


def initial_of(form: type[forms.Form], source: Competition | Stage) -> dict[str, Any]:
    """Return the values of a form's fields as the competition or stage has them."""
    return {name: getattr(source, name) for name in form.base_fields}
