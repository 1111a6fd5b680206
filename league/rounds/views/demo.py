"""Buttons of the site's owners: load the demonstration, remove it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.rounds.demo import load_demo, remove_demo


@login_required
@require_POST
def load(request: HttpRequest) -> HttpResponse:
    """Load the demonstration, or go to the one that is there."""
    _refuse_others(request)
    club, is_new = load_demo(now=timezone.now())
    if is_new:
        messages.success(request, _("This is the demonstration. Look around, try everything."))
    else:
        messages.info(request, _("The demonstration was there already."))
    return redirect("clubs:home", club.slug)


@login_required
@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """Remove the demonstration and whatever was tried out in it."""
    _refuse_others(request)
    if remove_demo():
        messages.success(request, _("The demonstration is removed."))
    else:
        messages.info(request, _("There is no demonstration any more."))
    return redirect("clubs:index")


def _refuse_others(request: HttpRequest) -> None:
    """Let only the site's owners pass; for others there is no such page."""
    if not request.user.is_superuser:
        raise Http404
