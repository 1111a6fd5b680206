"""What all addresses of the API have in common."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.authentication import SessionAuthentication
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from league.api.authentication import TokenAuthentication
from league.api.content import AlwaysJSON, StrictJSONParser
from league.api.permissions import HasScope
from league.api.problems import BodyTooLargeError, answer_problem
from league.api.schema import DescribedSchema
from league.api.throttling import Throttle
from league.core.bodies import TOO_LARGE


class ApiView(APIView):
    """An address of the API, in a chapter of its description."""

    chapter = ""
    schema = DescribedSchema()
    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (HasScope,)
    throttle_classes = (Throttle,)
    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AlwaysJSON
    http_method_names = [  # noqa: RUF012 - so Django has it
        name for name in APIView.http_method_names if name != "trace"
    ]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what was too large to be read, and whoever may not do this."""
        if request.META.get(TOO_LARGE):
            raise BodyTooLargeError
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Callable[..., Any]:
        """Return what writes failures."""
        return answer_problem

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Tell what is left of the rate, and that answers depend on who asks."""
        answer: HttpResponseBase = super().finalize_response(
            request,
            response,  # type: ignore[arg-type]
            *args,
            **kwargs,
        )
        for name, value in getattr(request, "rate_headers", {}).items():
            answer[name] = value
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "private, no-cache"
        return answer
