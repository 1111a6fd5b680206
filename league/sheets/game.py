"""A score sheet as a game of the site."""

from collections.abc import Mapping
from functools import lru_cache, partial

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.final_result import TotalsRule
from games.score_sheet.game import SheetGame
from games.score_sheet.labels import FALLBACK
from games.score_sheet.preview import preview_of
from games.score_sheet.reading import HAND
from games.score_sheet.rules import rules_with
from games.score_sheet.schema import option_schema, record_schema
from games.score_sheet.sheet import ScoreSheet
from league.competitions.settings_forms import OptionsForm
from league.core.games import SiteGame
from league.core.games.entry import ALONE, EntryPart, Text
from league.sheets import words
from league.sheets.entry import entry_of, lazy_label, preview_problems, worded
from league.sheets.paper import paper_of, printed_columns

DECLARED = _("The hand shows who plays together.")


class WordedSheetGame(SheetGame):
    """A sheet as a game, with title and rules in the reader's language."""

    __slots__ = ()

    @property
    def title(self) -> str:
        """The title of the sheet."""
        return worded(self.sheet.title)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to its text: what sheets share, then what this one says."""
        language = get_language() or FALLBACK
        rules = rules_with(self.sheet.rules)
        return {rule_id: text.outline(language) for rule_id, text in rules.items()}


@lru_cache(maxsize=500)
def game_of(sheet: ScoreSheet) -> SiteGame:
    """Return a sheet as a game of the site, made once."""
    return make_game(sheet)


def make_game(sheet: ScoreSheet) -> SiteGame:
    """Return a sheet as a game of the site."""
    return SiteGame(
        engine=WordedSheetGame(sheet),
        totals_rule=_totals_rule(sheet),
        options_form=_options_form(sheet),
        entry=EntryPart(
            form=entry_of(sheet),
            describe_record=partial(words.describe_record, sheet),
            why_over=words.why_over,
            score_label=_("Points"),
            duties=words.duties,
            without_teams=_without_teams(sheet),
            preview_script="js/preview-sheet.js",
            preview_rules=lambda: preview_of(sheet, get_language() or FALLBACK),
            preview_problems=partial(preview_problems, sheet),
        ),
        rule_texts=words.rule_texts_of(sheet),
        printed_columns=partial(printed_columns, sheet),
        score_sheet=paper_of(sheet),
        icon="list-ordered",
        script_name="score-sheet",
        own_hand_word="" if sheet.hand == HAND else lazy_label(sheet.hand),
        option_schema=option_schema(sheet),
        record_schemas={"": record_schema(sheet)},
    )


def _without_teams(sheet: ScoreSheet) -> Text:
    """Return what is said of a hand for which no teams are known."""
    texts: dict[str, Text] = {"none": "", "declared": DECLARED}
    return texts.get(sheet.partners.kind, ALONE)


def _totals_rule(sheet: ScoreSheet) -> TotalsRule:
    first = sheet.ranking[0]
    is_by_total = first.by == "total"
    return TotalsRule(
        first.rule,
        shares=len(sheet.ranking) == 1,
        ties=sheet.ranking[-1].rule,
        lowest_first=is_by_total and not first.highest_first,
        by_totals=is_by_total,
    )


def _options_form(sheet: ScoreSheet) -> type[OptionsForm]:
    fields = {
        each.id: forms.IntegerField(
            label=lazy_label(each.label),
            min_value=each.lowest,
            max_value=each.highest,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
        for each in sheet.parameters
    }
    fixed = {"sheet": sheet.slug, "version": sheet.version}
    # A parameter may be called as a field of another form on the page.
    data = {"slug": sheet.slug, "fixed": fixed, "prefix": "option", "__module__": __name__}
    return type("SheetOptionsForm", (OptionsForm,), {**data, **fields})
