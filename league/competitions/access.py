"""Decorators of views for what the user organises."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from league.clubs.queries import Visitor
from league.competitions.queries import (
    competitions_organised_by,
    rounds_organised_by,
    stages_organised_by,
)

View = Callable[..., HttpResponse]


def _organised(
    organised_by: Callable[[Visitor], QuerySet[Any]], *methods: str
) -> Callable[[View], View]:
    """Return a decorator that passes a view what the user organises, by `pk`, or raises Http404."""

    def decorate(view: View) -> View:
        @login_required
        @require_http_methods(methods)
        @wraps(view)
        def organised(request: HttpRequest, pk: int, **others: Any) -> HttpResponse:
            found = get_object_or_404(organised_by(request.user), pk=pk)
            return view(request, found, **others)

        return organised

    return decorate


organised_competition = partial(_organised, competitions_organised_by)
organised_round = partial(_organised, rounds_organised_by)
organised_stage = partial(_organised, stages_organised_by)
