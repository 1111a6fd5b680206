"""Make, use and revoke tokens, and end what programs do for somebody who leaves a club."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from league.api.models import Token
from league.api.models.tokens import TAIL_LENGTH
from league.api.queries import hash_token, tokens_of_club
from league.api.webhooks.services import switch_off_of
from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, Player, User

PREFIX = "menagerie_"
SECRET_BYTES = 32
USE_NOTED_EVERY = timedelta(minutes=1)


class MadeToken(NamedTuple):
    """A token that was just made, and its text, which nobody can read ever after."""

    token: Token
    text: str


class TokenMadeError(Exception):
    """The same form has made its token before; its text was shown then."""


@transaction.atomic
def make_token(
    *,
    user: User,
    club: Club | None,
    name: str,
    scopes: Collection[str],
    life: timedelta,
    key: UUID,
    now: datetime,
) -> MadeToken:
    """Make a token for somebody, or for a service of a club. Raises TokenMadeError."""
    text = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    try:
        with transaction.atomic():
            token = Token.objects.create(
                user=user,
                club=club,
                name=name,
                scopes=sorted(scopes),
                key=key,
                token_hash=hash_token(text),
                tail=text[-TAIL_LENGTH:],
                created_at=now,
                expires_at=now + life,
            )
    except IntegrityError:
        raise TokenMadeError from None
    note(club_id=token.club_id, verb=Verb.TOKEN_MADE, about=token, label=name)
    return MadeToken(token, text)


@transaction.atomic
def revoke_token(*, token_id: int, now: datetime) -> None:
    """Let a token open nothing any more; one that is revoked stays so."""
    token = Token.objects.get(pk=token_id)
    if Token.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=now):
        note(club_id=token.club_id, verb=Verb.TOKEN_REVOKED, about=token, label=token.name)


def note_use(*, token: Token, now: datetime) -> None:
    """Remember when a token was used last, to the minute."""
    is_noted = token.last_used_at is not None and token.last_used_at > now - USE_NOTED_EVERY
    if not is_noted:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
        Token.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)


def end_programs(player: Player, now: datetime) -> None:
    """Revoke a player's tokens of the club, and switch off the webhooks that the player made."""
    for token in tokens_of_club(player.club, now=now).filter(user=player.user_id):
        revoke_token(token_id=token.pk, now=now)
    switch_off_of(player=player, now=now)
