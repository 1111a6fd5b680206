"""Tokens, webhooks and streams."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ValidationError

from league.api import lookups, services, webhooks
from league.api.chapters import PROGRAMS
from league.api.models import Scope, Token, TokenQuerySet, Webhook, WebhookDelivery
from league.api.operations import Call
from league.api.serializers import programs
from league.clubs.queries import clubs_organised_by, player_of
from league.clubs.services import lock_club
from league.core.address import absolute_url
from league.core.live import sign_topic, topic_name
from league.core.safe_http import RefusedAddressError

CLUB = "clubs/<slug:slug>/"
WEBHOOK = "webhooks/<int:pk>/"
STREAM = "/live/"
"""The path that league/asgi.py hands to the streams."""


class TokenExistsError(APIException):
    """Raised when the key of a token was used: its text cannot be shown again."""

    status_code = HTTPStatus.CONFLICT
    default_code = "token_exists"
    default_detail = gettext_lazy(
        "This API token was already created and is shown only once. If you lost it, "
        "revoke it and create a new one."
    )


@PROGRAMS.get("tokens/", programs.TokenSerializer, scope=Scope.TOKENS, order=("-pk",))
def list_tokens(call: Call) -> TokenQuerySet:
    """List your valid tokens, and those of the clubs you organise, newest first."""
    return _tokens(call)


@PROGRAMS.create(
    "tokens/",
    programs.NewTokenSerializer,
    takes=programs.TokenCreateSerializer,
    scope=Scope.TOKENS,
)
def create_token(call: Call) -> object:
    """Create a token that allows no more than yours.

    It has scopes of your token, its club and at most its time. A repeated `key` is refused with
    `token_exists`, as the text is shown once. The scope `personal` is given only on the site.
    """
    sent = dict(call.sent)
    life = timedelta(days=sent.pop("days"))
    allowed = set(call.token.scopes if call.token else Scope.values) - {Scope.PERSONAL}
    if not allowed.issuperset(sent["scopes"]):
        raise ValidationError({"scopes": _("Your own token does not have these permissions.")})
    if call.token:
        life = min(life, call.token.expires_at - call.now)
    club = call.token.club if call.token else None
    try:
        token, text = services.create_token(
            user=lookups.person(call), club=club, life=life, now=call.now, **sent
        )
    except services.TokenCreatedError:
        raise TokenExistsError from None
    shown: Any = token
    shown.text = text
    return shown


@PROGRAMS.delete("tokens/<int:pk>/", scope=Scope.TOKENS)
def revoke_token(call: Call, pk: int) -> None:
    """Revoke a token of yours, or of a club you organise."""
    services.revoke_token(token=lookups.one_of(call, _tokens(call), "club", pk=pk), now=call.now)


@PROGRAMS.get(f"{CLUB}webhooks/", programs.WebhookSerializer, scope=Scope.ORGANISE, order=("-pk",))
def list_webhooks(call: Call, slug: str) -> QuerySet[Webhook]:
    """List the webhooks of a club, newest first."""
    return webhooks.webhooks_organised_by(call.user).filter(club=lookups.club_organised(call, slug))


@PROGRAMS.create(
    f"{CLUB}webhooks/", programs.NewWebhookSerializer, takes=programs.WebhookCreateSerializer
)
def create_webhook(call: Call, slug: str) -> object:
    """Create a webhook; a repeated `key` returns the same one."""
    club = lookups.club_organised(call, slug)
    by = player_of(call.user, club)
    try:
        made = webhooks.create_webhook(club=club, by=by, now=call.now, **call.sent)
    except RefusedAddressError as error:
        raise ValidationError({"url": str(error)}) from None
    shown: Any = lookups.one_of(call, webhooks.webhooks_organised_by(call.user), "club", pk=made.pk)
    shown.secret = webhooks.secret_of(shown)
    return shown


def _lock_webhook(call: Call, pk: int) -> None:
    lock_club(retrieve_webhook(call, pk).club_id)


@PROGRAMS.get(WEBHOOK, programs.WebhookSerializer, scope=Scope.ORGANISE, lock=_lock_webhook)
def retrieve_webhook(call: Call, pk: int) -> Webhook:
    """Show a webhook."""
    return lookups.one_of(call, webhooks.webhooks_organised_by(call.user), "club", pk=pk)


@PROGRAMS.delete(WEBHOOK)
def delete_webhook(call: Call, pk: int) -> None:
    """Delete a webhook and its deliveries."""
    webhooks.remove_webhook(webhook_id=retrieve_webhook(call, pk).pk)


@PROGRAMS.post(f"{WEBHOOK}enable/", programs.WebhookSerializer)
def enable_webhook(call: Call, pk: int) -> Webhook:
    """Enable a disabled webhook from now on."""
    webhooks.enable_webhook(webhook_id=retrieve_webhook(call, pk).pk)
    return retrieve_webhook(call, pk)


@PROGRAMS.post(f"{WEBHOOK}test/", programs.WebhookDeliverySerializer)
def test_webhook(call: Call, pk: int) -> WebhookDelivery:
    """Send a test event."""
    return webhooks.send_test(webhook=retrieve_webhook(call, pk), now=call.now)


@PROGRAMS.get(
    f"{WEBHOOK}deliveries/",
    programs.WebhookDeliverySerializer,
    scope=Scope.ORGANISE,
    order=("-pk",),
)
def list_webhook_deliveries(call: Call, pk: int) -> QuerySet[WebhookDelivery]:
    """List the deliveries of a webhook, newest first."""
    return retrieve_webhook(call, pk).deliveries.all()


@PROGRAMS.post("webhook-deliveries/<int:pk>/resend/", programs.WebhookDeliverySerializer)
def resend_webhook_delivery(call: Call, pk: int) -> WebhookDelivery:
    """Send a delivery again, under the same id."""
    found = WebhookDelivery.objects.filter(webhook__in=webhooks.webhooks_organised_by(call.user))
    delivery = lookups.one_of(call, found, "webhook__club", pk=pk)
    webhooks.resend(delivery_id=delivery.pk, now=call.now)
    delivery.refresh_from_db()
    return delivery


@PROGRAMS.get("competitions/<int:pk>/stream/", programs.StreamSerializer)
def retrieve_stream(call: Call, pk: int) -> object:
    """Show where the changes of a competition are streamed as server-sent events.

    A message says `{"topic": "competition:5", "version": 13}`, the new revision; read what you need
    from the API. After a lost connection begin again with the last revision as `version`, and
    nothing is missed.
    """
    competition = lookups.competition_seen(call, pk)
    topic = topic_name("competition", pk)
    query = urlencode({"topic": sign_topic(topic), "version": competition.version})
    return {
        "topic": topic,
        "revision": competition.version,
        "url": absolute_url(f"{STREAM}?{query}"),
    }


def _tokens(call: Call) -> TokenQuerySet:
    """Return the valid tokens that the user may revoke, within the club of the call's token."""
    valid = Token.objects.working(call.now).select_related("club", "app")
    own = valid.filter(user=lookups.person(call), club=None)
    of_clubs = valid.filter(club__in=clubs_organised_by(call.user).order_by().values("pk"))
    if call.token is not None and call.token.club_id is not None:
        return of_clubs.filter(club=call.token.club_id)
    return own | of_clubs
