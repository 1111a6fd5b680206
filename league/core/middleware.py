"""Middleware of the whole site, from logging and compression to languages and missing pages."""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import resolve
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.csrf import requires_csrf_token
from rest_framework.views import APIView
from structlog import contextvars

from league.core import page_cache
from league.core.live import REQUESTS

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_NO_VISITOR = "asks_for_no_visitor"
_TAKES_FILES = "takes_files"
MEBIBYTE: Final = 1024 * 1024
LARGEST: Final = 33 * MEBIBYTE  # body of a form with a club's file of 32 MiB
TOO_LARGE: Final = "menagerie.body_too_large"  # key in WSGI's environment
LARGEST_NUMBER: Final = 2**63 - 1  # of a column
TEXTS: Final = ("text/", "application/json", "application/problem+json", "image/svg+xml")
OWN: Final = ("same-origin", "none")  # Sec-Fetch-Site of a link of ours, and of an address typed
_gzip = GZipMiddleware(lambda _request: HttpResponse())
KEPT_OFFLINE: Final = "X-Keep-Offline"
OFFLINE_PAGES: Final = frozenset(
    {"core:offline", "results:table", "results:enter", "results:handover"}
)
"""The only pages that a phone may store."""
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)
logger = logging.getLogger("menagerie.requests")
Respond = Callable[[HttpRequest], HttpResponse]


def middleware(
    answer: Callable[..., HttpResponse],
) -> Callable[[Respond], Respond]:
    """Return middleware of a function of request and next handler."""
    return lambda get_response: partial(answer, get_response=get_response)


@middleware
def instrument_requests(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Measure and log a request under its number; the log names views, not addresses."""
    number = request_number(request)
    with contextvars.bound_contextvars(request_id=number):
        started = perf_counter()
        response = get_response(request)
        seconds, status = perf_counter() - started, response.status_code
        view = request.resolver_match.view_name if request.resolver_match else "none"
        REQUESTS.labels(view, request.method, status).observe(seconds)
        fields = {"view": view, "status": status, "milliseconds": round(seconds * 1000)}
        logger.info("%s %s %s", request.method, view, status, extra=fields)
    response["X-Request-ID"] = number
    return response


def request_number(request: HttpRequest) -> str:
    """Return the proxy's request id, or a new one."""
    number = request.headers.get("X-Request-ID", "")
    return number if re.fullmatch(r"[A-Za-z0-9_-]{8,64}", number) else uuid4().hex


@middleware
def compress_pages(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Compress a text, unless another site may have asked for it in somebody's name."""
    response = get_response(request)
    is_text = response.headers.get("Content-Type", "").startswith(TEXTS)
    if is_text and may_compress(request):
        _gzip.process_response(request, response)  # it changes the response itself
    return response


def may_compress(request: HttpRequest) -> bool:
    """Say whether the length of a page tells a listener nothing.

    A site that can have a page opened again and again, with guesses in its address, and sees how
    long each answer is, finds out what stands on it beside them (BREACH). That needs a secret
    connection, somebody's cookies and a request from elsewhere, of which browsers tell there.
    """
    asked_by = request.headers.get("Sec-Fetch-Site")
    if not request.COOKIES or asked_by in OWN:
        return True
    return asked_by is None and not request.is_secure()


@middleware
def cache_pages(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Answer visitors with public pages from the cache; any other cookie may be a person's."""
    is_read = request.method in ("GET", "HEAD")
    if is_read and request.COOKIES.keys() <= page_cache.IMPERSONAL:
        return page_cache.answer(request, get_response)
    return get_response(request)


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


@middleware
def mark_offline_pages(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Mark whole pages that the service worker may cache: no messages, no new cookies."""
    response = get_response(request)
    found = request.resolver_match
    is_page = found is not None and found.view_name in OFFLINE_PAGES
    if is_page and request.method == "GET" and response.status_code == 200:
        is_fragment = "HX-Request" in request.headers
        if not is_fragment and not response.cookies.keys() - {settings.CSRF_COOKIE_NAME}:
            response[KEPT_OFFLINE] = "1"
    return response


@middleware
def remember_request(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Remember the request while it is answered; nothing is read from it before it is needed."""
    token = _request.set(request)
    try:
        return get_response(request)
    finally:
        _request.reset(token)


def current_request() -> HttpRequest | None:
    """Return the request that is being answered; None outside of one."""
    return _request.get()
