"""Pages that say what is kept how long, and let organisers choose it for their club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.clubs.looking import find_club
from league.clubs.queries import clubs_organised_by, is_organiser
from league.privacy.forms import KeepingForm
from league.privacy.keeping.services import choose_keeping, days_chosen
from league.privacy.queries import what_is_kept


@require_safe
def show_kept(request: HttpRequest) -> HttpResponse:
    """Say what this site keeps about people, and for how long."""
    return render(request, "privacy/kept.html", {"kept": what_is_kept()})


@require_safe
def show_kept_by_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Say likewise what a club keeps; organisers choose there."""
    club = find_club(request, slug)
    context = {"club": club, "kept": what_is_kept(club)}
    if is_organiser(request.user, club):
        context["form"] = KeepingForm(initial=days_chosen(club.pk))
    return render(request, "privacy/kept_by_club.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose how long a club keeps what concerns people."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = KeepingForm(request.POST, initial=days_chosen(club.pk))
    if not form.is_valid():
        context = {"club": club, "kept": what_is_kept(club), "form": form}
        return render(request, "privacy/kept_by_club.html", context)
    choose_keeping(club_id=club.pk, days=form.cleaned_data)
    messages.success(request, _("Saved. What is too old is deleted within the hour."))
    return redirect("privacy:kept_by_club", club.slug)
