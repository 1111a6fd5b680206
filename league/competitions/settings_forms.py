"""Forms of the settings of a competition: tables and points, what counts, game options."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.base import Game, InvalidOptionsError
from league.clubs.forms import VISIBILITIES
from league.competitions.forms import (
    HIGHEST_POINTS,
    MINUTES_A_DAY,
    MOST_ROUNDS,
    NumbersField,
    optional_number,
    radio_field,
)
from league.competitions.models import (
    DEFAULT_CONFIRM_MINUTES,
    DEFAULT_PLACE_POINTS,
    DEFAULT_TABLE_MAX,
    DEFAULT_TABLE_MIN,
    SEATS_MAX,
    SEATS_MIN,
    Competition,
    Kind,
    Stage,
    TieBreak,
    default_preferred_sizes,
)
from league.core.games import site_game
from league.core.names import NameField
from league.core.rule_texts import problem_text


class PointsField(forms.IntegerField):
    """Points that are given or taken, 0 by default."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-HIGHEST_POINTS, max_value=HIGHEST_POINTS, initial=0, **options)


def refuse_rising(points: list[int]) -> list[int]:
    """Return points by place, unless a worse place is worth more."""
    if points != sorted(points, reverse=True):
        text = gettext("A better place cannot be worth fewer points than a worse one.")
        raise ValidationError(text, code="rising")
    return points


