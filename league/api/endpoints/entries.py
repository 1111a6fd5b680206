"""Who takes part in a competition: entries, teams, and who is kept apart."""

from http import HTTPStatus

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import competitions as terms
from league.api.shapes import entries as shapes
from league.clubs.models import Club, Player
from league.competitions import queries, services
from league.competitions.models import Apart, Entry
from league.competitions.services import EntryDescription
from league.rounds.services import describe_entries, enter_team

CHAPTER = "Competitions"


class CompetitionEntries(Endpoint):
    """Who takes part in a competition."""

    tag = CHAPTER

    @operation(gives=terms.EntryShown, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Entry]:
        """List who takes part."""
        return queries.entries_of(finding.competition_seen(call, pk))

    @operation(
        takes=terms.EntriesSent,
        gives=terms.EntriesShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> object:
        """Let players take part, again if they had withdrawn."""
        competition = finding.competition_organised(call, pk)
        players = players_of(competition.club, call.sent["players"])
        entries = services.enter_players(competition_id=pk, players=players, now=call.now)
        return {"entries": entries}


class EntryById(Endpoint):
    """One entry."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_entry)

    @operation(gives=shapes.EntryOpened)
    def get(self, call: Call, pk: int) -> Entry:
        """Show an entry, one that has withdrawn, too."""
        return finding.entry_seen(call, pk)

    @operation(takes=shapes.EntryChange, gives=shapes.EntryOpened, scope=Scope.ORGANISE)
    def patch(self, call: Call, pk: int) -> Entry:
        """Say in which team somebody plays, and whether they are a guest."""
        entry = finding.entry_organised(call, pk)
        described = EntryDescription(
            call.sent.get("team", entry.team), call.sent.get("is_guest", entry.is_guest)
        )
        describe_entries(competition_id=entry.competition_id, descriptions={pk: described})
        return finding.entry_seen(call, pk)

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int) -> None:
        """Let somebody take part no longer; what was played stays and counts."""
        entry = finding.entry_organised(call, pk)
        services.withdraw_players(
            competition_id=entry.competition_id, players=[entry.player], now=call.now
        )


class CompetitionTeams(Endpoint):
    """A team that takes part."""

    tag = CHAPTER

    @operation(takes=shapes.TeamSent, gives=terms.EntriesShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Let a team with its members take part; who takes part already comes into the team."""
        competition = finding.competition_organised(call, pk)
        entries = enter_team(
            competition_id=pk,
            team=call.sent["team"],
            players=players_of(competition.club, call.sent.get("players", [])),
            new=call.sent.get("new", []),
            now=call.now,
        )
        numbers = [entry.pk for entry in entries]
        return {"entries": queries.entries_of(competition).filter(pk__in=numbers).order_by("pk")}


class CompetitionAparts(Endpoint):
    """Who is kept apart."""

    tag = CHAPTER

    @operation(gives=shapes.ApartShown, order=("pk",), is_personal=True)
    def get(self, call: Call, pk: int) -> QuerySet[Apart]:
        """List the pairs that are kept apart here, those of the whole club included."""
        return queries.aparts_of(finding.competition_organised(call, pk))

    @operation(
        takes=shapes.ApartSent,
        gives=shapes.ApartShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> Apart:
        """Keep two players apart when seats are drawn; said again, the reason changes."""
        competition = finding.competition_organised(call, pk)
        apart = services.keep_apart(
            club=competition.club,
            competition=None if call.sent.get("everywhere") else competition,
            players=players_of(competition.club, call.sent["players"]),
            reason=call.sent["reason"],
            now=call.now,
        )
        return Apart.objects.select_related("one", "other").get(pk=apart.pk)


class ApartById(Endpoint):
    """One pair that is kept apart."""

    tag = CHAPTER

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int, apart: int) -> None:
        """Keep two players apart no longer."""
        competition = finding.competition_organised(call, pk)
        services.let_together(club=competition.club, apart_id=apart)


def players_of(club: Club, ids: list[int]) -> list[Player]:
    """Return players of a club; raises ValidationError for an id of somebody else."""
    players = list(Player.objects.active().filter(club=club, pk__in=ids).order_by("pk"))
    missing = sorted(set(ids) - {player.pk for player in players})
    if missing:
        words = _("%(id)d is no player of this club.") % {"id": missing[0]}
        raise ValidationError({"players": [words]}, code="unknown_player")
    return players
