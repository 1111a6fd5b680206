"""ZOP ZOO on the site."""

from games.final_result import TotalsRule
from games.zop_zoo.game import ZOP_ZOO
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.site_games.zop_zoo import record_texts
from league.site_games.zop_zoo.entry import ZopZooEntry, preview_problems
from league.site_games.zop_zoo.online import ONLINE
from league.site_games.zop_zoo.options import ZopZooOptionsForm
from league.site_games.zop_zoo.rule_texts import RULE_TEXTS
from league.site_games.zop_zoo.score_sheet import SCORE_SHEET, printed_columns

GAME = SiteGame(
    engine=ZOP_ZOO,
    totals_rule=TotalsRule("ZZ-26", step=5, step_rule="ZZ-03", ties="ZZ-R13"),
    options_form=ZopZooOptionsForm,
    entry=EntryPart(
        form=ZopZooEntry,
        describe_record=record_texts.describe_record,
        why_over=record_texts.why_over,
        duties=record_texts.duties,
        preparation=record_texts.preparation,
        preview_script="js/preview-zop-zoo.js",
        preview_problems=preview_problems,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    icon="bird",
)
