"""Change what a competition is played for."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from league.clubs.models import Club, Player
from league.clubs.services import add_players
from league.competitions import services as competitions
from league.competitions.models import Competition, Entry
from league.competitions.services import EntryDescription
from league.rounds.services.absences import settle_absences_again
from league.standings.services import recompute_competition
from league.standings.statistics.deeds import forget_deeds


@transaction.atomic
def edit_competition(*, competition_id: int, terms: Competition, now: datetime) -> Competition:
    """Change a competition's terms, and with them what closed rounds count and its standings.

    Raises name_taken and games.base.InvalidOptionsError.
    """
    before = Competition.objects.get(pk=competition_id).visibility
    competition = competitions.edit_competition(competition_id=competition_id, terms=terms)
    if competition.visibility != before:
        # Pages of ratings are drawn once a version of their book, which goes up with this.
        forget_deeds(competition=competition, rounds=())
    settle_absences_again(competition, now)
    recompute_competition(competition_id=competition_id)
    return competition


@transaction.atomic
def enter_team(
    *, competition_id: int, team: str, players: Sequence[Player], new: Sequence[str], now: datetime
) -> list[Entry]:
    """Let a team take part: players of the club, and new ones by name; return their entries.

    Who takes part already comes into the team. A name that the club has got meanwhile is not added
    again.
    """
    competition = competitions.lock_competition(competition_id=competition_id)
    add_players(club=competition.club, names=_unknown(competition.club, new), now=now)
    added = Player.objects.active().filter(club=competition.club_id, name__in=new)
    members = {player.pk: player for player in [*players, *added]}
    entries = competitions.enter_players(
        competition_id=competition_id, players=members.values(), now=now
    )
    describe_entries(
        competition_id=competition_id,
        descriptions={entry.pk: EntryDescription(team, entry.is_guest) for entry in entries},
    )
    return entries


def _unknown(club: Club, names: Sequence[str]) -> list[str]:
    known = set(Player.objects.active().filter(club=club).values_list("name", flat=True))
    return [name for name in names if name not in known]


@transaction.atomic
def describe_entries(*, competition_id: int, descriptions: Mapping[int, EntryDescription]) -> None:
    """Say of entries in which team they are and whether they are guests, and rank them so."""
    competitions.describe_entries(competition_id=competition_id, descriptions=descriptions)
    recompute_competition(competition_id=competition_id)
