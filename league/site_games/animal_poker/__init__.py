"""Animal Poker on the site."""

from django.utils.translation import gettext_lazy

from games.animal_poker.game import ANIMAL_POKER
from games.final_result import TotalsRule
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.site_games.animal_poker import record_texts
from league.site_games.animal_poker.entry import AnimalPokerEntry
from league.site_games.animal_poker.online import ONLINE
from league.site_games.animal_poker.options import AnimalPokerOptionsForm
from league.site_games.animal_poker.rule_texts import RULE_TEXTS
from league.site_games.animal_poker.score_sheet import SCORE_SHEET, printed_columns
from league.site_games.animal_poker.sealed import SEALED

GAME = SiteGame(
    engine=ANIMAL_POKER,
    totals_rule=TotalsRule("AP-20", lowest=0, ties="AP-20", winner_may_have_less=True),
    options_form=AnimalPokerOptionsForm,
    entry=EntryPart(
        form=AnimalPokerEntry,
        describe_record=record_texts.describe_record,
        why_over=record_texts.why_over,
        duties=record_texts.duties,
        score_label=gettext_lazy("Coins"),
        preparation=record_texts.preparation,
        stakes=record_texts.stakes,
        explain=record_texts.explain,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    sealed=SEALED,
    icon="rabbit",
)
