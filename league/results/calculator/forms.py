"""The forms of the calculator: who plays what, and the next hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.games import SiteGame, site_game
from league.core.names import LONGEST_NAME, clean_name
from league.core.templatetags.ui import seat_letter
from league.results.calculator.state import CalculatedMatch
from league.results.entered_hand import EnteredHand
from league.results.forms import read_confirmed

USUAL_SEATS = 4


class PlayersForm(forms.Form):
    """Ask how many play, what they are called, and who deals first."""

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players"), coerce=int, widget=forms.RadioSelect
    )
    dealer = forms.TypedChoiceField(label=gettext_lazy("Who deals first?"), coerce=int)
    is_late = forms.BooleanField(
        label=gettext_lazy("The first hand is over"),
        required=False,
        help_text=gettext_lazy(
            "Begin with the second hand, with teams and cards, to see what one such hand is worth. "
            "You pick the teams yourself."
        ),
    )

    def __init__(self, game: SiteGame, data: Mapping[str, str] | None = None) -> None:
        initial = {"seats": USUAL_SEATS, "dealer": 0}
        super().__init__(data, initial=initial)
        sizes = [(str(seats), str(seats)) for seats in game.seats]
        self.fields["seats"].choices = sizes  # type: ignore[attr-defined]  # of a choice field
        self.fields["dealer"].choices = [  # type: ignore[attr-defined]  # likewise
            (str(seat), _("Player %(number)d") % {"number": seat + 1})
            for seat in range(game.seats[-1])
        ]
        if not game.entry.first_hand_differs:
            del self.fields["is_late"]
        self.most = game.seats[-1]
        for seat in range(self.most):
            self.fields[f"name-{seat}"] = forms.CharField(
                label=_("Player %(number)d, seat %(letter)s")
                % {"number": seat + 1, "letter": seat_letter(seat)},
                required=False,
                max_length=LONGEST_NAME,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the names, by seat."""
        return [self[f"name-{seat}"] for seat in range(self.most)]

    @property
    def names(self) -> list[str]:
        """The names by seat, "" where none was typed."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.cleaned_data["seats"])]

    def clean(self) -> dict[str, Any]:
        """Hold names and dealer against the number of players."""
        data = super().clean() or {}
        seats = data.get("seats", self.most)
        for seat in range(self.most):
            self._clean_name(f"name-{seat}", is_there=seat < seats)
        if data.get("dealer", 0) >= seats:
            self.add_error("dealer", _("Only %(seats)d play: pick one of them.") % {"seats": seats})
        return data

    def _clean_name(self, field: str, *, is_there: bool) -> None:
        text = self.cleaned_data.get(field, "")
        if not text.strip():
            return
        if not is_there:
            words = _("Nobody sits here. Clear this name, or let more players in.")
            self.add_error(field, words)
            return
        try:
            self.cleaned_data[field] = clean_name(text)
        except ValidationError as error:
            self.add_error(field, error)


def begin_match(game: str, players: PlayersForm, options: forms.Form) -> CalculatedMatch:
    """Return the match that two valid forms ask for."""
    return CalculatedMatch.begin(
        game,
        {name: value for name, value in options.cleaned_data.items() if value is not None},
        players.cleaned_data["dealer"],
        players.names,
        first=2 if players.cleaned_data.get("is_late") else 1,
    )


def blank_hand(match: CalculatedMatch) -> EnteredHand | None:
    """Return the form of the next hand before anything is entered; None once it is over."""
    setup = match.match.next_hand()
    if setup is None:
        return None
    last = match.hands[-1].record if match.hands else None
    return EnteredHand(
        game=match.game,
        names=match.names,
        match=match.match,
        entry=site_game(match.game).entry.form.blank(setup, last),
        picks_teams=match.picks_teams,
    )


def posted_hand(match: CalculatedMatch, data: Mapping[str, str]) -> EnteredHand | None:
    """Return the form of the next hand as it was sent, the button carried out that was pressed."""
    setup = match.match.next_hand()
    if setup is None:
        return None
    entry = site_game(match.game).entry.form.of_form(data, len(match.names)).fit(setup)
    return EnteredHand(
        game=match.game,
        names=match.names,
        match=match.match,
        entry=entry.press(data),
        confirmed=read_confirmed(data),
        picks_teams=match.picks_teams,
    )
