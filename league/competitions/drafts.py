"""The form of a new competition: its template, its game and what was typed so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.competitions.forms import FinalForm, ScheduleForm, StageForm
from league.competitions.models import Kind, PhoneUse, SeatingMethod, Stage
from league.competitions.queries import free_name
from league.competitions.settings_forms import settings_forms
from league.core.games import SiteGame, grouped_games, offered_games
from league.core.games.entry import Text

SCHEDULE = "start"
"""The field that brings the whole schedule into the short form."""


@dataclass(frozen=True, kw_only=True)
class CompetitionTemplate:
    """A usual kind of competition: what its form asks at once, and with which values it begins."""

    slug: str
    title: Text
    text: Text
    fields: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    labels: Mapping[str, Text] = field(default_factory=dict)
    has_final: bool = False
    is_sealed: bool = False

    def games_of(self, club: int | None = None) -> list[SiteGame]:
        """Return the games that a club, or anybody, can play so."""
        return [game for game in offered_games(club) if game.sealed or not self.is_sealed]

    def suggest_name(self, club: Club, now: datetime) -> str:
        """Return a free name: the title with the day, or with the year of a season."""
        day = now.astimezone(ZoneInfo(club.time_zone))
        is_season = SCHEDULE in self.fields and not self.has_final
        without_weekday = get_format("DATE_FORMAT").lstrip("Dl, ")
        when = str(day.year) if is_season else date_format(day, without_weekday)
        return free_name(club, f"{self.title} {when}")


TEMPLATES = (
    CompetitionTemplate(
        slug="club-night",
        title=gettext_lazy("Club night"),
        text=gettext_lazy("Check in, seat and play. The first round opens now."),
        fields=("planned_rounds",),
        labels={"planned_rounds": gettext_lazy("Number of rounds")},
    ),
    CompetitionTemplate(
        slug="league-season",
        title=gettext_lazy("League season"),
        text=gettext_lazy("Rounds on fixed dates; points add up over the season."),
        fields=(SCHEDULE,),
        values={SCHEDULE: "dates"},
    ),
    CompetitionTemplate(
        slug="tournament",
        title=gettext_lazy("One-day tournament"),
        text=gettext_lazy("Rounds on a clock, then a final for the best."),
        fields=("planned_rounds", "minutes", "finalists"),
        values={
            "kind": Kind.TOURNAMENT,
            "method": SeatingMethod.SWISS,
            "planned_rounds": 3,
            "minutes": 60,
        },
        labels={"planned_rounds": gettext_lazy("Rounds before the final")},
        has_final=True,
    ),
    CompetitionTemplate(
        slug="sealed-poker",
        title=gettext_lazy("Sealed poker night"),
        text=gettext_lazy("Each player seals their choice on their own phone."),
        fields=("target",),
        values={"phone_use": PhoneUse.OWN},
        is_sealed=True,
    ),
)


def templates() -> list[CompetitionTemplate]:
    """Return the templates of which the site has a game."""
    return [template for template in TEMPLATES if template.games_of()]


@dataclass(frozen=True)
class Draft:
    """The forms of a new competition by name; unbound after a change of template or game."""

    template: CompetitionTemplate
    game: SiteGame
    games: list[SiteGame]
    forms: dict[str, forms.Form]

    @property
    def game_groups(self) -> list[tuple[str, list[SiteGame]]]:
        """Return the games to choose from, by where they come from."""
        return grouped_games(self.games)

    @property
    def is_bound(self) -> bool:
        """Return whether the competition was to be created."""
        return self.forms["settings"].is_bound

    @property
    def is_valid(self) -> bool:
        """Return whether all forms are sent and valid."""
        return all(form.is_valid() for form in self.forms.values())

    @property
    def asked(self) -> list[BoundField]:
        """Return the fields of the short form that stand alone."""
        return [
            form[name]
            for name in self.template.fields
            if name != SCHEDULE
            for form in self.forms.values()
            if name in form.fields
        ]

    @property
    def shown(self) -> list[str]:
        """Return the names of all fields of the short form."""
        schedule = list(ScheduleForm.base_fields) if SCHEDULE in self.template.fields else []
        return ["name", *(each.name for each in self.asked), *schedule]

    @property
    def has_hidden_errors(self) -> bool:
        """Return whether a field behind "More settings" is refused."""
        shown = {*self.shown, "__all__"}
        return any(set(form.errors) - shown for form in self.forms.values())

    def later_stages(self) -> list[Stage]:
        """Return the stages after the first, unsaved; a final has as many hands as the first."""
        if "final" not in self.forms:
            return []
        hands = self.forms["stage"].cleaned_data["hands_limit"]
        return [self.forms["final"].stage(hands_limit=hands)]  # type: ignore[attr-defined]


def read_draft(data: QueryDict | None, chosen: QueryDict, club: Club, now: datetime) -> Draft:
    """Return the draft of a request: what is `chosen` in its address, or what was sent.

    A press on another template or game brings new forms that keep what was typed.
    """
    before = _chosen(data or chosen, chosen, club)
    if data is None:
        return _draft(*before, club, now)
    draft = _draft(*before, club, now, data=data)
    if not {"change_template", "change_game"} & data.keys():
        return draft
    wanted = data.copy()
    wanted["template"] = data.get("change_template", before[0].slug)
    wanted["game"] = data.get("change_game", before[1].slug)
    template, game = _chosen(wanted, chosen, club)
    return _draft(template, game, club, now, typed=_typed(draft, keep_options=game == before[1]))


def _chosen(
    data: QueryDict, address: QueryDict, club: Club
) -> tuple[CompetitionTemplate, SiteGame]:
    names = {name: data.get(name, address.get(name)) for name in ("template", "game")}
    template = next((one for one in templates() if one.slug == names["template"]), TEMPLATES[0])
    games = template.games_of(club.pk)
    return template, next((one for one in games if one.slug == names["game"]), games[0])


def _draft(
    template: CompetitionTemplate,
    game: SiteGame,
    club: Club,
    now: datetime,
    *,
    data: QueryDict | None = None,
    typed: Mapping[str, Any] | None = None,
) -> Draft:
    values = {"name": template.suggest_name(club, now), **template.values, **(typed or {})}
    made = settings_forms(game.engine, data, values=values)
    made["stage"] = StageForm(data, initial=values)
    made["schedule"] = ScheduleForm(data, zone=ZoneInfo(club.time_zone), now=now, initial=values)
    if template.has_final:
        made["final"] = FinalForm(data, initial=values)
    for form in made.values():
        for name in template.labels.keys() & form.fields.keys():
            form.fields[name].label = str(template.labels[name])
    return Draft(template, game, template.games_of(club.pk), made)


def _typed(draft: Draft, *, keep_options: bool) -> dict[str, Any]:
    """Return what was typed that differs from what the forms began with."""
    return {
        name: form[name].data
        for part, form in draft.forms.items()
        if part != "options" or keep_options
        for name in form.changed_data
    }
