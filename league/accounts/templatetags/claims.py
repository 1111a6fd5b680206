"""Template tags of claims: the visitor's own on a player's page, and how many wait."""

from django import template

from league.accounts.models import Claim
from league.accounts.queries import claims_answered_by
from league.clubs.models import Club, Player, User

register = template.Library()


@register.simple_tag
def own_claim(user: User, player: Player) -> Claim | None:
    """Return the visitor's newest claim of a player."""
    return Claim.objects.filter(user=user, player=player).order_by("-created_at", "-pk").first()


@register.simple_tag
def waiting_claims(user: User, club: Club) -> int:
    """Return how many claims of a club wait for this organiser."""
    return claims_answered_by(user, club).count()
