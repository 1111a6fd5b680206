"""Change what a competition is played for."""

from django.db import transaction

from league.competitions import services as competitions
from league.competitions.models import Competition
from league.competitions.services import Terms
from league.standings.services import recompute_competition


@transaction.atomic
def edit_competition(*, competition_id: int, terms: Terms) -> Competition:
    """Change a competition's terms, and its standings with them.

    Raises league.competitions.services.NameTakenError and games.base.InvalidOptionsError.
    """
    competition = competitions.edit_competition(competition_id=competition_id, terms=terms)
    recompute_competition(competition_id=competition_id)
    return competition
