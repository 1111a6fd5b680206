"""Lock a round before it is changed."""

from league.competitions.models import Round
from league.competitions.queries import rounds
from league.competitions.services import lock_competition


def lock_round(round_id: int) -> Round:
    """Lock a round's competition and read the round; raises Round.DoesNotExist."""
    competition_id = Round.objects.values_list("stage__competition", flat=True).get(pk=round_id)
    lock_competition(competition_id=competition_id)
    return rounds().get(pk=round_id)
