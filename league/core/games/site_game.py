"""All that the site knows of one game."""

from dataclasses import dataclass, field

from django import forms

from games.base import Game
from games.final_result import TotalsRule
from league.core.games.demo import DemoPart
from league.core.games.entry import EntryPart
from league.core.games.online import OnlinePart
from league.core.games.rule_texts import RuleTexts
from league.core.games.score_sheet import PrintedColumns, ScoreSheetPart, points_and_total
from league.core.games.sealed import SealedPart


@dataclass(frozen=True, kw_only=True)
class SiteGame:
    """All that the site knows of one game. A part that is None is one that the game does not have.

    `totals_rule` judges final results, `options_form` asks for the options of the engine, `icon`
    stands beside the title in lists.
    """

    engine: Game
    totals_rule: TotalsRule
    options_form: type[forms.Form]
    entry: EntryPart
    rule_texts: RuleTexts = field(default_factory=RuleTexts)
    printed_columns: PrintedColumns = points_and_total
    score_sheet: ScoreSheetPart | None = None
    sealed: SealedPart | None = None
    online: OnlinePart | None = None
    demo: DemoPart | None = None
    icon: str = "layers"

    @property
    def slug(self) -> str:
        """The name in addresses, files and stored rows."""
        return self.engine.slug

    @property
    def title(self) -> str:
        """The name on screens."""
        return self.engine.title

    @property
    def seats(self) -> range:
        """How many may play at a table."""
        return self.engine.seats
