"""Answers that several pages of a round give."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from league.competitions.models import Round
from league.competitions.queries import rounds_organised_by
from league.core.requests import report_outcome


def organised_round(request: HttpRequest, pk: int) -> Round:
    """Return a round that this visitor organises; raise Http404 for any other."""
    return get_object_or_404(rounds_organised_by(request.user), pk=pk)


def do(
    request: HttpRequest, round: Round, act: Callable[[], object], said: str = ""
) -> HttpResponse:
    """Do something to a round, say how it went, and lead back to its page."""
    with report_outcome(request, said):
        act()
    return redirect("rounds:detail", round.pk)


def is_piece(request: HttpRequest, element_id: str) -> bool:
    """Say whether htmx asks for one element of the page alone."""
    return request.headers.get("HX-Target") == element_id
