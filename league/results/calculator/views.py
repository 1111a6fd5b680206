"""Views of the score calculator: a match computed hand by hand, stored in its link only."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.competitions.settings_forms import options_form
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.games import SiteGame, UnknownGameError, offered_games, site_game
from league.core.names import LONGEST_NAME, clean_name
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.rule_texts import rule_text
from league.core.templatetags.ui import seat_letter
from league.results.calculator.match import (
    BrokenLinkError,
    CalculatedMatch,
    match_view_of,
    read_match,
)
from league.results.errors import ResultError
from league.results.forms import EnteredHand, read_confirmed
from league.results.scoring import TEAMS_DIFFER, read_record


class PlayersForm(forms.Form):
    """The number of players, their names, and who deals first."""

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players"), coerce=int, widget=forms.RadioSelect, initial=4
    )
    dealer = forms.TypedChoiceField(label=gettext_lazy("First dealer"), coerce=int, initial=0)
    is_late = forms.BooleanField(
        label=gettext_lazy("Start with hand 2"),
        required=False,
        help_text=gettext_lazy(
            "Shows what a hand with teams and cards is worth. You choose the teams yourself."
        ),
    )

    def __init__(self, game: SiteGame, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.most = game.seats[-1]
        player = _("Player %(number)d")
        sizes = [(str(seats), str(seats)) for seats in game.seats]
        dealers = [(str(seat), player % {"number": seat + 1}) for seat in range(self.most)]
        self.fields["seats"].choices = sizes  # type: ignore[attr-defined]  # of a choice field
        self.fields["dealer"].choices = dealers  # type: ignore[attr-defined]  # likewise
        if not game.entry.first_hand_differs:
            del self.fields["is_late"]
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
        """Check names and dealer against the number of players."""
        data = super().clean() or {}
        seats = data.get("seats", self.most)
        for seat in range(self.most):
            name = data.get(f"name-{seat}", "")
            if name.strip() and seat >= seats:
                text = _("This seat is not in the match. Clear the name, or choose more players.")
                self.add_error(f"name-{seat}", text)
            elif name.strip():
                try:
                    data[f"name-{seat}"] = clean_name(name)
                except ValidationError as error:
                    self.add_error(f"name-{seat}", error)
        if data.get("dealer", 0) >= seats:
            self.add_error("dealer", _("Choose one of the %(seats)d players.") % {"seats": seats})
        return data


def hand_form(match: CalculatedMatch, data: Mapping[str, str] | None = None) -> EnteredHand | None:
    """Return the form of the next hand, blank or as it was sent; None once the match is over."""
    setup = match.match.next_hand()
    if setup is None:
        return None
    form = match.site_game.entry.form
    if data is None:
        entry = form.blank(setup, match.hands[-1].record if match.hands else None)
    else:
        entry = form.of_form(data, len(match.names)).fit(setup).press(data)
    return EnteredHand(
        game=match.site_game,
        names=match.names,
        match=match.match,
        entry=entry,
        confirmed=read_confirmed(data or {}),
        picks_teams=match.picks_teams,
    )


MATCH = "m"
HASTE = gettext_lazy("Too many requests. Wait a minute, then send again.")
FULL = gettext_lazy("The link is full. Note the totals and start a new match.")
LONGEST_QR = 1200
"""Characters of an address that a phone still reads from a screen."""


@require_safe
def show_games(request: HttpRequest) -> HttpResponse:
    """Show the games to choose from."""
    return render(request, "calculator/games.html", {"games": offered_games()})


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Ask who plays, and by which options."""
    try:
        chosen = site_game(game)
    except UnknownGameError as error:
        raise Http404 from error
    data = request.POST if request.method == "POST" else None
    players, options = PlayersForm(chosen, data), options_form(game, data)
    status = HTTPStatus.OK
    if data is not None and not is_allowed(request, "calculate"):
        players.add_error(None, HASTE)
        status = HTTPStatus.TOO_MANY_REQUESTS
    elif data is not None and players.is_valid() and options.is_valid():
        chosen_options = {
            n: value for n, value in options.cleaned_data.items() if value is not None
        }
        first = 2 if players.cleaned_data.get("is_late") else 1
        dealer = players.cleaned_data["dealer"]
        match = CalculatedMatch.begin(game, chosen_options, dealer, players.names, first)
        return redirect(_address(match))
    elif data is not None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"game": chosen, "games": offered_games(), "players": players, "options": options}
    return render(request, "calculator/begin.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def show_match(request: HttpRequest) -> HttpResponse:
    """Show the match of a link and the form of its next hand; a hand that is sent leads on."""
    try:
        match = read_match(request.GET.get(MATCH, ""))
    except BrokenLinkError as error:
        return _show_broken(request, error)
    if request.method != "POST":
        return _show(request, match, hand_form(match))
    form = hand_form(match, request.POST)
    if form is None or "send" not in request.POST:
        return _show(request, match, form)
    return _count(request, match, form)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """Show what the hand in the form is worth so far."""
    if not is_allowed(request, "calculate"):
        return too_many_requests(request)
    try:
        match = read_match(request.GET.get(MATCH, ""))
    except BrokenLinkError as error:
        return _show_broken(request, error)
    return render(request, "results/preview.html", {"form": hand_form(match, request.POST)})


def _address(match: CalculatedMatch, page: str = "calculator:match") -> str:
    return f"{reverse(page)}?{urlencode({MATCH: match.code})}"


def _count(request: HttpRequest, match: CalculatedMatch, form: EnteredHand) -> HttpResponse:
    """Lead on to the match with the hand in the form, or show why it cannot be counted."""
    if not is_allowed(request, "calculate"):
        form.text = str(HASTE)
        return _show(request, match, form, HTTPStatus.TOO_MANY_REQUESTS)
    accepted = (*form.confirmed, TEAMS_DIFFER) if match.picks_teams else form.confirmed
    try:
        after = match.with_hand(read_record(match.match, form.entry.as_record(), accepted))
    except ResultError as error:
        form.refuse(error)
        return _show(request, match, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if after.is_full:
        form.text = str(FULL)
        return _show(request, match, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    return redirect(_address(after))


def _show_broken(request: HttpRequest, error: BrokenLinkError) -> HttpResponse:
    context = {"sentences": error.sentences, "games": offered_games()}
    return render(request, "calculator/broken.html", context, status=HTTPStatus.BAD_REQUEST)


def _show(
    request: HttpRequest,
    match: CalculatedMatch,
    form: EnteredHand | None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    view, game = match_view_of(match), match.site_game
    rules = game.engine.rules()
    used = {line.rule for hand in view.hands for each in hand.points for line in each.lines}
    link = absolute_url(_address(match))
    context = {
        "match": match,
        "game": game,
        "view": view,
        "form": form,
        "names": match.names,
        "rules": [(rule, rule_text(rules, rule)) for rule in sorted(used)],
        "preview_url": _address(match, "calculator:preview"),
        "link": link,
        "qr": qr_svg(link, _("QR code of this match")) if len(link) <= LONGEST_QR else "",
        "undo_url": _address(replace(match, hands=match.hands[:-1])) if match.hands else "",
        "again_url": _address(replace(match, hands=())) if match.hands else "",
    }
    return render(request, "calculator/match.html", context, status=status)