class ScalesField(forms.CharField):
    """Ranking points by place for some table sizes, a line each: 5: 12, 8, 5."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=1000, **options)
        self.points = NumbersField(least=0, most=HIGHEST_POINTS, longest=SEATS_MAX)

    def prepare_value(self, value: Any) -> Any:
        """Write a line for each size; leave typed text alone."""
        if not isinstance(value, dict):
            return value
        lines = (f"{size}: {self.points.prepare_value(value[size])}" for size in sorted(value))
        return "\n".join(lines)

    def clean(self, value: Any) -> dict[str, list[int]]:
        """Return the scales by size as stored in `size_points`."""
        scales: dict[str, list[int]] = {}
        for line in filter(str.strip, super().clean(value).splitlines()):
            found = re.fullmatch(r"\s*([0-9])\s*:(.*)", line)
            size = int(found[1]) if found else 0
            if not found or not SEATS_MIN <= size <= SEATS_MAX:
                text = gettext("Enter one line per table size, such as 5: 12, 8, 5, 2.")
                raise ValidationError(text, code="no_size")
            scales[str(size)] = refuse_rising(self.points.clean(found[2]))
        return scales


TIE_BREAKS = [("", "—"), *TieBreak.choices]


class TieBreaksWidget(forms.MultiWidget):
    """Select boxes in the order of comparison."""

    template_name = "competitions/_tie_breaks.html"
    use_fieldset = True

    def __init__(self) -> None:
        super().__init__([forms.Select(choices=TIE_BREAKS) for _choice in TieBreak])

    def decompress(self, value: Any) -> list[str]:
        """Return the value of each select box."""
        return list(value or [])


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in the order of comparison."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            [forms.ChoiceField(choices=TIE_BREAKS, required=False) for _choice in TieBreak],
            widget=TieBreaksWidget(),
            required=False,
            require_all_fields=False,
            **options,
        )

    def compress(self, data_list: Any) -> list[str]:
        """Return the chosen tie-breaks; refuse duplicates."""
        chosen = [name for name in data_list or [] if name]
        if len(set(chosen)) < len(chosen):
            raise ValidationError(gettext("Choose each tie-break only once."), code="twice")
        return chosen


class ScoringForm(forms.Form):
    """Scoring and tie-breaks."""

    scoring = radio_field(
        Competition,
        "scoring",
        label=_("Source of ranking points"),
        help_text=_("The scale is set under “Tables and points”."),
    )
    size_points = ScalesField(
        label=_("Other points by table size"),
        help_text=_("One line per size, such as 5: 12, 8, 5, 2. Only for a scale by place."),
    )
    win_bonus = PointsField(label=_("Bonus for winning a table"))
    target_bonus = PointsField(
        label=_("Bonus for reaching the target"),
        help_text=_("The target is the score that ends a match. Several players can reach it."),
    )
    attendance_bonus = PointsField(label=_("Bonus for every round played"))
    tie_breaks = TieBreaksField(
        label=_("Tie-breaks, in order"),
        initial=[TieBreak.WINS, TieBreak.GAME_POINTS],
        help_text=_(
            "Players who are still tied share the place. Put drawing of lots last to avoid "
            "shared places."
        ),
    )
    team_best = optional_number(
        _("Best members that count per team"), 1000, _("Leave empty to count all members.")
    )


class CountingForm(forms.Form):
    """What counts in the standings besides the points of tables."""

    best_of = optional_number(
        _("Best rounds that count per player"),
        MOST_ROUNDS,
        _("Leave empty to count every round."),
    )
    attendance_min = forms.IntegerField(
        label=_("Minimum rounds for a place"),
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=0,
        help_text=_("Players with fewer rounds are listed without a place."),
    )
    bye_points = PointsField(
        label=_("Points for a bye"),
        help_text=_(
            "For players who were present but got no seat. A bye counts as a round played."
        ),
    )
    absence_points = PointsField(
        label=_("Points for a missed round"),
        help_text=_("For entries that were absent or requested a bye."),
    )
    no_show_points = PointsField(
        label=_("Points for a no-show"),
        help_text=_(
            "For players who checked in and did not appear, such as −3. 0 means no penalty."
        ),
    )
    are_guests_ranked = forms.BooleanField(
        label=_("Rank guests in the standings"), required=False, initial=True
    )
    substitutes = radio_field(
        Competition,
        "substitutes",
        label=_("Results of a substitute count"),
        help_text=_("Ratings always count for the player who played the hand."),
    )
    unfinished = radio_field(
        Competition, "unfinished", label=_("Unfinished matches at the end of a round count")
    )
    confirmation = radio_field(
        Competition,
        "confirmation",
        label=_("Hands are confirmed by"),
        help_text=_(
            "The player who enters a hand need not confirm it. Hands count immediately. Players "
            "can dispute them, and you decide."
        ),
    )
    confirm_minutes = forms.IntegerField(
        label=_("Automatic confirmation after (minutes)"),
        min_value=1,
        max_value=7 * MINUTES_A_DAY,
        initial=DEFAULT_CONFIRM_MINUTES,
        help_text=_("1 day = 1440 minutes, for tables that play over several days."),
    )
    phone_use = radio_field(
        Competition,
        "phone_use",
        label=_("Use of a phone at a table"),
        help_text=_(
            "For phones that scanned the table code. Signed-in players always confirm for "
            "themselves."
        ),
    )


class CompetitionSettingsForm(forms.Form):
    """Settings of a competition except scoring and game options."""

    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    kind = forms.ChoiceField(
        label=_("Type"),
        widget=forms.RadioSelect,
        choices=[
            (Kind.LEAGUE, _("League: rounds over a season")),
            (Kind.TOURNAMENT, _("Tournament: a day or a weekend")),
        ],
        initial=Kind.LEAGUE,
    )
    table_min = forms.IntegerField(label=_("Smallest table"), initial=DEFAULT_TABLE_MIN)
    table_preferred = NumbersField(
        label=_("Preferred table sizes"),
        least=SEATS_MIN,
        most=SEATS_MAX,
        longest=SEATS_MAX - SEATS_MIN + 1,
        initial=[4, 5],
        help_text=_("Best size first, such as 4, 5."),
    )
    table_max = forms.IntegerField(label=_("Largest table"), initial=DEFAULT_TABLE_MAX)
    place_points = NumbersField(
        label=_("Ranking points by place"),
        least=0,
        most=HIGHEST_POINTS,
        longest=SEATS_MAX,
        initial=list(DEFAULT_PLACE_POINTS),
        help_text=_("Points for 1st place at a table, 2nd place and so on. Further places get 0."),
    )
    is_seated_on_opening = forms.BooleanField(
        label=_("Seat checked-in players automatically when a round opens on schedule"),
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Visibility"),
        required=False,
        choices=[("", _("Same as the club")), *VISIBILITIES],
        help_text=_(
            "A competition is never more visible than its club. Ratings and records of the "
            "club include it, but its name is hidden from people without access."
        ),
    )

    def __init__(self, *args: Any, game: Game, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("table_min", "table_max"):
            if str(self.initial.get(name)) not in map(str, game.seats):
                self.initial.pop(name, None)
            self.fields[name] = forms.TypedChoiceField(
                label=self.fields[name].label,
                coerce=int,
                initial=min(max(self.fields[name].initial, game.seats[0]), game.seats[-1]),
                choices=[(size, str(size)) for size in game.seats],
            )
        sizes = re.findall(r"[0-9]+", str(self.initial.get("table_preferred", "")))
        if any(int(size[:2]) not in game.seats for size in sizes):
            del self.initial["table_preferred"]
        self.fields["table_preferred"].initial = preferred_sizes(game.seats)

    def clean_place_points(self) -> list[int]:
        """Refuse points that reward a worse place."""
        return refuse_rising(self.cleaned_data["place_points"])

    def clean(self) -> dict[str, Any]:
        """Refuse contradictory table sizes."""
        data = super().clean() or {}
        least, most = data.get("table_min"), data.get("table_max")
        if least is None or most is None:
            return data
        if least > most:
            self.add_error(
                "table_max",
                gettext(
                    "The largest table is smaller than the smallest one. Change one of the sizes."
                ),
            )
        elif any(not least <= size <= most for size in data.get("table_preferred", ())):
            text = gettext("Enter table sizes from %(least)d to %(most)d.")
            self.add_error("table_preferred", text % {"least": least, "most": most})
        return data


def preferred_sizes(seats: range) -> list[int]:
    """Return the table sizes that a new competition prefers, of those that a game has."""
    return [size for size in default_preferred_sizes() if size in seats] or [seats[-1]]


def initial_of(form: type[forms.Form], source: Competition | Stage) -> dict[str, Any]:
    """Return the values of a form's fields from a competition or stage."""
    return {name: getattr(source, name) for name in form.base_fields}


