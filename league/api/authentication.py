"""Who asks: the owner of a token, or on the site's own pages whoever is signed in."""

from typing import TypeAlias

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from league.api.models import Token
from league.api.queries import token_shown
from league.api.services import note_use
from league.clubs.models import User
from league.core.ratelimits import is_allowed

SCHEME = "Bearer"
Authenticated: TypeAlias = tuple[User, Token]


class BadTokenError(exceptions.AuthenticationFailed):
    """The token is none, or opens nothing any more."""

    default_code = "bad_token"
    default_detail = _("This token is not valid: it is wrong, expired or revoked.")


class TokenAuthentication(authentication.BaseAuthentication):
    """Read a token from the header `Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> Authenticated | None:
        """Return the token's owner and the token; None where none is shown."""
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        now = timezone.now()
        is_bearer = scheme.lower() == SCHEME.lower()
        token = token_shown(text.strip(), now=now) if is_bearer else None
        if token is None:
            if not is_allowed(request._request, "api_guess"):
                raise exceptions.Throttled(wait=60)
            raise BadTokenError
        note_use(token=token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """Return what an answer 401 asks for."""
        return SCHEME
