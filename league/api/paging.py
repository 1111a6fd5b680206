"""Long lists, a page at a time; a cursor keeps its place while the list grows."""

from functools import cache
from typing import Any

from django.core.exceptions import ValidationError as NotAValue
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from league.api.fields import Text, Whole
from league.api.serializers.base import StrictSerializer

MOST_ON_A_PAGE = 200
NEXT = "https://example.org/api/v1/clubs/?cursor=cD0yMA%3D%3D"


class Paging(StrictSerializer):
    """Which part of a list is wanted."""

    limit = Whole(
        "How many to give at most.", 50, min_value=1, max_value=MOST_ON_A_PAGE, required=False
    )
    cursor = Text(
        "Where to go on, as `next` or `previous` of another page gives it.",
        "cD0yMA==",
        required=False,
    )


class Pages(CursorPagination):
    """Cut a query into pages."""

    page_size = 50
    max_page_size = MOST_ON_A_PAGE
    page_size_query_param = "limit"

    def __init__(self, order: tuple[str, ...]) -> None:
        self.ordering = order

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Read where to go on; raises ValidationError."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise _bad_cursor() from None
        if cursor is not None and "\x00" in str(cursor.position or ""):
            raise _bad_cursor()
        return cursor

    def cut(self, found: QuerySet[Any], request: Request) -> list[Any]:
        """Return the objects of the page that is asked for; raises ValidationError."""
        try:
            return self.paginate_queryset(found, request) or []
        except (ValueError, OverflowError, DataError, NotAValue):
            raise _bad_cursor() from None


def _bad_cursor() -> ValidationError:
    return ValidationError({"cursor": [_("This cursor is none that was given out.")]})


@cache
def page_of(shape: type[StrictSerializer]) -> type[StrictSerializer]:
    """Return the shape of a page of such things."""
    name = shape.__name__.removesuffix("Serializer")
    fields = {
        "__doc__": f"A page of a list; see {name}.",
        "next": Text("The address of the next page; null on the last one.", NEXT, allow_null=True),
        "previous": Text("Likewise of the page before.", None, allow_null=True),
        "results": shape(many=True, help_text="What is on this page."),
    }
    return type(f"{name}PageSerializer", (StrictSerializer,), fields)


@cache
def list_of(shape: type[StrictSerializer]) -> type[StrictSerializer]:
    """Return the shape of a list of such things that is given as a whole."""
    name = shape.__name__.removesuffix("Serializer")
    fields = {
        "__doc__": f"A list; see {name}.",
        "results": shape(many=True, help_text="All that is in it."),
    }
    return type(f"{name}ListSerializer", (StrictSerializer,), fields)
