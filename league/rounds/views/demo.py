"""Buttons that load and remove the demonstration."""

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
    """Load the demonstration, or go to the existing one."""
    _require_owner(request)
    club, is_new = load_demo(now=timezone.now())
    if is_new:
        messages.success(request, _("This is the demo club. You can try everything."))
    else:
        messages.info(request, _("The demo club already exists."))
    return redirect("clubs:home", club.slug)


@login_required
@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """Remove the demonstration."""
    _require_owner(request)
    if remove_demo():
        messages.success(request, _("The demo club was deleted."))
    else:
        messages.info(request, _("The demo club no longer exists."))
    return redirect("clubs:index")


def _require_owner(request: HttpRequest) -> None:
    if not request.user.is_superuser:
        raise Http404
