"""Read tokens and webhooks."""

import hashlib
from datetime import datetime

from django.db.models import QuerySet

from league.api.models import Sending, Token, Webhook
from league.clubs.models import Club, User
from league.clubs.queries import Visitor, clubs_organised_by


def hash_token(text: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(text.encode()).hexdigest()


def token_shown(text: str, *, now: datetime) -> Token | None:
    """Return the token of a text that a program has shown; None for one that opens nothing."""
    tokens = Token.objects.working(now).select_related("user", "club")
    return tokens.filter(token_hash=hash_token(text)).first()


def tokens_of(user: User, *, now: datetime) -> QuerySet[Token]:
    """Return somebody's own tokens that still work, the newest first."""
    return Token.objects.working(now).filter(user=user, club=None).order_by("-pk")


def tokens_of_club(club: Club, *, now: datetime) -> QuerySet[Token]:
    """Return the tokens of a club's services that still work, the newest first."""
    working = Token.objects.working(now).filter(club=club)
    return working.select_related("user").order_by("-pk")


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Return where a club's events are sent, the newest first."""
    return Webhook.objects.filter(club=club).order_by("-pk")


def webhooks_organised_by(user: Visitor) -> QuerySet[Webhook]:
    """Return the webhooks that somebody may look into and change."""
    clubs = clubs_organised_by(user).values("pk")
    return Webhook.objects.filter(club__in=clubs).select_related("club", "made_by")


def sendings_of(webhook: Webhook) -> QuerySet[Sending]:
    """Return what was sent to a webhook, the newest first."""
    return Sending.objects.filter(webhook=webhook).order_by("-pk")
