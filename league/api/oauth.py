"""OAuth 2.0 for apps, by authlib: authorisation codes with PKCE, codes of devices, and refreshing.

A connected app has one row of Token, with the scopes, the club and the time that its user chose.
"""

import os
import re
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from authlib.integrations.django_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import InvalidGrantError, InvalidRequestError, grants
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from league.api.models import APP_SCOPES, TAIL_LENGTH, App, Grant, Token
from league.api.services import create_token, hash_of, new_text, revoke_token
from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import User
from league.core.address import absolute_url

# HTTPS is the proxy's, and a club's own network without it the host's choice (ALLOW_HTTP).
os.environ.setdefault("AUTHLIB_INSECURE_TRANSPORT", "1")

ACCESS_SECONDS: Final = 60 * 60
CODE_LIFE: Final = timedelta(minutes=5)
DEVICE_SECONDS: Final = 15 * 60
SLOWER_BY: Final = 5  # seconds, as RFC 8628 says
ONLY_PUBLIC: Final = ["none"]


class Server(AuthorizationServer):  # type: ignore[misc]
    """The authorisation server of the site."""

    def query_client(self, client_id: str) -> App | None:
        """Return an app by its public id."""
        return App.objects.filter(client_id=client_id).first() if client_id.isprintable() else None

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        """Store a new secret: of a connection, or of a code that makes one."""
        if request.refresh_token is not None:
            _renew(request.refresh_token, token)
        else:
            _connect(request.authorization_code or request.credential, token)

    def create_bearer_token_generator(self) -> BearerTokenGenerator:
        """Return what makes the answer to an app."""
        return BearerTokenGenerator(_new_secret, _new_secret, ACCESS_SECONDS)


def _new_secret(**_about: object) -> str:
    return new_text()


@transaction.atomic
def _connect(grant: Grant, secrets: dict[str, Any]) -> None:
    now = timezone.now()
    made = create_token(
        user=grant.user,  # type: ignore[arg-type]
        club=grant.club,
        name=grant.app.name,
        scopes=grant.scopes,
        life=timedelta(days=grant.days),
        key=uuid4(),
        now=now,
        text=secrets["access_token"],
    )
    Token.objects.filter(pk=made.token.pk).update(
        app=grant.app,
        refresh_hash=hash_of(secrets["refresh_token"]),
        access_until=now + timedelta(seconds=ACCESS_SECONDS),
    )
    if not Grant.objects.filter(pk=grant.pk, token=None).update(token=made.token):
        raise InvalidGrantError


def _renew(token: Token, secrets: dict[str, Any]) -> None:
    renewed = Token.objects.filter(pk=token.pk, refresh_hash=token.refresh_hash).update(
        token_hash=hash_of(secrets["access_token"]),
        tail=secrets["access_token"][-TAIL_LENGTH:],
        refresh_hash=hash_of(secrets["refresh_token"]),
        spent_hash=token.refresh_hash,
        access_until=timezone.now() + timedelta(seconds=ACCESS_SECONDS),
    )
    if not renewed:
        raise InvalidGrantError


class CodeGrant(grants.AuthorizationCodeGrant):  # type: ignore[misc]
    """The code that an app's address is sent."""

    TOKEN_ENDPOINT_AUTH_METHODS = ONLY_PUBLIC

    @staticmethod
    def validate_authorization_redirect_uri(request: Any, app: App) -> str:
        """Return the address to send the user back to; raises InvalidRequestError."""
        address: str = request.payload.redirect_uri or ""
        if not app.check_redirect_uri(address):
            raise InvalidRequestError("The redirect_uri is not one of the app.")
        return address

    @transaction.atomic
    def save_authorization_code(self, code: str, request: Any) -> None:
        """Store a code with what the user chose."""
        grant = Grant.objects.create(
            app=request.client,
            user=request.user,
            is_allowed=True,
            code_hash=hash_of(code),
            redirect_uri=request.payload.redirect_uri,
            code_challenge=request.payload.data["code_challenge"],
            expires_at=timezone.now() + CODE_LIFE,
            **request.choice,
        )
        _log(grant)

    def query_authorization_code(self, code: str, app: App) -> Grant | None:
        """Return a code that is valid."""
        grant = _grant_by(code, app, is_device=False)
        return None if grant is None or grant.is_expired() else grant

    def delete_authorization_code(self, authorization_code: Grant) -> None:
        """Keep the code, which is spent, to know it again."""

    def authenticate_user(self, authorization_code: Grant) -> User | None:
        """Return the user of a code."""
        user: User | None = authorization_code.user
        return user if user is not None and user.is_active else None


def _log(grant: Grant) -> None:
    """Log that a user has allowed what a token may do: when an app takes it, nobody acts."""
    label = grant.app.name
    log_action(club_id=grant.club_id, action=Action.TOKEN_CREATED, about=grant, label=label)


def _grant_by(code: str, app: App | None, *, is_device: bool) -> Grant | None:
    """Return a code of an app; one that was exchanged before ends what it has made."""
    codes = Grant.objects.filter(app=app, user_code__isnull=not is_device)
    grant = codes.filter(code_hash=hash_of(code)).select_related("app", "user", "club").first()
    if grant is None or grant.token is None:
        return grant
    revoke_token(token=grant.token, now=timezone.now())
    return None


