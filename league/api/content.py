"""What goes over the wire: JSON in, JSON out, whatever a request says that it accepts."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StrictJSONParser(JSONParser):
    """Read JSON; nesting that no reader follows is refused like any other fault."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value of a body."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This is nested too deeply.")) from None


class AlwaysJSON(BaseContentNegotiation):
    """Take the first parser that fits, and always the one renderer."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser of the request's content type; None gives the answer 415."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002 - what is accepted makes no difference
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer, and its media type."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type
