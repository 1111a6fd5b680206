"""Say in words on which terms a competition and its stages are played, as their forms name them."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from league.competitions.counting_forms import CountingForm, ScoringForm
from league.competitions.models import Competition, Confirmation, Stage
from league.competitions.stage_forms import StageForm
from league.core.templatetags.ui import amount

DECIDED_ELSEWHERE = {"scoring", "tie_breaks"}
"""What league points come from has a line of its own; tie-breaks are told with the standings."""
OF_SEATING = {"method", "planned_rounds", "balance", "pull"}
PLACE = "…"
"""Where a label leaves room for its value."""


class Fact(NamedTuple):
    """Hold what was chosen; without a value the label is a sentence that says it."""

    label: str
    value: str


def terms_in_words(competition: Competition) -> list[Fact]:
    """Return what of a competition is not as it would be without a choice."""
    besides = set(DECIDED_ELSEWHERE)
    if competition.confirmation == Confirmation.NOBODY:
        besides.add("confirm_minutes")
    return [
        *_chosen(ScoringForm, competition, besides),
        *_chosen(CountingForm, competition, besides),
    ]


def stage_in_words(stage: Stage) -> list[Fact]:
    """Return likewise when a stage's matches end, and what happens at a deadline."""
    besides = set(OF_SEATING)
    if stage.minutes is None:
        besides.add("last_call_minutes")
    return list(_chosen(StageForm, stage, besides))


def _chosen(
    form: type[forms.Form], source: Competition | Stage, besides: Collection[str]
) -> Iterator[Fact]:
    for name, field in form.base_fields.items():
        value = getattr(source, name)
        if name in besides or value in (field.initial, None, {}):
            continue
        label, words = str(field.label), _words(field, value)
        # One hand is no "1 hands".
        is_sentence = PLACE in label and value != 1
        yield Fact(label.replace(PLACE, words), "") if is_sentence else Fact(label, words)


def _words(field: forms.Field, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return str(field.prepare_value(value)).replace("\n", "; ")
    if isinstance(value, int):
        return amount(value)
    return str(dict(getattr(field, "choices", ()))[value])
