"""Say what is not there, where more is known than that the address leads nowhere."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token

from league.core.languages import speak_to


class NothingHereError(Http404):
    """What was asked for is not there; its words are for the person who asked."""


@requires_csrf_token
def show_nothing_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing here, and what it is that is not, if that is known."""
    # No view was found that could have done it.
    speak_to(request)
    words = str(exception) if isinstance(exception, NothingHereError) else ""
    return render(request, "404.html", {"words": words}, status=404)
