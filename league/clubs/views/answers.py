"""Answers that several pages give."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs.models import User


def link_refused(request: HttpRequest, why: Exception, *, is_unknown: bool) -> HttpResponse:
    """Say why a link does nothing, and whom to ask for another."""
    context = {"why": str(why)}
    return render(request, "clubs/link_refused.html", context, status=404 if is_unknown else 410)


def sign_in(request: HttpRequest, user: User) -> None:
    """Sign this device in as a user who came by a link, without a code."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
