"""Apps, tokens of programs, and webhooks with their deliveries."""

from datetime import datetime
from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, User, make_token
from league.core.rule_texts import join_names

TAIL_LENGTH = 4
HASH_LENGTH = 64
ADDRESS_LENGTH = 500


class App(models.Model):
    """A program that people may connect, registered by its `owner`: a public OAuth client.

    Its methods are those that authlib asks of a client.
    """

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="apps")
    client_id = models.CharField(max_length=22, unique=True, default=make_token)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    redirect_uris = models.JSONField(_("redirect addresses"), default=list)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("app")
        verbose_name_plural = _("apps")

    def __str__(self) -> str:
        return self.name

    def get_client_id(self) -> str:
        """Return its public id."""
        return self.client_id

    def get_default_redirect_uri(self) -> str:
        """Return that an address has to be named."""
        return ""

    def get_allowed_scope(self, scope: str) -> str:
        """Return the scopes it may ask for, of those that the server knows."""
        return scope or Scope.READ

    def check_redirect_uri(self, uri: str) -> bool:
        """Return whether an address is one of its own, to the letter."""
        return uri in self.redirect_uris

    def check_endpoint_auth_method(self, method: str, _endpoint: str) -> bool:
        """Return that it has no secret."""
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        """Return whether it may ask for a code, and for nothing else."""
        return response_type == "code"

    def check_grant_type(self, _grant_type: str) -> bool:
        """Return that it may use all grants of the server."""
        return True


class TokenQuerySet(models.QuerySet["Token"]):
    """A queryset of tokens."""

    def working(self, now: datetime) -> "TokenQuerySet":
        """Return the valid tokens."""
        return self.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)


class Token(models.Model):
    """A secret by which a program acts for its user, within its scopes; stored as a SHA-256.

    A token with a `club` is limited to it, and can be revoked by its organisers. `tail` are the
    last letters of the secret, `key` makes the form safe to send twice.

    The token of a connected `app` has a secret until `access_until`, and a second one that gets it
    the next; `spent_hash` is that of the last one, whose use again ends the connection.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    scopes = models.JSONField(_("permissions"), default=list)
    key = models.UUIDField(unique=True)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    app = models.ForeignKey(
        App, on_delete=models.CASCADE, null=True, blank=True, related_name="tokens"
    )
    access_until = models.DateTimeField(null=True, blank=True)
    refresh_hash = models.CharField(max_length=HASH_LENGTH, null=True, blank=True, unique=True)
    spent_hash = models.CharField(max_length=HASH_LENGTH, null=True, blank=True, unique=True)
    tail = models.CharField(max_length=TAIL_LENGTH)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} · …{self.tail}"

    @property
    def scopes_text(self) -> str:
        """The labels of its scopes."""
        return join_names([str(scope.label) for scope in Scope if scope in self.scopes])

    def check_client(self, app: App) -> bool:
        """Return whether it is a token of an app."""
        return self.app_id == app.pk

    def get_scope(self) -> str:
        """Return its scopes as OAuth writes them."""
        return " ".join(self.scopes)


class Grant(models.Model):
    """A code of an app, exchanged once for a `token`, if its user has allowed that.

    Either the code of a redirect, with a challenge, or that of a device, which waits while the
    user enters the `user_code`. Its methods are those that authlib asks of codes.
    """

    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.CASCADE, null=True, related_name="+")
    scopes = models.JSONField(default=list)
    days = models.PositiveSmallIntegerField(default=0)
    code_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    user_code = models.CharField(max_length=9, null=True, blank=True, unique=True)
    redirect_uri = models.CharField(max_length=ADDRESS_LENGTH, blank=True)
    code_challenge = models.CharField(max_length=128, blank=True)
    is_allowed = models.BooleanField(null=True)
    expires_at = models.DateTimeField()
    next_poll_at = models.DateTimeField(null=True)
    interval = models.PositiveSmallIntegerField(default=5)

    class Meta:
        verbose_name = _("app access code")
        verbose_name_plural = _("app access codes")

    def __str__(self) -> str:
        return str(self.app)

    def get_client_id(self) -> str:
        """Return the id of the app."""
        return self.app.client_id

    def get_redirect_uri(self) -> str:
        """Return where the code was sent to."""
        return self.redirect_uri

    def get_scope(self) -> str:
        """Return the scopes as OAuth writes them."""
        return " ".join(self.scopes)

    def get_user_code(self) -> str | None:
        """Return the code that a user enters."""
        return self.user_code

    def is_expired(self) -> bool:
        """Return whether it is too late."""
        return self.expires_at <= timezone.now()


URL_LENGTH = 500
ERROR_LENGTH = 300
KEY_LENGTH = 80


class WebhookEventType(models.TextChoices):
    """An event that a webhook can be sent."""

    HAND_RECORDED = "hand.recorded", _("a hand was entered")
    HAND_CORRECTED = (
        "hand.corrected",
        _("a hand was corrected, voided or restored, or its dispute was resolved"),
    )
    HAND_CONFIRMED = "hand.confirmed", _("a hand was confirmed")
    HAND_DISPUTED = "hand.disputed", _("a hand was disputed")
    ROUND_OPENED = "round.opened", _("a round opened")
    ROUND_CLOSED = "round.closed", _("a round closed")
    STANDINGS_CHANGED = "standings.changed", _("a competition changed")
    ONLINE_FINISHED = "online.finished", _("an online table of a round ended")


TEST = "test"
"""The event of the test button."""


class Webhook(models.Model):
    """An address to which a club's events are sent, signed; disabled after too many `failures`.

    `seed` is the seed of its secret (see `secret_of`), `key` makes the form safe to send twice.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    url = models.CharField(_("address"), max_length=URL_LENGTH)
    events = models.JSONField(_("events"), default=list)
    seed = models.CharField(max_length=32, default=make_token)
    key = models.UUIDField(unique=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_reason = models.CharField(max_length=ERROR_LENGTH, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url


class WebhookCursor(models.Model):
    """The ids and versions up to which a club's events have been detected."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="webhook_cursor")
    revision = models.PositiveBigIntegerField(default=0)
    answer = models.PositiveBigIntegerField(default=0)
    versions = models.JSONField(default=dict)
    checked_at = models.DateTimeField()
    started_at = models.DateTimeField()

    class Meta:
        verbose_name = _("webhook cursor")
        verbose_name_plural = _("webhook cursors")

    def __str__(self) -> str:
        return str(self.club)


class WebhookDelivery(models.Model):
    """An event sent to a webhook, once for each key; `leased_until` is a worker's lease."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    uuid = models.UUIDField(unique=True, default=uuid4)
    key = models.CharField(max_length=KEY_LENGTH)
    event = models.CharField(max_length=20)
    body = models.TextField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=ERROR_LENGTH, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "key"], name="event_is_sent_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"],
                condition=Q(sent_at=None, given_up_at=None),
                name="webhook_delivery_unsent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.webhook}"


class Scope(models.TextChoices):
    """A permission of a token."""

    READ = "read", _("read everything its creator can see")
    RECORD = "record", _("enter, confirm, dispute and correct hands")
    PLAY = "play", _("play at online tables")
    ORGANISE = "organise", _("change players, competitions and rounds")
    PERSONAL = "personal", _("export personal data, including addresses")
    TOKENS = "tokens", _("create and revoke API tokens")


APP_SCOPES = tuple(scope for scope in Scope if scope != Scope.TOKENS)
"""What apps may ask for: no tokens, which would outlive the connection."""