class OnlyS256(CodeChallenge):  # type: ignore[misc]
    """PKCE, always and by SHA-256."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Raise InvalidRequestError without a challenge."""
        sent = grant.request.payload.data
        if not sent.get("code_challenge") or not sent.get("code_challenge_method"):
            raise InvalidRequestError("A code_challenge by S256 is required.")
        super().validate_code_challenge(grant, redirect_uri)

    def get_authorization_code_challenge_method(self, _code: Grant) -> str:
        """Return the only method."""
        return "S256"


class RefreshGrant(grants.RefreshTokenGrant):  # type: ignore[misc]
    """The next secret of a connection; what it allows stays as it is."""

    TOKEN_ENDPOINT_AUTH_METHODS = ONLY_PUBLIC

    def authenticate_refresh_token(self, refresh_token: str) -> Token | None:
        """Return the connection of a secret; a spent one ends it, as two programs have it."""
        working = Token.objects.working(timezone.now()).select_related("user")
        known = hash_of(refresh_token)
        if spent := working.filter(spent_hash=known).first():
            revoke_token(token=spent, now=timezone.now())
        return working.filter(refresh_hash=known).first()

    def authenticate_user(self, refresh_token: Token) -> User | None:
        """Return the user of a connection."""
        return refresh_token.user

    def issue_token(self, user: User, refresh_token: Token) -> Any:
        """Return new secrets with the scopes of the connection."""
        return self.generate_token(user=user, scope=refresh_token.get_scope())

    def revoke_old_credential(self, refresh_token: Token) -> None:
        """Do nothing: the new secrets have replaced the old ones."""


class DeviceGrant(DeviceCodeGrant):  # type: ignore[misc]
    """The code of a device, which asks again and again whether its user has decided."""

    TOKEN_ENDPOINT_AUTH_METHODS = ONLY_PUBLIC

    def query_device_credential(self, device_code: str) -> Grant | None:
        """Return the code of a device; raises InvalidGrantError."""
        app = self.server.query_client(self.request.payload.client_id)
        grant = _grant_by(device_code, app, is_device=True)
        if grant is None:
            raise InvalidGrantError
        return grant

    def query_user_grant(self, user_code: str) -> tuple[User, bool] | None:
        """Return what the user has decided, if so."""
        grant = Grant.objects.select_related("user").get(user_code=user_code)
        if grant.user is None:
            return None
        return grant.user, bool(grant.is_allowed) and grant.user.is_active

    def should_slow_down(self, credential: Grant) -> bool:
        """Return whether the device asks too often, and make it slower if so."""
        now = timezone.now()
        is_early = credential.next_poll_at is not None and now < credential.next_poll_at
        credential.interval += SLOWER_BY if is_early else 0
        credential.next_poll_at = now + timedelta(seconds=credential.interval)
        credential.save(update_fields=["interval", "next_poll_at"])
        return is_early


class DeviceEndpoint(DeviceAuthorizationEndpoint):  # type: ignore[misc]
    """Where a device gets its code."""

    CLIENT_AUTH_METHODS = ONLY_PUBLIC
    EXPIRES_IN = DEVICE_SECONDS

    def get_verification_uri(self) -> str:
        """Return the address that a user opens."""
        return absolute_url(reverse("api:connect_device"))

    def save_device_credential(self, client_id: str, scope: str, data: dict[str, Any]) -> None:
        """Store a code that waits for its user, and forget those that have waited in vain."""
        Grant.objects.filter(token=None, expires_at__lt=timezone.now() - CODE_LIFE).delete()
        app = App.objects.get(client_id=client_id)
        Grant.objects.create(
            app=app,
            scopes=sorted(set(app.get_allowed_scope(scope).split())),
            code_hash=hash_of(data["device_code"]),
            user_code=data["user_code"],
            expires_at=timezone.now() + timedelta(seconds=data["expires_in"]),
        )


class Revocation(RevocationEndpoint):  # type: ignore[misc]
    """Where an app ends its connection."""

    CLIENT_AUTH_METHODS = ONLY_PUBLIC

    def query_token(self, text: str, _hint: str | None) -> Token | None:
        """Return the connection of either secret."""
        known = hash_of(text)
        return Token.objects.filter(Q(token_hash=known) | Q(refresh_hash=known)).first()

    def revoke_token(self, token: Token, _request: object) -> None:
        """End a connection."""
        revoke_token(token=token, now=timezone.now())


def waiting_grant(text: str) -> Grant | None:
    """Return the code of a device that waits for a decision, by what a user has entered."""
    letters = re.sub("[^A-Z]", "", text.upper())
    waiting = Grant.objects.filter(is_allowed=None, expires_at__gt=timezone.now())
    code = f"{letters[:4]}-{letters[4:]}"
    return waiting.select_related("app").filter(user_code=code).first()


@transaction.atomic
def decide(grant: Grant, *, user: User, is_allowed: bool, **choice: Any) -> None:
    """Allow or refuse a device, once."""
    waiting = Grant.objects.filter(pk=grant.pk, is_allowed=None, expires_at__gt=timezone.now())
    if waiting.update(user=user, is_allowed=is_allowed, **choice) and is_allowed:
        grant.refresh_from_db()
        _log(grant)


server = Server(App, Token)
server.scopes_supported = [scope.value for scope in APP_SCOPES]
server.register_grant(CodeGrant, [OnlyS256()])
server.register_grant(RefreshGrant)
server.register_grant(DeviceGrant)
server.register_endpoint(DeviceEndpoint)
server.register_endpoint(Revocation)
