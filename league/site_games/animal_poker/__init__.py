"""Animal Poker on the site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.animal_poker import schema
from games.animal_poker.game import ANIMAL_POKER
from games.final_result import TotalsRule
from league.competitions.settings_forms import OptionsForm
from league.core.games import SiteGame
from league.core.games.entry import EntryPart
from league.site_games.animal_poker import rule_texts
from league.site_games.animal_poker.entry import SEALED, AnimalPokerEntry
from league.site_games.animal_poker.online import ONLINE
from league.site_games.animal_poker.rule_texts import RULE_TEXTS
from league.site_games.animal_poker.score_sheet import SCORE_SHEET, printed_columns


class AnimalPokerOptionsForm(OptionsForm):
    """The options of Animal Poker."""

    slug = "animal-poker"

    target = forms.IntegerField(
        label=_("Coins to win a match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "A player with this many coins at the start of a hand who then wins a pot or a "
            "share wins the match."
        ),
    )


GAME = SiteGame(
    engine=ANIMAL_POKER,
    totals_rule=TotalsRule("AP-20", lowest=0, ties="AP-20", winner_may_have_less=True),
    options_form=AnimalPokerOptionsForm,
    entry=EntryPart(
        form=AnimalPokerEntry,
        describe_record=rule_texts.describe_record,
        why_over=rule_texts.why_over,
        duties=rule_texts.duties,
        score_label=_("Coins"),
        preparation=rule_texts.preparation,
        stakes=rule_texts.stakes,
        explain=rule_texts.explain,
    ),
    rule_texts=RULE_TEXTS,
    printed_columns=printed_columns,
    score_sheet=SCORE_SHEET,
    online=ONLINE,
    sealed=SEALED,
    icon="rabbit",
    option_schema=schema.OPTIONS,
    record_schemas=schema.RECORDS,
)
