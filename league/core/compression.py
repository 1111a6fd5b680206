"""Compression of pages, by Django's own middleware where it tells nobody what a page hides."""

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from league.core.middleware import Respond, middleware

KINDS: Final = ("text/", "application/json", "application/problem+json", "image/svg+xml")
OWN: Final = ("same-origin", "none")  # Sec-Fetch-Site of a link of ours, and of an address typed

gzip = GZipMiddleware(lambda _request: HttpResponse())


@middleware
def compress_pages(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Compress a text, unless another site may have asked for it in somebody's name."""
    response = get_response(request)
    if may_compress(request) and is_text(response):
        gzip.process_response(request, response)  # it changes the response itself
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


def is_text(response: HttpResponseBase) -> bool:
    """Say whether a response is worth compressing, and is not of a kind that is already."""
    return response.headers.get("Content-Type", "").startswith(KINDS)
