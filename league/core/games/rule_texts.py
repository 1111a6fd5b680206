"""The sentences of a game for the codes and rules of its engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.functional import Promise

Words: TypeAlias = str | Promise
Texts: TypeAlias = Mapping[str, Words]


@dataclass(frozen=True, kw_only=True)
class RuleTexts:
    """The sentences of one game; what has none keeps the engine's own English.

    `problems` are by code, or by code and field ("missing/teams"), `lines` by the code of a score's
    line. `places` and `shared` are by the id of the rule that gave or shared a place. `terms` are
    the words for values in the data of a sentence, by name and value. `subjects` say what a field
    of a record is about, where it is no seat.
    """

    problems: Texts = field(default_factory=dict)
    lines: Texts = field(default_factory=dict)
    places: Texts = field(default_factory=dict)
    shared: Texts = field(default_factory=dict)
    terms: Mapping[str, Texts] = field(default_factory=dict)
    subjects: Texts = field(default_factory=dict)
