"""Pages to edit a competition, its rounds and its teams."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.queries import players_of_club
from league.competitions.access import organised_competition
from league.competitions.models import Competition, Entry
from league.competitions.queries import entries_of
from league.competitions.settings_forms import settings_forms, settings_of
from league.core.requests import refused_at
from league.rounds.cards import REMOVED_ROUND
from league.rounds.forms import DescriptionForm, NewRoundForm, TeamForm, describe, description_forms
from league.rounds.queries import next_number
from league.rounds.services import competition as services
from league.rounds.services import lifecycle


@organised_competition("GET", "POST")
def edit(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Edit a competition's settings."""
    game = competition.site_game.engine
    data = request.POST if request.method == "POST" else None
    forms = settings_forms(game, data, competition)
    are_valid = [form.is_valid() for form in forms.values()]
    if data is not None and all(are_valid) and EDIT not in data:
        with refused_at(forms["settings"], "name"):
            return _save(request, competition, settings_of(forms))
    context = {"club": competition.club, "competition": competition, "game": game, "forms": forms}
    status = 200 if data is None or EDIT in data else 422
    return render(request, "rounds/edit_competition.html", context, status=status)


APPLY, EDIT = "apply", "edit"
"""The names of the buttons below the effects of new settings."""


def _save(request: HttpRequest, competition: Competition, settings: Competition) -> HttpResponse:
    """Save settings, once their effects on the standings were shown, if they have any."""
    sent: dict[str, Any] = {
        "competition_id": competition.pk,
        "settings": settings,
        "now": timezone.now(),
    }
    if APPLY not in request.POST:
        impact = services.preview_settings(**sent)
        if not impact.is_nothing:
            own = {APPLY, EDIT, "csrfmiddlewaretoken"}
            fields = [
                (name, value)
                for name, values in request.POST.lists()
                for value in values
                if name not in own
            ]
            context = {"club": competition.club, "competition": competition, "impact": impact}
            return render(request, "rounds/settings_impact.html", {**context, "fields": fields})
    services.edit_competition(**sent)
    messages.success(request, _("Saved."))
    return redirect("competitions:detail", competition.pk)


@organised_competition("GET", "POST")
def add_round(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Add a round, open at once or at a time."""
    now, number = timezone.now(), next_number(competition.pk)
    zone = ZoneInfo(competition.club.time_zone)
    form = NewRoundForm(request.POST or None, zone=zone, now=now, initial={"number": number})
    if request.method == "POST" and form.is_valid():
        added = lifecycle.add_round(
            competition_id=competition.pk,
            number=form.cleaned_data["number"],
            times=form.times(),
            now=now,
        )
        if added.is_open:
            return redirect("rounds:detail", added.pk)
        messages.success(request, _("Round %(number)d was added.") % {"number": added.number})
        return redirect("competitions:detail", competition.pk)
    context = {"club": competition.club, "competition": competition, "form": form}
    return render(request, "rounds/create.html", context, status=422 if form.errors else 200)


@organised_competition("POST")
def restore_round(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Restore the round that this organiser has just deleted."""
    removed = request.session.get(REMOVED_ROUND)
    if removed and removed["competition"] == competition.pk:
        round = lifecycle.restore_round(removed=removed, now=timezone.now())
        del request.session[REMOVED_ROUND]
        messages.success(request, _("Round %(number)d is back.") % {"number": round.number})
    return redirect("competitions:detail", competition.pk)


@organised_competition("GET", "POST")
def edit_teams(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Edit the teams and guests."""
    forms = description_forms(
        entries_of(competition), request.POST if request.method == "POST" else None
    )
    are_valid = [form.is_valid() for form in forms.values()]
    if request.method == "POST" and all(are_valid):
        services.describe_entries(competition_id=competition.pk, descriptions=describe(forms))
        messages.success(request, _("Saved."))
        return redirect("competitions:detail", competition.pk)
    form = TeamForm(players=players_of_club(competition.club))
    status = 422 if request.method == "POST" else 200
    return _show_teams(request, competition, form, forms, status)


@organised_competition("POST")
def enter_team(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Enter a team with its members."""
    form = TeamForm(request.POST, players=players_of_club(competition.club))
    if not form.is_valid():
        forms = description_forms(entries_of(competition), None)
        return _show_teams(request, competition, form, forms, 422)
    team = form.cleaned_data["team"]
    entries = services.enter_team(
        competition_id=competition.pk,
        team=team,
        players=form.known,
        new=form.new,
        now=timezone.now(),
    )
    text = ngettext(
        "%(team)s takes part with %(count)d player.",
        "%(team)s takes part with %(count)d players.",
        len(entries),
    )
    messages.success(request, text % {"team": team, "count": len(entries)})
    return redirect("rounds:teams", competition.pk)


def _show_teams(
    request: HttpRequest,
    competition: Competition,
    form: TeamForm,
    forms: dict[Entry, DescriptionForm],
    status: int,
) -> HttpResponse:
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "rows": list(forms.items()),
        "teams": sorted({entry.team for entry in forms if entry.team}),
    }
    return render(request, "rounds/teams.html", context, status=status)
