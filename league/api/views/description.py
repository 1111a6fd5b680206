"""The description of the API, for programs and for people."""

import json
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from league.api import v1
from league.api.api_view import ApiView
from league.api.problems import known_problems
from league.api.reading import chapter_of, chapters_of


class NotThere(ApiView):
    """Any address of the API that there is not: told as the API tells failures."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Answer before anybody asks for a method."""
        raise NotFound(_("There is no such address in this version of the API."))


@cache
def schema() -> dict[str, Any]:
    """Return the description of all endpoints, as OpenAPI 3.1 has it."""
    patterns = [path("api/v1/", include((v1.patterns, "v1")))]
    generator = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    # Kept for everybody, so in the language of its own words, whoever asks first.
    with translation.override("en"):
        described: dict[str, Any] = generator.get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )
    return described


@cache
def schema_text() -> str:
    """Return the description as it is sent."""
    return json.dumps(schema(), ensure_ascii=False, indent=1)


@require_safe
def show_schema(_request: HttpRequest) -> HttpResponse:
    """Give the description of the API to programs."""
    return HttpResponse(schema_text(), content_type="application/vnd.oai.openapi+json")


@require_safe
def show_contents(request: HttpRequest) -> HttpResponse:
    """List the chapters of the description."""
    return render(request, "api/contents.html", {"chapters": chapters_of(schema())})


@require_safe
def show_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Describe the endpoints of one chapter."""
    found = chapter_of(schema(), chapter)
    if found is None:
        raise Http404(_("There is no such chapter."))
    return render(request, "api/chapter.html", {"chapter": found})


@require_safe
def show_problems(request: HttpRequest) -> HttpResponse:
    """List every code by which the API tells failures."""
    return render(request, "api/problems.html", {"problems": known_problems()})
