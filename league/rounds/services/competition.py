"""Change what a competition is played for."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from league.competitions import services as competitions
from league.competitions.models import Competition
from league.competitions.services import EntryDescription, Terms
from league.rounds.services.absences import settle_absences_again
from league.standings.services import recompute_competition


@transaction.atomic
def edit_competition(*, competition_id: int, terms: Terms, now: datetime) -> Competition:
    """Change a competition's terms, and with them what closed rounds count and its standings.

    Raises league.competitions.services.NameTakenError and games.base.InvalidOptionsError.
    """
    competition = competitions.edit_competition(competition_id=competition_id, terms=terms)
    settle_absences_again(competition, now)
    recompute_competition(competition_id=competition_id)
    return competition


@transaction.atomic
def describe_entries(*, competition_id: int, descriptions: Mapping[int, EntryDescription]) -> None:
    """Say of entries in which team they are and whether they are guests, and rank them so."""
    competitions.describe_entries(competition_id=competition_id, descriptions=descriptions)
    recompute_competition(competition_id=competition_id)
