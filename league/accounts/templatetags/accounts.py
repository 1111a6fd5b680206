"""Template tags of accounts."""

from django import template

from league.accounts.models import PlayerClaim
from league.accounts.queries import claims_answered_by
from league.clubs.models import Club, Player, User

register = template.Library()


@register.simple_tag
def own_claim(user: User, player: Player) -> PlayerClaim | None:
    """Return the user's newest claim of a player."""
    claims = PlayerClaim.objects.filter(user=user, player=player)
    return claims.order_by("-created_at", "-pk").first()


@register.simple_tag
def waiting_claims(user: User, club: Club) -> int:
    """Return the number of a club's open claims for an organiser."""
    return claims_answered_by(user, club).count()
