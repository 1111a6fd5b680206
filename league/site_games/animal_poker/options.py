"""The form of the options of Animal Poker; what is allowed is for the game to say."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.options_forms import OptionsForm


class AnimalPokerOptionsForm(OptionsForm):
    """The options of Animal Poker."""

    slug = "animal-poker"

    target = forms.IntegerField(
        label=_("Coins to win a match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "Who has this many when a hand begins, and then wins a pot or a share, wins the match."
        ),
    )
