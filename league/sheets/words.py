"""A hand by a score sheet in words."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base import HandSetup, Match, Seat
from games.hand_limit import LimitedMatch
from games.score_sheet.labels import FALLBACK
from games.score_sheet.match import ScoreSheetMatch
from games.score_sheet.record import TEAMS_FIELD
from games.score_sheet.sheet import Column, Criterion, ScoreSheet
from league.core.games.entry import Fact, Record, RuleTexts
from league.core.rule_texts import join_names
from league.sheets.entry import sides_played, worded


def rule_texts_of(sheet: ScoreSheet) -> RuleTexts:
    """Return the texts of a sheet's rules."""
    return RuleTexts(
        sentence=partial(_sentence, sheet),
        places={each.rule: lazy(_ahead, str)(each) for each in sheet.ranking},
        shared={sheet.ranking[0].rule: lazy(_level, str)()},
    )


def _sentence(sheet: ScoreSheet, rule: str, data: Mapping[str, Any]) -> str:
    sentence = sheet.sentences.get(rule)
    return sentence.worded(data, get_language() or FALLBACK) if sentence else ""


def _ahead(criterion: Criterion) -> str:
    text = _("%(name)s is ahead of %(below)s: %(rule)s")
    return text.replace("%(rule)s", worded(criterion.label).replace("%", "%%"))


def _level() -> str:
    return _("%(names)s are level.")


def describe_record(sheet: ScoreSheet, record: Record, names: Sequence[str]) -> list[Fact]:
    """Return what was written down of a hand."""
    facts = []
    if teams := record.get(TEAMS_FIELD):
        together = ", ".join(" + ".join(names[seat] for seat in team) for team in teams)
        facts.append(Fact(_("Together"), together))
    for column in sheet.columns:
        text = _column_text(sheet, column, record, names)
        if text:
            facts.append(Fact(worded(column.label), text))
    return facts


def _column_text(sheet: ScoreSheet, column: Column, record: Record, names: Sequence[str]) -> str:
    value = record.get(column.id)
    if column.kind == "seat":
        return names[value] if value is not None else _("nobody")
    if column.of == "table":
        return _cell_text(column, value)
    sides = sides_played(sheet, record, len(names)) if column.of == "team" else ()
    whose = [" + ".join(names[seat] for seat in side) for side in sides] or names
    cells = list(zip(whose, value or (), strict=True))
    if column.kind == "tick":
        return ", ".join(name for name, cell in cells if cell) or _("nobody")
    if column.kind == "place":
        cells.sort(key=lambda cell: cell[1])
    said = [(name, _cell_text(column, cell)) for name, cell in cells if cell != column.default]
    return ", ".join(f"{name} {text}" for name, text in said)


def _cell_text(column: Column, cell: Any) -> str:
    if column.kind == "tick":
        return _("yes") if cell else _("no")
    if column.kind == "choice":
        return next((worded(each.label) for each in column.choices if each.id == cell), str(cell))
    return "" if cell is None else str(cell).replace("-", "\u2212")


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Return who deals and who leads."""
    return [(_("deals"), setup.dealer), (_("leads"), setup.leader)]


def why_over(match: Match, names: Sequence[str]) -> str:
    """Return why the match has ended, and who is first."""
    own = match.match if isinstance(match, LimitedMatch) else match
    if not isinstance(own, ScoreSheetMatch):
        raise TypeError(f"This is not a match by a score sheet: {match!r}")
    first = join_names([names[seat] for seat in own.winners])
    text = _("%(rule)s First: %(names)s.")
    return text % {"rule": worded(own.sheet.end.label), "names": first}
