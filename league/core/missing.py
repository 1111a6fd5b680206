"""Say what is not there, where more is known than that the address leads nowhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token
from rest_framework.views import APIView

from league.core.languages import speak_to


class NothingHereError(Http404):
    """What was asked for is not there; its words are for the person who asked."""


LARGEST: Final = 2**63 - 1
"""The largest number that a column holds."""


class NothingUnthinkable:
    """Let no address through that names what no row can be called.

    No text of PostgreSQL holds a NUL, and no database compares a number with what its columns
    cannot hold; asked for either, some of them fail instead of finding nothing. The API finds
    nothing in words of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view does."""
        return self._get_response(request)

    def process_view(
        self,
        _request: HttpRequest,
        view: object,
        _args: Sequence[str],
        named: Mapping[str, object],
    ) -> None:
        """Raise NothingHereError if the address holds such a name."""
        is_of_api = issubclass(getattr(view, "cls", object), APIView)
        if not is_of_api and any(_is_unthinkable(value) for value in named.values()):
            raise NothingHereError


def _is_unthinkable(value: object) -> bool:
    return (isinstance(value, int) and value > LARGEST) or (
        isinstance(value, str) and "\0" in value
    )


@requires_csrf_token
def show_nothing_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing here, and what it is that is not, if that is known."""
    # No view was found that could have done it.
    speak_to(request)
    words = str(exception) if isinstance(exception, NothingHereError) else ""
    return render(request, "404.html", {"words": words}, status=404)
