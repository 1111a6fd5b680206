"""Frank's Zoo on the site."""

from games.final_result import TotalsRule
from games.franks_zoo.game import FRANKS_ZOO
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.site_games.franks_zoo import record_texts
from league.site_games.franks_zoo.demo import DEMO
from league.site_games.franks_zoo.entry import FranksZooEntry, preview_problems
from league.site_games.franks_zoo.online import ONLINE
from league.site_games.franks_zoo.options import FranksZooOptionsForm
from league.site_games.franks_zoo.rule_texts import RULE_TEXTS
from league.site_games.franks_zoo.score_sheet import SCORE_SHEET, printed_columns

GAME = SiteGame(
    engine=FRANKS_ZOO,
    totals_rule=TotalsRule("FZ-15", shares=False, ties="FZ-16"),
    options_form=FranksZooOptionsForm,
    entry=EntryPart(
        form=FranksZooEntry,
        describe_record=record_texts.describe_record,
        why_over=record_texts.why_over,
        duties=record_texts.duties,
        preparation=record_texts.preparation,
        preview_script="js/preview-franks-zoo.js",
        preview_problems=preview_problems,
        first_hand_differs=True,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    demo=DEMO,
    icon="paw-print",
)
