"""The calculator: a match worked out hand by hand, kept in its link and nowhere else."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.competitions.options_forms import options_form
from league.core.address import absolute_url
from league.core.games import SiteGame, UnknownGameError, site_game, site_games
from league.core.qr import qr_svg
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.rule_texts import rule_words
from league.results.calculator.board import board_of
from league.results.calculator.forms import (
    PlayersForm,
    begin_match,
    blank_hand,
    posted_hand,
)
from league.results.calculator.link import BrokenLinkError
from league.results.calculator.state import CalculatedMatch, read_match
from league.results.entered_hand import EnteredHand
from league.results.errors import ResultError
from league.results.match_board import MatchBoard
from league.results.reading import TEAMS_DIFFER, read_record

MATCH = "m"
HASTE = gettext_lazy("That was too often for one minute. Wait a little and send it again.")
FULL = gettext_lazy(
    "No link can carry more than this. Note the totals, and go on with a new match."
)
LONGEST_QR = 1200
"""Characters of an address that a phone still reads from a screen."""


@require_safe
def show_games(request: HttpRequest) -> HttpResponse:
    """Let somebody choose a game."""
    return render(request, "calculator/games.html", {"games": site_games()})


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Ask who plays, and by which options."""
    chosen = _game(game)
    data = request.POST if request.method == "POST" else None
    players, options = PlayersForm(chosen, data), options_form(game, data)
    status = HTTPStatus.OK
    if data is not None:
        if not is_allowed(request, "calculate"):
            players.add_error(None, HASTE)
            status = HTTPStatus.TOO_MANY_REQUESTS
        elif players.is_valid() and options.is_valid():
            return redirect(_address(begin_match(game, players, options)))
        else:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"game": chosen, "games": site_games(), "players": players, "options": options}
    return render(request, "calculator/begin.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def show_match(request: HttpRequest) -> HttpResponse:
    """Show the match of a link and the form of its next hand; a hand that is sent leads on."""
    try:
        match = read_match(request.GET.get(MATCH, ""))
    except BrokenLinkError as error:
        return _show_broken(request, error)
    if request.method != "POST":
        return _show(request, match, blank_hand(match))
    form = posted_hand(match, request.POST)
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
    form = posted_hand(match, request.POST)
    return render(request, "results/preview.html", {"form": form})


def _game(slug: str) -> SiteGame:
    try:
        return site_game(slug)
    except UnknownGameError as error:
        raise Http404 from error


def _address(match: CalculatedMatch, page: str = "calculator:match") -> str:
    return f"{reverse(page)}?{urlencode({MATCH: match.code})}"


def _count(request: HttpRequest, match: CalculatedMatch, form: EnteredHand) -> HttpResponse:
    """Lead on to the match with the hand in the form, or show why it cannot be counted."""
    if not is_allowed(request, "calculate"):
        form.words = str(HASTE)
        return _show(request, match, form, HTTPStatus.TOO_MANY_REQUESTS)
    accepted = (*form.confirmed, TEAMS_DIFFER) if match.picks_teams else form.confirmed
    try:
        after = match.with_hand(read_record(match.match, form.entry.as_record(), accepted))
    except ResultError as error:
        form.refuse(error)
        return _show(request, match, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if after.is_full:
        form.words = str(FULL)
        return _show(request, match, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    return redirect(_address(after))


def _show_broken(request: HttpRequest, error: BrokenLinkError) -> HttpResponse:
    context = {"sentences": error.sentences, "games": site_games()}
    return render(request, "calculator/broken.html", context, status=HTTPStatus.BAD_REQUEST)


def _show(
    request: HttpRequest,
    match: CalculatedMatch,
    form: EnteredHand | None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    board = board_of(match)
    link = absolute_url(_address(match))
    context = {
        "match": match,
        "game": site_game(match.game),
        "board": board,
        "form": form,
        "names": match.names,
        "rules": _rules(match.game, board),
        "preview_url": _address(match, "calculator:preview"),
        "link": link,
        "qr": qr_svg(link, _("QR code of this match")) if len(link) <= LONGEST_QR else "",
        "take_back_url": _address(match.without_last()) if match.hands else "",
        "again_url": _address(match.without_hands()) if match.hands else "",
    }
    return render(request, "calculator/match.html", context, status=status)


def _rules(game: str, board: MatchBoard) -> list[tuple[str, str]]:
    """Return each rule that a line of the match rests on, and its words."""
    rules = site_game(game).engine.rules()
    used = {line.rule for hand in board.hands for each in hand.points for line in each.lines}
    return [(rule, rule_words(rules, rule)) for rule in sorted(used)]
