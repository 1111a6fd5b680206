"""Answers with what was set: a paper, a picture, or why there is none."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from league.core.ratelimits import is_allowed
from league.printing.papers.sizes import A4, SIZES, TooManyPagesError
from league.printing.typesetting import Document, PressBusyError, set_pdf, set_picture

PICTURES_KEPT = 60 * 60 * 24  # seconds
PICTURES_FRESH = 60 * 10  # seconds; a newer version has another address
RETRY_AFTER = 10  # seconds


def answer_with_paper(
    request: HttpRequest, make: Callable[[str], Document], name: str
) -> HttpResponseBase:
    """Send the paper of the size that is asked for, unless the reader has this very one."""
    size = request.GET.get("paper", A4)
    try:
        document = make(size if size in SIZES else A4)
    except TooManyPagesError as error:
        return _refuse(request, error.words, HTTPStatus.UNPROCESSABLE_ENTITY)
    etag = f'"{document.fingerprint}"'
    if (known := get_conditional_response(request, etag=etag)) is not None:
        return known
    if not is_allowed(request, "print"):
        words = _("That was too often for one minute. Wait a little and try again.")
        return _refuse(request, words, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        pdf = set_pdf(document)
    except PressBusyError:
        words = _("Others are printing just now. Try again in a few seconds.")
        return _refuse(request, words, HTTPStatus.SERVICE_UNAVAILABLE)
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    answer["Content-Disposition"] = str(
        content_disposition_header(as_attachment=False, filename=f"{name}.pdf")
    )
    return answer


def answer_with_picture(request: HttpRequest, document: Document) -> HttpResponseBase:
    """Send a picture; each is set once a version, however many chats ask for it."""
    etag = f'"{document.fingerprint}"'
    if (known := get_conditional_response(request, etag=etag)) is not None:
        return known
    pictures = caches["pictures"]
    drawn: bytes | None = pictures.get(document.fingerprint)
    if drawn is None:
        if not is_allowed(request, "picture"):
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
        try:
            drawn = set_picture(document)
        except PressBusyError:
            return _wait(HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE))
        pictures.set(document.fingerprint, drawn, PICTURES_KEPT)
    answer = HttpResponse(drawn, content_type="image/png")
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={PICTURES_FRESH}"
    return answer


def _refuse(request: HttpRequest, words: str, status: HTTPStatus) -> HttpResponse:
    answer = render(request, "printing/refused.html", {"words": words}, status=status)
    return _wait(answer) if status == HTTPStatus.SERVICE_UNAVAILABLE else answer


def _wait(answer: HttpResponse) -> HttpResponse:
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer
