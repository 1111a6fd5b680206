"""Template tags that summarise settings and stages."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from django import forms, template
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.competitions.forms import StageForm
from league.competitions.models import Competition, Confirmation, Stage
from league.competitions.schedule import recurrence_text
from league.competitions.settings_forms import CountingForm, ScoringForm
from league.core.games import is_played_online
from league.core.templatetags.ui import amount

PLACE = "…"
"""Placeholder of the value in a label."""


class Fact(NamedTuple):
    """A chosen setting; without a value the label is a whole sentence."""

    label: str
    value: str


def summarise_settings(competition: Competition) -> list[Fact]:
    """Return the settings of a competition that differ from the defaults."""
    shown_elsewhere = {"scoring", "tie_breaks"}
    if competition.confirmation == Confirmation.NOBODY:
        shown_elsewhere.add("confirm_minutes")
    forms = (ScoringForm, CountingForm)
    return [fact for form in forms for fact in _chosen(form, competition, shown_elsewhere)]


def summarise_stage(stage: Stage) -> list[Fact]:
    """Return when a stage's matches end, as far as it differs from the defaults."""
    shown_elsewhere = {"method", "planned_rounds", "seating_priority", "score_weight"}
    if stage.minutes is None:
        shown_elsewhere.add("last_call_minutes")
    return list(_chosen(StageForm, stage, shown_elsewhere))


def _chosen(
    form: type[forms.Form], source: Competition | Stage, shown_elsewhere: Collection[str]
) -> Iterator[Fact]:
    for name, field in form.base_fields.items():
        value = getattr(source, name)
        if name in shown_elsewhere or value in (field.initial, None, {}):
            continue
        label, text = str(field.label), _value_text(field, value)
        # One hand is no "1 hands".
        is_sentence = PLACE in label and value != 1
        yield Fact(label.replace(PLACE, text), "") if is_sentence else Fact(label, text)


def _value_text(field: forms.Field, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return str(field.prepare_value(value)).replace("\n", "; ")
    if isinstance(value, int):
        return amount(value)
    return str(dict(getattr(field, "choices", ()))[value])


register = template.Library()
register.filter("is_played_online", is_played_online)
register.simple_tag(summarise_settings, name="settings_summary")
register.simple_tag(summarise_stage, name="stage_summary")


@register.filter
def recurs(stage: Stage) -> str:
    """Return when the rounds of a stage recur; "" if they do not."""
    recurrence = getattr(stage, "recurrence", None)
    if recurrence is None or recurrence.paused_at or recurrence.ended_at:
        return ""
    return recurrence_text(recurrence)


@register.inclusion_tag("competitions/_first.html")
def first_competition(club: Club) -> dict[str, Any]:
    """Render the link to a club's first competition."""
    return {"club": club, "has_competitions": club.competitions.exists()}
