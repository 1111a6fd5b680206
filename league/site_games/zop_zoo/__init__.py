"""ZOP ZOO on the site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.final_result import TotalsRule
from games.zop_zoo import schema
from games.zop_zoo.game import ZOP_ZOO
from league.competitions.settings_forms import OptionsForm
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.site_games.zop_zoo import rule_texts
from league.site_games.zop_zoo.entry import (
    SCORE_SHEET,
    ZopZooEntry,
    preview_problems,
    printed_columns,
)
from league.site_games.zop_zoo.online import ONLINE
from league.site_games.zop_zoo.rule_texts import RULE_TEXTS


class ZopZooOptionsForm(OptionsForm):
    """The options of ZOP ZOO; the deck is always the standard one."""

    slug = "zop-zoo"

    target = forms.IntegerField(
        label=_("Points to end the match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": "5"}),
        help_text=_("The rulebook says 800. 1000 suits 2 players, 600 suits 5 or 6."),
    )
    beasts = forms.TypedChoiceField(
        label=_("Beasts in the black deck"),
        widget=forms.RadioSelect,
        coerce=int,
        choices=[
            (4, _("4 beasts and the best beast: 74 black cards")),
            (5, _("5 beasts and the best beast: 75 black cards")),
        ],
    )
    specialty_on_discard = forms.ChoiceField(
        label=_("Usable specialty card on the discard pile"),
        widget=forms.RadioSelect,
        choices=[("must", _("must be used")), ("may", _("may be used"))],
    )
    missed_cards = forms.ChoiceField(
        label=_("Matching card on the discard pile (online play)"),
        widget=forms.RadioSelect,
        choices=[("strict", _("must be taken"))],
    )


GAME = SiteGame(
    engine=ZOP_ZOO,
    totals_rule=TotalsRule("ZZ-26", step=5, step_rule="ZZ-03", ties="ZZ-R13"),
    options_form=ZopZooOptionsForm,
    entry=EntryPart(
        form=ZopZooEntry,
        describe_record=rule_texts.describe_record,
        why_over=rule_texts.why_over,
        duties=rule_texts.duties,
        preparation=rule_texts.preparation,
        preview_script="js/preview-zop-zoo.js",
        preview_problems=preview_problems,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    icon="bird",
    option_schema=schema.OPTIONS,
    record_schemas=schema.RECORDS,
)
