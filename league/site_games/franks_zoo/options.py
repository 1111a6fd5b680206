"""The form of the options of Frank's Zoo; what is allowed is for the game to say."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.options_forms import OptionsForm


class FranksZooOptionsForm(OptionsForm):
    """The options of Frank's Zoo."""

    slug = "franks-zoo"

    mode = forms.ChoiceField(
        label=_("Partners"),
        widget=forms.RadioSelect,
        choices=[
            ("partners", _("Changing partners: teams by standing from the second hand on")),
            ("simple", _("Everyone alone: only the order of going out counts")),
        ],
    )
    target = forms.IntegerField(
        label=_("Points that end a match"),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("The match ends once two players have this many; with three players, one."),
    )
    final_trick = forms.ChoiceField(
        label=_("Cards still on the table when a hand ends"),
        widget=forms.RadioSelect,
        choices=[
            ("owner", _("go to whoever played the highest set")),
            ("nobody", _("go to nobody")),
        ],
    )
