"""Lock a round, and refuse in words."""

from league.competitions.models import Round
from league.competitions.queries import rounds
from league.competitions.services import lock_competition


class RoundError(Exception):
    """Something cannot be done to a round now; the message says why, and what can be done."""


def lock_round(round_id: int) -> Round:
    """Lock a round's competition and read the round; raises Round.DoesNotExist."""
    competition_id = Round.objects.values_list("stage__competition", flat=True).get(pk=round_id)
    lock_competition(competition_id=competition_id)
    return rounds().get(pk=round_id)
