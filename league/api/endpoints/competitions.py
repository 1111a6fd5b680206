"""Competitions, their terms, rounds and adjustments, and who takes part."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.endpoints.stages import stage_terms
from league.api.operations import CREATED, Call, operation
from league.api.paging import list_of
from league.api.serializers import competitions, standings
from league.api.serializers.rounds import RoundSerializer, RoundsQuerySerializer
from league.clubs.models import Club, Player
from league.competitions import queries, services
from league.competitions.models import (
    DEFAULT_PLACE_POINTS,
    DEFAULT_TABLE_MAX,
    DEFAULT_TABLE_MIN,
    Apart,
    Competition,
    Entry,
    Kind,
    Round,
    default_preferred_sizes,
)
from league.competitions.schedule import RoundTimes
from league.competitions.services import COMPETITION_TERMS, EntryDescription
from league.core.games import site_game
from league.results import adjustments
from league.results.models import Adjustment
from league.rounds import services as rounds
from league.rounds.services import describe_entries, enter_team


class CompetitionsView(ApiView):
    @operation(
        competitions.CompetitionSerializer,
        asks=competitions.CompetitionsQuerySerializer,
        order=("-pk",),
    )
    def get(self, call: Call) -> QuerySet[Competition]:
        """List the competitions of all clubs, the newest first."""
        listed = queries.competitions_listed_for(call.user)
        return lookups.within(call, listed, lookups.OF_COMPETITION).filter(**call.asked)


class ClubCompetitionsView(ApiView):
    @operation(
        competitions.CompetitionSerializer,
        asks=competitions.CompetitionsQuerySerializer,
        order=("-pk",),
    )
    def get(self, call: Call, slug: str) -> QuerySet[Competition]:
        """List a club's competitions, the newest first."""
        club = lookups.club_seen(call, slug)
        return queries.competitions_of(club, call.user).filter(**call.asked)

    @operation(
        competitions.CompetitionDetailSerializer,
        takes=competitions.CompetitionCreateSerializer,
        status=CREATED,
    )
    def post(self, call: Call, slug: str) -> object:
        """Make a competition with its first stage.

        A name is used once in a club, so what is sent twice makes one.
        """
        club = lookups.club_organised(call, slug)
        sent = dict(call.sent)
        game = sent.pop("game")
        made = services.create_competition(
            club=club,
            game=game,
            stage=stage_terms(sent.pop("stage", {})),
            rounds=[RoundTimes(**times) for times in sent.pop("rounds", [])],
            players=players_of(club, sent.pop("players", [])),
            terms=_terms(_first_terms(game) | sent, game),
            now=call.now,
        )
        return _opened(made)


class CompetitionByIdView(ApiView):
    @operation(competitions.CompetitionDetailSerializer, lock=locking.lock_competition)
    def get(self, call: Call, pk: int) -> object:
        """Show a competition with its stages."""
        return _opened(lookups.competition_seen(call, pk))

    @operation(competitions.CompetitionDetailSerializer, takes=competitions.TermsSerializer)
    def patch(self, call: Call, pk: int) -> object:
        """Change what a competition is played for; its standings follow."""
        competition = lookups.competition_organised(call, pk)
        now = {name: getattr(competition, name) for name in COMPETITION_TERMS}
        terms = _terms(now | dict(call.sent), competition.game)
        rounds.edit_competition(competition_id=pk, terms=terms, now=call.now)
        return _opened(lookups.competition_seen(call, pk))


class CompetitionRoundsView(ApiView):
    @operation(RoundSerializer, asks=RoundsQuerySerializer, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Round]:
        """List a competition's rounds."""
        competition = lookups.competition_seen(call, pk)
        return queries.rounds().filter(stage__competition=competition, **call.asked)

    @operation(RoundSerializer, takes=competitions.RoundCreateSerializer, status=CREATED)
    def post(self, call: Call, pk: int) -> Round:
        """Add a round, open at once if its time has come.

        One of this number that is there already is given back as it is.
        """
        lookups.competition_organised(call, pk)
        sent = dict(call.sent)
        number = sent.pop("number")
        return rounds.add_round(
            competition_id=pk, number=number, times=RoundTimes(**sent), now=call.now
        )


class CompetitionAdjustmentsView(ApiView):
    @operation(standings.AdjustmentSerializer, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Adjustment]:
        """List a competition's adjustments, cancelled ones too."""
        return Adjustment.objects.filter(competition=lookups.competition_seen(call, pk))

    @operation(
        standings.AdjustmentSerializer, takes=standings.AdjustmentCreateSerializer, status=CREATED
    )
    def post(self, call: Call, pk: int) -> Adjustment:
        """Give a penalty or a bonus, for a reason."""
        competition = lookups.competition_organised(call, pk)
        sent = {**call.sent, "key": f"api:{pk}:{call.sent['key']}"}
        by = lookups.acting_in(call, competition.club)
        return adjustments.adjust(competition_id=pk, **sent, by=by, now=call.now)


class AdjustmentCancellingView(ApiView):
    @operation(standings.AdjustmentSerializer, takes=standings.CancelSerializer)
    def post(self, call: Call, pk: int) -> Adjustment:
        """Cancel an adjustment, for a reason; it stays to be read."""
        organised = queries.competitions_organised_by(call.user).order_by()
        found = Adjustment.objects.filter(competition__in=organised)
        own = found.select_related("competition__club")
        adjustment = lookups.one_of(call, own, lookups.OF_ENTRY, pk=pk)
        by = lookups.acting_in(call, adjustment.competition.club)
        return adjustments.cancel_adjustment(adjustment_id=pk, **call.sent, by=by, now=call.now)


