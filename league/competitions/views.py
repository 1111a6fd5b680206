"""Pages of competitions: list, creation, detail, entries, separations, feed."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.access import get_club_or_404, get_visible_or_404, key_of
from league.clubs.errors import ClubError
from league.clubs.queries import clubs_organised_by, is_organiser, players_who_play
from league.competitions import copying, queries, services
from league.competitions.access import organised_competition
from league.competitions.drafts import read_draft, templates
from league.competitions.forms import DuplicateForm, ScheduleForm, SeparationForm, StageForm
from league.competitions.models import Competition
from league.competitions.settings_forms import settings_of, summarise_options
from league.core.requests import read_numbers, refused_at
from league.notifications import visibility
from league.notifications.feeds import POSTS_IN_FEED, News, NewsFeed
from league.notifications.queries import posts_of

COMPETITIONS_A_PAGE = 20


@require_safe
def show_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's competitions, newest first."""
    club = get_club_or_404(request, slug)
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
    """Create a competition with settings, game options and first rounds."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    now = timezone.now()
    data = request.POST if request.method == "POST" else None
    draft = read_draft(data, request.GET, club, now)
    if draft.is_valid:
        schedule = cast("ScheduleForm", draft.forms["schedule"])
        with refused_at(draft.forms["settings"], "name"):
            competition = services.create_competition(
                club=club,
                game=draft.game.slug,
                settings=settings_of(draft.forms),
                stage=cast("StageForm", draft.forms["stage"]).settings(),
                rounds=schedule.times(),
                players=players_who_play(club),
                now=now,
                later_stages=draft.later_stages(),
            )
            return _begin(competition, schedule)
    context = {
        "club": club,
        "draft": draft,
        "forms": draft.forms,
        "game": draft.game,
        "shown": draft.shown,
        "templates": templates(),
        "players": players_who_play(club).count(),
    }
    status = 422 if draft.is_bound else 200
    return render(request, "competitions/create.html", context, status=status)


def _begin(competition: Competition, schedule: ScheduleForm) -> HttpResponse:
    """Lead to the first round of a new competition if it is open, else to its page."""
    if schedule.cleaned_data["start"] != "now":
        return redirect("competitions:detail", competition.pk)
    return redirect("rounds:detail", queries.rounds().filter(stage__competition=competition)[0].pk)


@vary_on_headers("HX-Target")
@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition with its rounds, open ones first."""
    competition = get_visible_or_404(request, queries.competitions_visible_to(request.user), pk=pk)
    rounds = list(queries.rounds_of(competition))
    stages = list(queries.stages_of(competition))
    context = {
        "club": competition.club,
        "competition": competition,
        "game": competition.site_game,
        "options": summarise_options(competition),
        "open_rounds": [round for round in rounds if round.is_open],
        "rounds": rounds,
        "stages": stages,
        "stage": [stage for stage in stages if stage.has_started][-1],
        "next_stage": queries.stage_to_begin(stages, rounds),
        "players": queries.entries_of(competition).count(),
        "is_organiser": is_organiser(request.user, competition.club),
    }
    is_fragment = request.headers.get("HX-Target") == "competition"
    template = "competitions/_rounds.html" if is_fragment else "competitions/detail.html"
    return render(request, template, context)


@organised_competition("GET")
def show_settings(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show all that an organiser can set up in a competition."""
    form = DuplicateForm(initial={"name": copying.next_name(competition)})
    return _render_settings(request, competition, form)


@organised_competition("POST")
def duplicate(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Duplicate a competition, and lead to the copy."""
    form = DuplicateForm(request.POST)
    if form.is_valid():
        with refused_at(form, "name"):
            copy = copying.duplicate_competition(
                competition_id=competition.pk, **form.cleaned_data, now=timezone.now()
            )
            messages.success(request, _("“%(name)s” was created.") % {"name": copy.name})
            return redirect("competitions:detail", copy.pk)
    return _render_settings(request, competition, form)


def _render_settings(
    request: HttpRequest, competition: Competition, form: DuplicateForm
) -> HttpResponse:
    stages = list(queries.stages_of(competition))
    context = {
        "club": competition.club,
        "competition": competition,
        "stages": stages,
        "stage": [stage for stage in stages if stage.has_started][-1],
        "is_organiser": True,
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "competitions/settings.html", context, status=status)


@organised_competition("GET", "POST")
def edit_entries(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Choose which players take part; concurrent changes of others stay."""
    players = list(players_who_play(competition.club))
    if request.method == "POST":
        chosen = {player.pk for player in players} & _numbers(request.POST.getlist("player"))
        shown = _numbers(request.POST.getlist("was"))
        entered = [player for player in players if player.pk in chosen - shown]
        withdrawn = [player for player in players if player.pk in shown - chosen]
        now = timezone.now()
        try:
            services.enter_players(competition_id=competition.pk, players=entered, now=now)
            services.withdraw_players(competition_id=competition.pk, players=withdrawn, now=now)
        except ClubError as error:
            messages.warning(request, str(error))
            return redirect("competitions:entries", competition.pk)
        text = ngettext("%(count)d entry.", "%(count)d entries.", len(chosen))
        messages.success(request, text % {"count": len(chosen)})
        return redirect("competitions:detail", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "players": players,
        "entered": {entry.player_id for entry in queries.entries_of(competition)},
    }
    return render(request, "competitions/entries.html", context)


def _numbers(texts: list[str]) -> set[int]:
    return {number for text in texts for number in read_numbers(text)}


@organised_competition("GET", "POST")
def add_separation(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the separations and add one."""
    players = players_who_play(competition.club)
    form = SeparationForm(request.POST if request.method == "POST" else None, players=players)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        services.add_separation(
            club=competition.club,
            competition=None if chosen["is_everywhere"] else competition,
            players=[chosen["one"], chosen["other"]],
            reason=chosen["reason"],
            now=timezone.now(),
        )
        messages.success(request, _("The two players are kept apart in every draw."))
        return redirect("competitions:separations", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "separations": queries.separations_of(competition),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "competitions/separations.html", context, status=status)


@organised_competition("POST")
def remove_separation(
    _request: HttpRequest, competition: Competition, separation_pk: int
) -> HttpResponse:
    """Remove a separation."""
    services.remove_separation(club=competition.club, separation_id=separation_pk)
    return redirect("competitions:separations", competition.pk)


class CompetitionFeed(NewsFeed):
    """News feed of one competition."""

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:
        """Return the news of the requested competition."""
        seen = queries.competitions_visible_to(request.user, key=key_of(request))
        competition = get_visible_or_404(request, seen, pk=kwargs["pk"])
        about = visibility.name_of("competition", competition.pk)
        title = _("News of %(competition)s") % {"competition": competition.name}
        page = reverse("competitions:detail", args=[competition.pk])
        posts = posts_of(competition.club).filter(about=about)[:POSTS_IN_FEED]
        return News(title, page, competition.club.name, posts)
