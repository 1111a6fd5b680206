"""Middleware of language, large bodies, impossible names and missing pages."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import resolve
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.csrf import requires_csrf_token
from rest_framework.views import APIView

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_NO_VISITOR = "asks_for_no_visitor"
_TAKES_FILES = "takes_files"
MEBIBYTE: Final = 1024 * 1024
LARGEST: Final = 33 * MEBIBYTE  # body of a form with a club's file of 32 MiB
TOO_LARGE: Final = "menagerie.body_too_large"  # key in WSGI's environment
LARGEST_NUMBER: Final = 2**63 - 1  # of a column
Respond = Callable[[HttpRequest], HttpResponse]


def middleware(
    answer: Callable[..., HttpResponse],
) -> Callable[[Respond], Respond]:
    """Return middleware of a function of request and next handler."""
    return lambda get_response: partial(answer, get_response=get_response)


class OwnLanguage(MiddlewareMixin):
    """Middleware that activates the user's language; comes after authentication."""

    def process_view(self, request: HttpRequest, view: object, *_arguments: Any) -> None:
        """Activate the language unless the view is the same for everybody."""
        if not hasattr(view, _NO_VISITOR):
            activate_language(request)


def activate_language(request: HttpRequest) -> None:
    """Activate the user's language if the site has it."""
    language = getattr(request.user, "language", "")
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = language


def asks_for_no_visitor(view: View) -> View:
    """Mark a view whose response is the same for everybody."""
    setattr(view, _NO_VISITOR, True)
    return view


def takes_files(view: View) -> View:
    """Mark a view whose form takes files; the outermost decorator."""
    setattr(view, _TAKES_FILES, True)
    return view


def largest_form() -> int:
    """Return the largest body in bytes of a request without files."""
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def largest_body(path: str) -> int:
    """Return the largest body in bytes of a request to a path."""
    try:
        return _largest_for(resolve(path).func)
    except Http404:
        return largest_form()


def _largest_for(view: object) -> int:
    return LARGEST if hasattr(view, _TAKES_FILES) else largest_form()


class RefuseLargeBodies(MiddlewareMixin):
    """Middleware that refuses bodies that are too large."""

    def process_view(
        self, request: HttpRequest, view: object, *_arguments: Any
    ) -> HttpResponse | None:
        """Refuse the request; the API does so itself."""
        if _is_of_api(view) or not request.META.get(TOO_LARGE):
            return None
        activate_language(request)
        return render(request, "413.html", {"most": _largest_for(view) // MEBIBYTE}, status=413)


class NotVisibleError(Http404):
    """Http404 with a text for the visitor."""


class NothingUnthinkable(MiddlewareMixin):
    """Middleware that refuses NULs and huge numbers, on which databases fail."""

    def process_view(
        self, _request: HttpRequest, view: object, _args: Sequence[str], named: Mapping[str, object]
    ) -> None:
        """Raise NotVisibleError for an impossible name; the API does so itself."""
        if not _is_of_api(view) and any(map(_is_impossible, named.values())):
            raise NotVisibleError


def _is_of_api(view: object) -> bool:
    return issubclass(getattr(view, "cls", object), APIView)


def _is_impossible(value: object) -> bool:
    return value > LARGEST_NUMBER if isinstance(value, int) else "\0" in str(value)


@requires_csrf_token
def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 404 page with the error's text."""
    activate_language(request)
    text = str(exception) if isinstance(exception, NotVisibleError) else ""
    return render(request, "404.html", {"text": text}, status=404)


@middleware
def deny_devices(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Set the header Permissions-Policy."""
    response = get_response(request)
    response["Permissions-Policy"] = settings.PERMISSIONS_POLICY
    return response