class OptionsForm(forms.Form):
    """Options of the game `slug`, validated by the game; `fixed` are those that nobody chooses."""

    slug: ClassVar[str]
    fixed: ClassVar[Mapping[str, Any]] = {}

    def clean(self) -> dict[str, Any]:
        """Add the game's errors to the fields they name."""
        chosen = (super().clean() or {}).items()
        data = {**self.fixed, **{name: value for name, value in chosen if value is not None}}
        if self.errors:
            return data
        try:
            site_game(self.slug, self.fixed).engine.options(data)
        except InvalidOptionsError as error:
            for problem in error.problems:
                field = problem.field if problem.field in self.fields else None
                self.add_error(field, problem_text(problem))
        return data


def options_form(
    slug: str, data: Mapping[str, str] | None = None, initial: dict[str, Any] | None = None
) -> forms.Form:
    """Return the form of a game's options, by default with its default options."""
    game = site_game(slug, initial)
    if initial is None:
        initial = default_options(slug)
    return game.options_form(data, initial=initial)


def settings_forms(
    game: Game,
    data: Mapping[str, str] | None,
    source: Competition | None = None,
    values: Mapping[str, Any] | None = None,
) -> dict[str, forms.Form]:
    """Return the settings forms by name, filled in from a competition or with `values`."""

    def initial(form: type[forms.Form]) -> dict[str, Any]:
        return initial_of(form, source) if source else dict(values or {})

    options = source.options if source else default_options(game.slug) | dict(values or {})

    return {
        "settings": CompetitionSettingsForm(
            data, game=game, initial=initial(CompetitionSettingsForm)
        ),
        "scoring": ScoringForm(data, initial=initial(ScoringForm)),
        "counting": CountingForm(data, initial=initial(CountingForm)),
        "options": options_form(game.slug, data, options),
    }


def settings_of(valid: Mapping[str, forms.Form]) -> Competition:
    """Return the settings of valid forms as an unsaved competition."""
    settings, scoring, counting, options = (
        valid[name].cleaned_data for name in ("settings", "scoring", "counting", "options")
    )
    return Competition(options=options, **settings, **scoring, **counting)


def default_options(slug: str) -> dict[str, Any]:
    """Return a game's default options."""
    return dict(site_game(slug).engine.options({}).as_json())


def summarise_options(competition: Competition) -> list[tuple[str, str]]:
    """Return the label and value of each option."""
    return option_texts(competition.site_game.options_form, competition.options)


def option_texts(form: type[forms.Form], options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the label and value of each option that a game's form has."""
    return [
        (str(field.label), str(dict(getattr(field, "choices", ())).get(value, value)))
        for name, field in form().fields.items()
        for value in [options.get(name)]
    ]