def _opened(competition: Competition) -> Competition:
    """Return a competition that lists its stages."""
    competition.stages_shown = list(queries.stages_of(competition))  # type: ignore[attr-defined]
    return competition


def _first_terms(game: str) -> dict[str, Any]:
    """Return the terms that the site's form shows at first."""
    seats = site_game(game).seats
    return {
        "kind": Kind.LEAGUE,
        "options": {},
        "table_min": min(max(DEFAULT_TABLE_MIN, seats[0]), seats[-1]),
        "table_max": min(DEFAULT_TABLE_MAX, seats[-1]),
        "table_preferred": default_preferred_sizes(),
        "place_points": list(DEFAULT_PLACE_POINTS),
    }


def _terms(values: Mapping[str, Any], game: str) -> Competition:
    """Return terms whose table sizes and points fit one another; raises ValidationError."""
    terms = Competition(**values)
    seats = site_game(game).seats
    faults: dict[str, list[str]] = {}
    if terms.table_min > terms.table_max:
        faults["table_max"] = [_("The largest table is smaller than the smallest.")]
    for name in ("table_min", "table_max"):
        if getattr(terms, name) not in seats:
            sizes = {"least": seats[0], "most": seats[-1]}
            faults[name] = [_("Write sizes from %(least)d to %(most)d.") % sizes]
    if any(not terms.table_min <= size <= terms.table_max for size in terms.table_preferred):
        sizes = {"least": terms.table_min, "most": terms.table_max}
        faults["table_preferred"] = [_("Write sizes from %(least)d to %(most)d.") % sizes]
    if list(terms.place_points) != sorted(terms.place_points, reverse=True):
        words = _("A better place cannot be worth less than a worse one.")
        faults["place_points"] = [words]
    if faults:
        raise ValidationError(faults)
    return terms


class CompetitionEntriesView(ApiView):
    @operation(competitions.EntrySerializer, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Entry]:
        """List who takes part."""
        return queries.entries_of(lookups.competition_seen(call, pk))

    @operation(
        list_of(competitions.EntrySerializer),
        takes=competitions.EntriesCreateSerializer,
        status=CREATED,
    )
    def post(self, call: Call, pk: int) -> object:
        """Let players take part, again if they had withdrawn."""
        competition = lookups.competition_organised(call, pk)
        players = players_of(competition.club, call.sent["players"])
        entries = services.enter_players(competition_id=pk, players=players, now=call.now)
        return {"results": entries}


class EntryByIdView(ApiView):
    @operation(competitions.EntryDetailSerializer, lock=locking.lock_entry)
    def get(self, call: Call, pk: int) -> Entry:
        """Show an entry, one that has withdrawn, too."""
        return lookups.entry_seen(call, pk)

    @operation(competitions.EntryDetailSerializer, takes=competitions.EntryUpdateSerializer)
    def patch(self, call: Call, pk: int) -> Entry:
        """Say in which team somebody plays, and whether they are a guest."""
        entry = lookups.entry_organised(call, pk)
        described = EntryDescription(
            **{"team": entry.team, "is_guest": entry.is_guest, **call.sent}
        )
        describe_entries(competition_id=entry.competition_id, descriptions={pk: described})
        return lookups.entry_seen(call, pk)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Let somebody take part no longer; what was played stays and counts."""
        entry = lookups.entry_organised(call, pk)
        services.withdraw_players(
            competition_id=entry.competition_id, players=[entry.player], now=call.now
        )


class CompetitionTeamsView(ApiView):
    @operation(list_of(competitions.EntrySerializer), takes=competitions.TeamCreateSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Let a team with its members take part; who takes part already comes into the team."""
        competition = lookups.competition_organised(call, pk)
        entries = enter_team(
            competition_id=pk,
            team=call.sent["team"],
            players=players_of(competition.club, call.sent.get("players", [])),
            new=call.sent.get("new", []),
            now=call.now,
        )
        numbers = [entry.pk for entry in entries]
        return {"results": queries.entries_of(competition).filter(pk__in=numbers).order_by("pk")}


class CompetitionApartsView(ApiView):
    @operation(competitions.ApartSerializer, order=("pk",), is_personal=True)
    def get(self, call: Call, pk: int) -> QuerySet[Apart]:
        """List the pairs that are kept apart here, those of the whole club included."""
        return queries.aparts_of(lookups.competition_organised(call, pk))

    @operation(
        competitions.ApartSerializer, takes=competitions.ApartCreateSerializer, status=CREATED
    )
    def post(self, call: Call, pk: int) -> Apart:
        """Keep two players apart when seats are drawn; said again, the reason changes."""
        competition = lookups.competition_organised(call, pk)
        apart = services.keep_apart(
            club=competition.club,
            competition=None if call.sent.get("everywhere") else competition,
            players=players_of(competition.club, call.sent["players"]),
            reason=call.sent["reason"],
            now=call.now,
        )
        return Apart.objects.select_related("one", "other").get(pk=apart.pk)


class ApartByIdView(ApiView):
    @operation()
    def delete(self, call: Call, pk: int, apart: int) -> None:
        """Keep two players apart no longer."""
        competition = lookups.competition_organised(call, pk)
        services.let_together(club=competition.club, apart_id=apart)


def players_of(club: Club, ids: list[int]) -> list[Player]:
    """Return players of a club; raises ValidationError for an id of somebody else."""
    players = list(Player.objects.active().filter(club=club, pk__in=ids).order_by("pk"))
    missing = sorted(set(ids) - {player.pk for player in players})
    if missing:
        words = _("%(id)d is no player of this club.") % {"id": missing[0]}
        raise ValidationError({"players": [words]}, code="unknown_player")
    return players
