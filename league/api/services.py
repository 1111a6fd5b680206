"""Create, find and revoke tokens, and end those of a player who leaves a club."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from league.api.models import TAIL_LENGTH, Token
from league.api.webhooks import disable_webhooks_of
from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player, User

PREFIX = "menagerie_"
SECRET_BYTES = 32
USE_RECORDED_EVERY = timedelta(minutes=1)


class CreatedToken(NamedTuple):
    """A new token and its text, which is not stored."""

    token: Token
    text: str


class TokenCreatedError(Exception):
    """Raised when the same form has already created its token."""


def new_text() -> str:
    """Return a new secret."""
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def hash_of(text: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()


def find_token(text: str, *, now: datetime) -> Token | None:
    """Return the valid token of a text, if any."""
    tokens = Token.objects.working(now).select_related("user", "club")
    is_fresh = Q(access_until=None) | Q(access_until__gt=now)
    return tokens.filter(is_fresh, token_hash=hash_of(text)).first()


@transaction.atomic
def create_token(
    *,
    user: User,
    club: Club | None,
    name: str,
    scopes: Collection[str],
    life: timedelta,
    key: UUID,
    now: datetime,
    text: str = "",
) -> CreatedToken:
    """Create a token of a user, or of a club's service; raises TokenCreatedError."""
    text = text or new_text()
    try:
        with transaction.atomic():
            token = Token.objects.create(
                user=user,
                club=club,
                name=name,
                scopes=sorted(scopes),
                key=key,
                token_hash=hash_of(text),
                tail=text[-TAIL_LENGTH:],
                created_at=now,
                expires_at=now + life,
            )
    except IntegrityError:
        raise TokenCreatedError from None
    log_action(club_id=token.club_id, action=Action.TOKEN_CREATED, about=token, label=name)
    return CreatedToken(token, text)


@transaction.atomic
def revoke_token(*, token: Token, now: datetime) -> None:
    """Revoke a token; safe to call twice."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        log_action(
            club_id=token.club_id, action=Action.TOKEN_REVOKED, about=token, label=token.name
        )


def record_use(*, token: Token, now: datetime) -> None:
    """Store when a token was last used, to the minute."""
    before = now - USE_RECORDED_EVERY
    if token.last_used_at is None or token.last_used_at <= before:
        is_due = Q(last_used_at=None) | Q(last_used_at__lte=before)
        Token.objects.filter(is_due, pk=token.pk).update(last_used_at=now)


def end_programs(player: Player, now: datetime) -> None:
    """Revoke a player's tokens of the club, and disable the webhooks the player created."""
    for token in (
        Token.objects.working(now).filter(club=player.club, user=player.user_id).order_by("-pk")
    ):
        revoke_token(token=token, now=now)
    disable_webhooks_of(player=player, now=now)
