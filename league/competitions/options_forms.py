"""Forms for the options of each game; what is allowed is for the game to say."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.base import InvalidOptionsError
from games.registry import game as find_game
from league.competitions.models import Competition
from league.core.wording import problem_words


class OptionsForm(forms.Form):
    """The options of the game `slug`; its problems are shown at the fields they name."""

    slug: ClassVar[str]

    def clean(self) -> dict[str, Any]:
        """Let the game judge the options as a whole."""
        data = {name: value for name, value in (super().clean() or {}).items() if value is not None}
        if self.errors:
            return data
        try:
            find_game(self.slug).options(data)
        except InvalidOptionsError as error:
            for problem in error.problems:
                field = problem.field if problem.field in self.fields else None
                self.add_error(field, problem_words(problem))
        return data


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


OPTIONS_FORMS: Mapping[str, type[OptionsForm]] = {
    form.slug: form for form in (FranksZooOptionsForm, ZopZooOptionsForm, AnimalPokerOptionsForm)
}


def default_options(slug: str) -> dict[str, Any]:
    """Return the options a game is played with when nobody says otherwise."""
    return dict(find_game(slug).options({}).as_json())


def options_in_words(competition: Competition) -> list[tuple[str, str]]:
    """Pair each option's label with what was chosen."""
    form = OPTIONS_FORMS[competition.game]()
    words = []
    for name, field in form.fields.items():
        value = competition.options.get(name)
        choices = dict(getattr(field, "choices", ()))
        words.append((str(field.label), str(choices.get(value, value))))
    return words
