"""Replies of players whether they come to a round."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.clubs.services import refuse_viewers
from league.competitions.models import Reply, Round, RoundStatus
from league.competitions.writing import bump, lock_round
from league.rounds.errors import RoundError, wrong_status
from league.rounds.queries import may_play


@transaction.atomic
def reply_to_round(*, round_id: int, player: Player, is_coming: bool, now: datetime) -> Round:
    """Store whether a player comes to a scheduled round; raises ClubError for viewers."""
    round = lock_round(round_id)
    if round.status != RoundStatus.SCHEDULED or round.is_missed:
        text = _("Round %(number)d is not scheduled any more. Your reply was not saved.")
        raise wrong_status(round, text)
    refuse_viewers([player])
    if not may_play(round, player):
        raise RoundError("not_gone_on")
    before = Reply.objects.filter(round=round, player=player).first()
    if before is None or before.is_coming != is_coming:
        Reply.objects.update_or_create(
            round=round, player=player, defaults={"is_coming": is_coming, "replied_at": now}
        )
        bump(competition_id=round.stage.competition_id)
    return round
