"""Bound what a request may carry: little, but where a form takes files."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import resolve
from rest_framework.views import APIView

from league.core.languages import speak_to

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_MARK = "takes_files"

MEBIBYTE: Final = 1024 * 1024
LARGEST: Final = 33 * MEBIBYTE
"""The body of a form with the largest file, a club's of 32 MiB."""
TOO_LARGE: Final = "menagerie.body_too_large"
"""Says in the environment of WSGI that the body was refused and is not there."""


def takes_files(view: View) -> View:
    """Mark a view whose form takes files; the outermost decorator."""
    setattr(view, _MARK, True)
    return view


def largest_form() -> int:
    """Return how many bytes a request may carry, if no form takes files at its address."""
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def largest_body(path: str) -> int:
    """Return how many bytes a request to a path may carry."""
    try:
        return _largest_for(resolve(path).func)
    except Http404:
        return largest_form()


def _largest_for(view: object) -> int:
    return LARGEST if hasattr(view, _MARK) else largest_form()


class RefuseLargeBodies:
    """Say that a body was too large. Stands before what looks for fields in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view does."""
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, *_arguments: Any
    ) -> HttpResponse | None:
        """Refuse the request in words; the API has words of its own."""
        is_of_api = issubclass(getattr(view, "cls", object), APIView)
        if is_of_api or not request.META.get(TOO_LARGE):
            return None
        speak_to(request)
        return render(request, "413.html", {"most": _largest_for(view) // MEBIBYTE}, status=413)
