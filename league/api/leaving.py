"""End what programs of a club do by the rights of somebody who leaves it."""

from datetime import datetime

from league.api.queries import tokens_of_club
from league.api.services import revoke_token
from league.api.webhooks.services import switch_off_of
from league.clubs.models import Player


def end_programs(player: Player, now: datetime) -> None:
    """Revoke a player's tokens of the club, and switch off the webhooks that the player made."""
    for token in tokens_of_club(player.club, now=now).filter(user=player.user_id):
        revoke_token(token_id=token.pk, now=now)
    switch_off_of(player=player, now=now)
