"""Pages of competitions: the list of a club, a new one, one with its rounds, who takes part."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.registry import game as find_game
from games.registry import games
from league.clubs.models import Player
from league.clubs.queries import club_seen_by, clubs_organised_by, is_organiser, players_of_club
from league.competitions import queries, services
from league.competitions.forms import ScheduleForm, TermsForm
from league.competitions.options_forms import OPTIONS_FORMS, default_options, options_in_words
from league.core.numbers import read_numbers

COMPETITIONS_A_PAGE = 20


@require_safe
def show_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's competitions, newest first."""
    club = club_seen_by(request.user, slug)
    pages = Paginator(queries.competitions_of(club), COMPETITIONS_A_PAGE)
    context = {
        "club": club,
        "page_obj": pages.get_page(request.GET.get("page")),
        "is_organiser": is_organiser(request.user, club),
    }
    return render(request, "competitions/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a competition on one page: terms, options of the game, first rounds."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    by_slug = {game.slug: game for game in games() if game.slug in OPTIONS_FORMS}
    game = by_slug.get(request.GET.get("game", ""), games()[0])
    now = timezone.now()
    data = request.POST if request.method == "POST" else None
    terms = TermsForm(data, game=game)
    options = OPTIONS_FORMS[game.slug](data, initial=default_options(game.slug))
    schedule = ScheduleForm(data, zone=ZoneInfo(club.time_zone), now=now)
    if data is not None and all([terms.is_valid(), options.is_valid(), schedule.is_valid()]):
        try:
            competition = services.create_competition(
                club=club,
                game=game.slug,
                terms=terms.terms(options.cleaned_data),
                rounds=schedule.times(),
                players=players_of_club(club),
                now=now,
            )
        except services.NameTakenError:
            terms.add_error("name", _("There is a competition of this name already."))
        else:
            opened = competition_round_to_show(competition.pk, schedule.cleaned_data["start"])
            return opened or redirect("competitions:detail", competition.pk)
    context = {
        "club": club,
        "games": by_slug.values(),
        "game": game,
        "forms": {"terms": terms, "options": options, "schedule": schedule},
        "players": players_of_club(club).count(),
    }
    status = 422 if data is not None else 200
    return render(request, "competitions/create.html", context, status=status)


def competition_round_to_show(competition_id: int, start: str) -> HttpResponse | None:
    """Lead on to the round that was opened at once, where people are waiting to be checked in."""
    if start != "now":
        return None
    first = queries.rounds().filter(stage__competition=competition_id)[0]
    return redirect("rounds:detail", first.pk)


@vary_on_headers("HX-Target")
@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition with its rounds; the open one first."""
    competition = get_object_or_404(queries.competitions(), pk=pk)
    rounds = list(queries.rounds_of(competition))
    context = {
        "club": competition.club,
        "competition": competition,
        "game": find_game(competition.game),
        "options": options_in_words(competition),
        "open_rounds": [one for one in rounds if one.is_open],
        "rounds": rounds,
        "players": queries.entries_of(competition).count(),
        "is_organiser": is_organiser(request.user, competition.club),
    }
    is_piece = request.headers.get("HX-Target") == "competition"
    template = "competitions/_rounds.html" if is_piece else "competitions/detail.html"
    return render(request, template, context)


@login_required
@require_http_methods(["GET", "POST"])
def edit_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Say which players of the club take part."""
    competition = get_object_or_404(queries.competitions_organised_by(request.user), pk=pk)
    players = list(players_of_club(competition.club))
    entered = {entry.player_id for entry in queries.entries_of(competition)}
    if request.method == "POST":
        chosen = {player.pk for player in players} & _numbers(request.POST.getlist("player"))
        shown = _numbers(request.POST.getlist("was"))
        _change_entries(competition.pk, players, shown, chosen)
        messages.success(
            request,
            ngettext("%(count)d player takes part.", "%(count)d players take part.", len(chosen))
            % {"count": len(chosen)},
        )
        return redirect("competitions:detail", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "players": players,
        "entered": entered,
    }
    return render(request, "competitions/entries.html", context)


def _change_entries(
    competition_id: int, players: list[Player], shown: set[int], chosen: set[int]
) -> None:
    """Do what was changed on the page, and leave alone what others have changed meanwhile."""
    now = timezone.now()
    services.enter_players(
        competition_id=competition_id,
        players=[player for player in players if player.pk in chosen - shown],
        now=now,
    )
    services.withdraw_players(
        competition_id=competition_id,
        players=[player for player in players if player.pk in shown - chosen],
        now=now,
    )


def _numbers(texts: list[str]) -> set[int]:
    return {number for text in texts for number in read_numbers(text)}
