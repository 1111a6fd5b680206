"""What organisers change about a competition that has rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.queries import players_of_club
from league.competitions.counting_forms import CountingForm, ScoringForm, initial_of, terms_of
from league.competitions.entry_forms import DescriptionForm, TeamForm, describe, description_forms
from league.competitions.errors import CompetitionError
from league.competitions.forms import TermsForm
from league.competitions.models import Competition, Entry
from league.competitions.options_forms import options_form
from league.competitions.queries import competitions_organised_by, entries_of
from league.core.games import site_game
from league.rounds import services
from league.rounds.forms import NewRoundForm
from league.rounds.queries import next_number


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a competition's terms and, for tables to come, the options of its game."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    game = site_game(competition.game).engine
    data = request.POST if request.method == "POST" else None
    terms = TermsForm(data, game=game, initial=initial_of(TermsForm, competition))
    points = (
        ScoringForm(data, initial=initial_of(ScoringForm, competition)),
        CountingForm(data, initial=initial_of(CountingForm, competition)),
    )
    options = options_form(game.slug, data, competition.options)
    forms = {
        "terms": terms,
        "scoring": points[0],
        "counting": points[1],
        "options": options,
    }
    are_valid = [form.is_valid() for form in forms.values()]
    if data is not None and all(are_valid):
        try:
            services.edit_competition(
                competition_id=competition.pk,
                terms=terms_of(terms, points, options.cleaned_data),
                now=timezone.now(),
            )
        except CompetitionError as error:
            terms.add_error("name", error.text)
        else:
            messages.success(request, _("Saved."))
            return redirect("competitions:detail", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "game": game,
        "forms": forms,
    }
    return render(
        request, "rounds/edit_competition.html", context, status=200 if data is None else 422
    )


@login_required
@require_http_methods(["GET", "POST"])
def add_round(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a round: open at once, or at a time."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    now = timezone.now()
    form = NewRoundForm(
        request.POST or None,
        zone=ZoneInfo(competition.club.time_zone),
        now=now,
        initial={"number": next_number(competition)},
    )
    if request.method == "POST" and form.is_valid():
        return _add(request, competition, form, now)
    context = {"club": competition.club, "competition": competition, "form": form}
    return render(request, "rounds/create.html", context, status=422 if form.errors else 200)


def _add(
    request: HttpRequest, competition: Competition, form: NewRoundForm, now: datetime
) -> HttpResponse:
    added = services.add_round(
        competition_id=competition.pk,
        number=form.cleaned_data["number"],
        times=form.times(),
        now=now,
    )
    if added.is_open:
        return redirect("rounds:detail", added.pk)
    messages.success(request, _("Round %(number)d is added.") % {"number": added.number})
    return redirect("competitions:detail", competition.pk)


@login_required
@require_http_methods(["GET", "POST"])
def edit_teams(request: HttpRequest, pk: int) -> HttpResponse:
    """Say in which team everybody plays, and who is a guest."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    entries = list(entries_of(competition))
    forms = description_forms(entries, request.POST if request.method == "POST" else None)
    are_valid = [form.is_valid() for form in forms.values()]
    if request.method == "POST" and all(are_valid):
        services.describe_entries(competition_id=competition.pk, descriptions=describe(forms))
        messages.success(request, _("Saved."))
        return redirect("competitions:detail", competition.pk)
    status = 422 if request.method == "POST" else 200
    return _show_teams(request, competition, _team_form(competition), entries, forms, status)


@login_required
@require_POST
def enter_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a team with its members take part."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    form = _team_form(competition, request.POST)
    if not form.is_valid():
        entries = list(entries_of(competition))
        forms = description_forms(entries, None)
        return _show_teams(request, competition, form, entries, forms, 422)
    entries = services.enter_team(
        competition_id=competition.pk,
        team=form.cleaned_data["team"],
        players=form.known,
        new=form.new,
        now=timezone.now(),
    )
    messages.success(
        request,
        ngettext(
            "%(team)s takes part with %(count)d player.",
            "%(team)s takes part with %(count)d players.",
            len(entries),
        )
        % {"team": form.cleaned_data["team"], "count": len(entries)},
    )
    return redirect("rounds:teams", competition.pk)


def _team_form(competition: Competition, data: QueryDict | None = None) -> TeamForm:
    return TeamForm(data, players=players_of_club(competition.club))


def _show_teams(
    request: HttpRequest,
    competition: Competition,
    form: TeamForm,
    entries: Sequence[Entry],
    forms: Mapping[int, DescriptionForm],
    status: int,
) -> HttpResponse:
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "rows": [(entry, forms[entry.pk]) for entry in entries],
        "teams": sorted({entry.team for entry in entries if entry.team}),
    }
    return render(request, "rounds/teams.html", context, status=status)
