"""The base view of the API: authentication, scopes, rate limits, and JSON."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from league.api.models import Token
from league.api.operations import operation_of
from league.api.problems import BodyTooLargeError, answer_problem
from league.api.schema import DescribedSchema
from league.api.services import find_token, record_use
from league.clubs.models import User
from league.core.middleware import TOO_LARGE
from league.core.ratelimits import WINDOW, counts, is_allowed, network_of


class StrictJSONParser(JSONParser):
    """A JSON parser that refuses too deep nesting."""

    def parse(self, *args: Any, **options: Any) -> Any:
        """Return the parsed body; raises ParseError."""
        try:
            return super().parse(*args, **options)
        except RecursionError:
            raise ParseError(_("The data is nested too deeply. Use fewer levels.")) from None


class AlwaysJSON(BaseContentNegotiation):
    """Negotiation that ignores `Accept`."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser of the content type; None means 415."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        """Return the only renderer."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


SCHEME = "Bearer"
Authenticated: TypeAlias = tuple[User, Token]


class BadTokenError(exceptions.AuthenticationFailed):
    """Raised when a token is wrong, expired or revoked."""

    default_code = "bad_token"
    default_detail = _("This API token is wrong, expired or revoked. Create a new one.")


class TokenAuthentication(authentication.BaseAuthentication):
    """Authentication by `Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> Authenticated | None:
        """Return the token's owner and the token; None without the header."""
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        now = timezone.now()
        is_bearer = scheme.lower() == SCHEME.lower()
        token = find_token(text.strip(), now=now) if is_bearer else None
        if token is None:
            if not is_allowed(request._request, "api_guess"):
                raise exceptions.Throttled(wait=60)
            raise BadTokenError
        record_use(token=token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """Return the scheme for `WWW-Authenticate`."""
        return SCHEME


class ScopeMissingError(exceptions.PermissionDenied):
    """Raised when a token has no scope for an operation."""

    default_code = "scope_missing"
    default_detail = _("This API token lacks the required permission. Create one that has it.")


class HasScope(BasePermission):
    """Permission by the scopes of a token; a session has all."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the request is allowed; raises ScopeMissingError."""
        operation = operation_of(view, request.method or "")
        if operation is None:
            return True  # the answer 405 or that to OPTIONS
        if isinstance(request.auth, Token):
            if operation.scope not in request.auth.scopes:
                raise ScopeMissingError
            return True
        return operation.is_open or request.user.is_authenticated


SAFE = ("GET", "HEAD", "OPTIONS")


class Throttle(BaseThrottle):
    """A rate limit by minute and web process."""

    def __init__(self) -> None:
        self.seconds = WINDOW

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        """Count a request and return whether it is within the limit."""
        policy = "read" if request.method in SAFE else "write"
        most = settings.RATE_LIMITS[f"api_{policy}"]
        count = counts.count(f"api_{policy}", _client(request))
        self.seconds = counts.seconds_left()
        left = max(0, most - count)
        request._request.rate_headers = {  # type: ignore[attr-defined]
            "RateLimit-Policy": f'"{policy}";q={most};w={WINDOW}',
            "RateLimit": f'"{policy}";r={left};t={self.seconds}',
        }
        return count <= most

    def wait(self) -> float:
        """Return the seconds until the next request is allowed."""
        return self.seconds


def _client(request: Request) -> str:
    if isinstance(request.auth, Token):
        return f"token-{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    return f"network-{network_of(request._request)}"


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
    http_method_names = "get post put patch delete head options".split()  # noqa: SIM905

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the size of the body, then as DRF does."""
        if request.META.get(TOO_LARGE):
            raise BodyTooLargeError
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Callable[..., Any]:
        """Return the handler that answers with problem documents."""
        return answer_problem

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Add the headers of rate limits and caching."""
        answer: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]
        for name, value in getattr(request, "rate_headers", {}).items():
            answer[name] = value
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "private, no-cache"
        return answer
