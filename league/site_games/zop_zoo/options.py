"""The form of the options of ZOP ZOO; what is allowed is for the game to say."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.options_forms import OptionsForm


class ZopZooOptionsForm(OptionsForm):
    """The options of ZOP ZOO; the deck is always the standard one."""

    slug = "zop-zoo"

    target = forms.IntegerField(
        label=_("Points that end a match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": "5"}),
        help_text=_("The rulebook has 800; 1000 suits two players, 600 five or six."),
    )
    beasts = forms.TypedChoiceField(
        label=_("Beasts in the black deck"),
        widget=forms.RadioSelect,
        coerce=int,
        choices=[
            (4, _("Four and the best beast: 74 black cards")),
            (5, _("Five and the best beast: 75 black cards")),
        ],
    )
    specialty_on_discard = forms.ChoiceField(
        label=_("A specialty card that lies usable on the discard pile"),
        widget=forms.RadioSelect,
        choices=[("must", _("must be used")), ("may", _("may be used"))],
    )
    missed_cards = forms.ChoiceField(
        label=_("A card on the discard pile that fits, in online play"),
        widget=forms.RadioSelect,
        choices=[("strict", _("must be taken"))],
    )
