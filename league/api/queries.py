"""Read tokens."""

import hashlib
from datetime import datetime

from django.db.models import QuerySet

from league.api.models import Token
from league.clubs.models import Club, User


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
