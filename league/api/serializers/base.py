"""Base classes of all serializers, and lists and their pages."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.core.exceptions import ValidationError as NotAValue
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from league.api.fields import Text, Whole
from league.core.games import UnknownGameError, online_games, site_game, site_games

ONLINE_GAMES = [(game.slug, game.title) for game in online_games()]
EXAMPLE_GAME = site_games()[0].slug
MOST_ON_A_PAGE = 200
NEXT = "https://example.org/api/v1/clubs/?cursor=cD0y"


class GameSlug(Text):
    """The slug of a game, of this site or of a score sheet."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid_choice": serializers.ChoiceField.default_error_messages["invalid_choice"]
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the slug of a known game."""
        slug = super().to_internal_value(data)
        try:
            return site_game(slug).slug
        except UnknownGameError:
            self.fail("invalid_choice", input=data)


class StrictSerializer(serializers.Serializer[Any]):
    """An object that refuses unknown fields."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the checked values; raises ValidationError for unknown fields."""
        if isinstance(data, Mapping):
            text = str(_("This field does not exist."))
            unknown = sorted(str(name) for name in data if name not in self.fields)
            if unknown:
                raise ValidationError({name: [ErrorDetail(text, "unknown")] for name in unknown})
        return super().to_internal_value(data)


class OptionalSerializer(StrictSerializer):
    """An object whose fields are optional, except those in `needed`."""

    needed: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> Any:
        """Return the fields."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name in self.needed
        return fields


class FaultSerializer(StrictSerializer):
    """One error of a request."""

    code = Text("A stable code of the error.", "missing")
    field = Text("The path of the field; empty for the whole body.", "record.finish")
    rule = Text("The id of the rule that is broken, if any.", "FZ-27", allow_null=True)
    detail = Text("What is wrong, in the language of the request.", "This value is missing.")
    warning = Text("Of a warning: its name for `confirmed`.", "lions_missing-1", required=False)


class ProblemSerializer(StrictSerializer):
    """A problem document (RFC 9457)."""

    type = Text("Where this code is described.", "/api/v1/docs/problems/#invalid")
    title = Text("The phrase of the HTTP status.", "Bad Request")
    status = Whole("The HTTP status.", 400)
    code = Text("A stable code of the problem.", "invalid")
    detail = Text(
        "What went wrong, in the language of the request.",
        "The request contains invalid values.",
    )
    errors = FaultSerializer(many=True, help_text="All errors found.")  # type: ignore[assignment]


class Paging(StrictSerializer):
    """The query parameters of a paginated list."""

    limit = Whole("The page size.", 50, min_value=1, max_value=MOST_ON_A_PAGE, required=False)
    cursor = Text("The cursor from `next` or `previous`.", "cD0yMA==", required=False)


class Pages(CursorPagination):
    """Pagination by cursor."""

    page_size = 50
    max_page_size = MOST_ON_A_PAGE
    page_size_query_param = "limit"

    def __init__(self, order: tuple[str, ...]) -> None:
        self.ordering = order

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor of a request; raises ValidationError."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise _bad_cursor() from None
        if cursor is not None and "\x00" in str(cursor.position or ""):
            raise _bad_cursor()
        return cursor

    def cut(self, found: QuerySet[Any], request: Request) -> list[Any]:
        """Return the objects of the requested page; raises ValidationError."""
        try:
            return self.paginate_queryset(found, request) or []
        except (ValueError, OverflowError, DataError, NotAValue):
            raise _bad_cursor() from None


def _bad_cursor() -> ValidationError:
    return ValidationError({"cursor": [_("Invalid cursor. Start again from the first page.")]})


@cache
def list_of(shape: type[StrictSerializer], *, is_paged: bool = False) -> type[StrictSerializer]:
    """Return the serializer of a list of such objects: of a page, or of the whole list."""
    name = shape.__name__.removesuffix("Serializer")
    fields: dict[str, Any] = {"__doc__": f"A {'page of a ' * is_paged}list; see {name}."}
    if is_paged:
        fields["next"] = Text("The next page, if any.", NEXT, allow_null=True)
        fields["previous"] = Text("The page before.", None)
    fields["results"] = shape(many=True, help_text="The objects.")
    kind = "Page" if is_paged else "List"
    return type(f"{name}{kind}Serializer", (StrictSerializer,), fields)
