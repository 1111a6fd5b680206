"""What the site knows of Cuckoo: one object."""

from games.final_result import TotalsRule
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.core.games.score_sheet import ScoreSheetPart
from tests.examples.cuckoo import CUCKOO
from tests.examples.cuckoo.on_site import telling
from tests.examples.cuckoo.on_site.entry import CuckooEntry, sheet_columns, sheet_lines
from tests.examples.cuckoo.on_site.online import ONLINE
from tests.examples.cuckoo.on_site.options import CuckooOptionsForm
from tests.examples.cuckoo.on_site.wording import RULE_TEXTS

GAME = SiteGame(
    engine=CUCKOO,
    totals_rule=TotalsRule("CK-07", ties="CK-07"),
    options_form=CuckooOptionsForm,
    entry=EntryPart(
        form=CuckooEntry,
        describe_record=telling.describe_record,
        why_over=telling.why_over,
        score_label="Lives lost",
        duties=telling.duties,
        preparation=telling.preparation,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=sheet_columns,
    score_sheet=ScoreSheetPart(lines=sheet_lines),
    online=ONLINE,
)
