"""Pages of competitions: the list of a club, a new one, one with its rounds."""

from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.looking import find_club, find_shown
from league.clubs.queries import clubs_organised_by, is_organiser, players_who_play
from league.competitions import queries, services
from league.competitions.counting_forms import CountingForm, ScoringForm, terms_of
from league.competitions.errors import CompetitionError
from league.competitions.forms import ScheduleForm, TermsForm
from league.competitions.options_forms import options_form, options_in_words
from league.competitions.stage_forms import StageForm
from league.competitions.upcoming import stage_to_begin
from league.core.games import site_game, site_games

COMPETITIONS_A_PAGE = 20


@require_safe
def show_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's competitions, newest first."""
    club = find_club(request, slug)
    pages = Paginator(queries.competitions_of(club, request.user), COMPETITIONS_A_PAGE)
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
    games = {game.slug: game for game in site_games()}
    game = games.get(request.GET.get("game", ""), site_games()[0])
    now = timezone.now()
    data = request.POST if request.method == "POST" else None
    terms, stage = TermsForm(data, game=game.engine), StageForm(data)
    points = ScoringForm(data), CountingForm(data)
    options = options_form(game.slug, data)
    schedule = ScheduleForm(data, zone=ZoneInfo(club.time_zone), now=now)
    forms = {
        "terms": terms,
        "scoring": points[0],
        "counting": points[1],
        "options": options,
        "stage": stage,
        "schedule": schedule,
    }
    are_valid = [form.is_valid() for form in forms.values()]
    if data is not None and all(are_valid):
        try:
            competition = services.create_competition(
                club=club,
                game=game.slug,
                terms=terms_of(terms, points, options.cleaned_data),
                stage=stage.terms(),
                rounds=schedule.times(),
                players=players_who_play(club),
                now=now,
            )
        except CompetitionError as error:
            terms.add_error("name", error.text)
        else:
            opened = competition_round_to_show(competition.pk, schedule.cleaned_data["start"])
            return opened or redirect("competitions:detail", competition.pk)
    context = {
        "club": club,
        "games": games.values(),
        "game": game,
        "forms": forms,
        "players": players_who_play(club).count(),
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
    competition = find_shown(request, queries.competitions_seen_by(request.user), pk=pk)
    rounds = list(queries.rounds_of(competition))
    stages = list(queries.stages_of(competition))
    context = {
        "club": competition.club,
        "competition": competition,
        "game": site_game(competition.game),
        "options": options_in_words(competition),
        "open_rounds": [one for one in rounds if one.is_open],
        "rounds": rounds,
        "stages": stages,
        "stage": [one for one in stages if one.has_begun][-1],
        "next_stage": stage_to_begin(stages, rounds),
        "players": queries.entries_of(competition).count(),
        "is_organiser": is_organiser(request.user, competition.club),
    }
    is_piece = request.headers.get("HX-Target") == "competition"
    template = "competitions/_rounds.html" if is_piece else "competitions/detail.html"
    return render(request, template, context)
