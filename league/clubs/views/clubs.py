"""The front page, and a club's own."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs import queries, services
from league.clubs.forms import ClubForm
from league.clubs.looking import find_club
from league.clubs.models import User
from league.clubs.rights import RIGHTS, ROLES_UPWARDS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the clubs: one's own first; on an empty site, how to begin."""
    if not queries.has_owner():
        return render(request, "clubs/welcome.html")
    mine = list(queries.clubs_of(request.user))
    others = queries.clubs_listed_for(request.user).exclude(pk__in=[club.pk for club in mine])
    context = {
        "mine": mine,
        "others": list(others),
        "demo": queries.demo_club(),
        "may_create": request.user.is_superuser,
    }
    return render(request, "clubs/index.html", context)


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: where to go from here."""
    club = find_club(request, slug)
    context = {
        "club": club,
        "me": queries.player_of(request.user, club),
        "players_count": queries.players_who_play(club).count(),
        "organisers": queries.organisers_of(club),
    }
    return render(request, "clubs/home.html", context)


@require_safe
def levels(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what each role may do in a club."""
    club = find_club(request, slug)
    levels = [
        {"role": role, "rights": [right for right in RIGHTS if right.lowest == role]}
        for role in (None, *ROLES_UPWARDS)
    ]
    context = {"club": club, "levels": levels, "own": queries.role_in(request.user, club)}
    return render(request, "clubs/levels.html", context)


@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Make a club."""
    user = cast("User", request.user)
    get_object_or_404(queries.site_owners(), pk=user.pk)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(**form.cleaned_data, by=user, now=timezone.now())
        return redirect("clubs:add_players", club.slug)
    return render(request, "clubs/create.html", {"form": form})


@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club."""
    club = get_object_or_404(queries.clubs_organised_by(request.user), slug=slug)
    form = ClubForm(
        request.POST or None,
        initial={
            "name": club.name,
            "time_zone": club.time_zone,
            "visibility": club.visibility,
        },
    )
    if request.method == "POST" and form.is_valid():
        services.edit_club(club_id=club.pk, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("clubs:home", club.slug)
    return render(request, "clubs/edit.html", {"club": club, "form": form})
