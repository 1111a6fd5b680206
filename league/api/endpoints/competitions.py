"""Competitions, their settings, rounds, adjustments, entries, teams and separations."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api import lookups
from league.api.chapters import COMPETITIONS
from league.api.endpoints.stages import stage_settings
from league.api.operations import Call
from league.api.serializers import competitions, rounds, standings
from league.api.serializers.base import list_of
from league.clubs.models import Club, Player
from league.clubs.queries import player_of
from league.competitions import models, queries, services
from league.competitions.models import Competition, Entry, Kind, Round, Separation
from league.competitions.schedule import RoundTimes
from league.competitions.settings_forms import preferred_sizes
from league.core.games import offered_games, site_game
from league.results import adjustments
from league.results.models import Adjustment
from league.rounds.services import lifecycle
from league.rounds.services.competition import describe_entries, edit_competition, enter_team

COMPETITION = "competitions/<int:pk>/"
IN_CLUB = "clubs/<slug:slug>/competitions/"
LISTED = {"asks": competitions.CompetitionsQuerySerializer, "order": ("-pk",)}


@COMPETITIONS.get("competitions/", competitions.CompetitionSerializer, **LISTED)
def list_competitions(call: Call) -> QuerySet[Competition]:
    """List the competitions of all clubs, newest first."""
    listed = queries.competitions_listed_for(call.user)
    return lookups.within(call, listed, lookups.OF_COMPETITION).filter(**call.asked)


@COMPETITIONS.get(IN_CLUB, competitions.CompetitionSerializer, **LISTED)
def list_club_competitions(call: Call, slug: str) -> QuerySet[Competition]:
    """List the competitions of a club, newest first."""
    club = lookups.club_seen(call, slug)
    return queries.competitions_of(club, call.user).filter(**call.asked)


@COMPETITIONS.create(
    IN_CLUB,
    competitions.CompetitionDetailSerializer,
    takes=competitions.CompetitionCreateSerializer,
)
def create_competition(call: Call, slug: str) -> object:
    """Create a competition with its first stage; names are unique in a club."""
    club = lookups.club_organised(call, slug)
    sent = dict(call.sent)
    game = sent.pop("game")
    if game not in {each.slug for each in offered_games(club.pk)}:
        raise ValidationError({"game": [_("Unknown game.")]}, code="invalid_choice")
    competition = services.create_competition(
        club=club,
        game=game,
        stage=stage_settings(sent.pop("stage", {})),
        rounds=[RoundTimes(**times) for times in sent.pop("rounds", [])],
        players=players_of(club, sent.pop("players", [])),
        settings=_settings(_default_settings(game) | sent, game),
        now=call.now,
    )
    return _with_stages(competition)


@COMPETITIONS.get(
    COMPETITION, competitions.CompetitionDetailSerializer, lock=lookups.lock_competition
)
def retrieve_competition(call: Call, pk: int) -> object:
    """Show a competition with its stages."""
    return _with_stages(lookups.competition_seen(call, pk))


@COMPETITIONS.patch(
    COMPETITION,
    competitions.CompetitionDetailSerializer,
    takes=competitions.CompetitionSettingsSerializer,
)
def update_competition(call: Call, pk: int) -> object:
    """Change the settings of a competition; its standings are recalculated."""
    competition = lookups.competition_organised(call, pk)
    now = {name: getattr(competition, name) for name in services.COMPETITION_SETTINGS}
    settings = _settings(now | dict(call.sent), competition.game)
    edit_competition(competition_id=pk, settings=settings, now=call.now)
    return _with_stages(lookups.competition_seen(call, pk))


@COMPETITIONS.get(
    f"{COMPETITION}rounds/",
    rounds.RoundSerializer,
    asks=rounds.RoundsQuerySerializer,
    order=("pk",),
)
def list_rounds(call: Call, pk: int) -> QuerySet[Round]:
    """List the rounds of a competition."""
    competition = lookups.competition_seen(call, pk)
    return queries.rounds().filter(stage__competition=competition, **call.asked)


@COMPETITIONS.create(
    f"{COMPETITION}rounds/", rounds.RoundSerializer, takes=competitions.RoundCreateSerializer
)
def create_round(call: Call, pk: int) -> Round:
    """Add a round, opened at once if it is due; an existing number returns that round."""
    lookups.competition_organised(call, pk)
    sent = dict(call.sent)
    number = sent.pop("number")
    times = RoundTimes(**sent)
    return lifecycle.add_round(competition_id=pk, number=number, times=times, now=call.now)


@COMPETITIONS.get(f"{COMPETITION}adjustments/", standings.AdjustmentSerializer, order=("pk",))
def list_adjustments(call: Call, pk: int) -> QuerySet[Adjustment]:
    """List the adjustments of a competition, including cancelled ones."""
    return Adjustment.objects.filter(competition=lookups.competition_seen(call, pk))


@COMPETITIONS.create(
    f"{COMPETITION}adjustments/",
    standings.AdjustmentSerializer,
    takes=standings.AdjustmentCreateSerializer,
)
def create_adjustment(call: Call, pk: int) -> Adjustment:
    """Add a penalty or bonus."""
    competition = lookups.competition_organised(call, pk)
    sent = {**call.sent, "key": f"api:{pk}:{call.sent['key']}"}
    by = player_of(call.user, competition.club)
    return adjustments.adjust(competition_id=pk, **sent, by=by, now=call.now)


@COMPETITIONS.post(
    "adjustments/<int:pk>/cancel/", standings.AdjustmentSerializer, takes=standings.CancelSerializer
)
def cancel_adjustment(call: Call, pk: int) -> Adjustment:
    """Cancel an adjustment; it remains listed."""
    organised = queries.competitions_organised_by(call.user).order_by()
    found = Adjustment.objects.filter(competition__in=organised)
    own = found.select_related("competition__club")
    adjustment = lookups.one_of(call, own, lookups.OF_ENTRY, pk=pk)
    by = player_of(call.user, adjustment.competition.club)
    return adjustments.cancel_adjustment(adjustment_id=pk, **call.sent, by=by, now=call.now)


def _with_stages(competition: Competition) -> Competition:
    competition.stages_shown = list(queries.stages_of(competition))  # type: ignore[attr-defined]
    return competition


def _default_settings(game: str) -> dict[str, Any]:
    """Return the defaults of the site's form."""
    seats = site_game(game).seats
    return {
        "kind": Kind.LEAGUE,
        "options": {},
        "table_min": min(max(models.DEFAULT_TABLE_MIN, seats[0]), seats[-1]),
        "table_max": min(models.DEFAULT_TABLE_MAX, seats[-1]),
        "table_preferred": preferred_sizes(seats),
        "place_points": list(models.DEFAULT_PLACE_POINTS),
    }


def _settings(values: Mapping[str, Any], game: str) -> Competition:
    """Return settings with consistent sizes and points; raises ValidationError."""
    settings = Competition(**values)
    seats = site_game(game).seats
    sizes_text = _("Enter table sizes from %(least)d to %(most)d.")
    faults: dict[str, list[str]] = {}
    if settings.table_min > settings.table_max:
        faults["table_max"] = [
            _("The largest table is smaller than the smallest one. Change one of the sizes.")
        ]
    for name in ("table_min", "table_max"):
        if getattr(settings, name) not in seats:
            faults[name] = [sizes_text % {"least": seats[0], "most": seats[-1]}]
    least, most = settings.table_min, settings.table_max
    if any(not least <= size <= most for size in settings.table_preferred):
        faults["table_preferred"] = [sizes_text % {"least": least, "most": most}]
    if list(settings.place_points) != sorted(settings.place_points, reverse=True):
        faults["place_points"] = [
            _("A better place cannot be worth fewer points than a worse one.")
        ]
    if faults:
        raise ValidationError(faults)
    return settings


@COMPETITIONS.get(f"{COMPETITION}entries/", competitions.EntrySerializer, order=("pk",))
def list_entries(call: Call, pk: int) -> QuerySet[Entry]:
    """List the entries of a competition."""
    return queries.entries_of(lookups.competition_seen(call, pk))


@COMPETITIONS.create(
    f"{COMPETITION}entries/",
    list_of(competitions.EntrySerializer),
    takes=competitions.EntriesCreateSerializer,
)
def create_entries(call: Call, pk: int) -> object:
    """Enter players, including withdrawn ones."""
    competition = lookups.competition_organised(call, pk)
    players = players_of(competition.club, call.sent["players"])
    entries = services.enter_players(competition_id=pk, players=players, now=call.now)
    return {"results": entries}


@COMPETITIONS.get("entries/<int:pk>/", competitions.EntryDetailSerializer, lock=lookups.lock_entry)
def retrieve_entry(call: Call, pk: int) -> Entry:
    """Show an entry, including a withdrawn one."""
    return lookups.entry_seen(call, pk)


@COMPETITIONS.patch(
    "entries/<int:pk>/",
    competitions.EntryDetailSerializer,
    takes=competitions.EntryUpdateSerializer,
)
def update_entry(call: Call, pk: int) -> Entry:
    """Change the team of an entry, or whether it is a guest."""
    entry = lookups.entry_organised(call, pk)
    values = {"team": entry.team, "is_guest": entry.is_guest, **call.sent}
    described = services.EntryDescription(**values)
    describe_entries(competition_id=entry.competition_id, descriptions={pk: described})
    return lookups.entry_seen(call, pk)


@COMPETITIONS.delete("entries/<int:pk>/")
def delete_entry(call: Call, pk: int) -> None:
    """Withdraw an entry; its results remain and count."""
    entry = lookups.entry_organised(call, pk)
    services.withdraw_players(
        competition_id=entry.competition_id, players=[entry.player], now=call.now
    )


@COMPETITIONS.post(
    f"{COMPETITION}teams/",
    list_of(competitions.EntrySerializer),
    takes=competitions.TeamCreateSerializer,
)
def create_team(call: Call, pk: int) -> object:
    """Enter a team with its members; existing entries join the team."""
    competition = lookups.competition_organised(call, pk)
    entries = enter_team(
        competition_id=pk,
        team=call.sent["team"],
        players=players_of(competition.club, call.sent.get("players", [])),
        new=call.sent.get("new", []),
        now=call.now,
    )
    members = queries.entries_of(competition).filter(pk__in=[entry.pk for entry in entries])
    return {"results": members.order_by("pk")}


@COMPETITIONS.get(
    f"{COMPETITION}separations/", competitions.SeparationSerializer, order=("pk",), is_personal=True
)
def list_separations(call: Call, pk: int) -> QuerySet[Separation]:
    """List the players kept apart in a competition, including those of the whole club."""
    return queries.separations_of(lookups.competition_organised(call, pk))


@COMPETITIONS.create(
    f"{COMPETITION}separations/",
    competitions.SeparationSerializer,
    takes=competitions.SeparationCreateSerializer,
)
def create_separation(call: Call, pk: int) -> Separation:
    """Keep two players apart; for an existing separation, change its reason."""
    competition = lookups.competition_organised(call, pk)
    separation = services.add_separation(
        club=competition.club,
        competition=None if call.sent.get("everywhere") else competition,
        players=players_of(competition.club, call.sent["players"]),
        reason=call.sent["reason"],
        now=call.now,
    )
    return Separation.objects.select_related("one", "other").get(pk=separation.pk)


@COMPETITIONS.delete(f"{COMPETITION}separations/<int:separation>/")
def delete_separation(call: Call, pk: int, separation: int) -> None:
    """Remove a separation."""
    competition = lookups.competition_organised(call, pk)
    services.remove_separation(club=competition.club, separation_id=separation)


def players_of(club: Club, ids: list[int]) -> list[Player]:
    """Return players of a club; raises ValidationError for other ids."""
    players = list(Player.objects.active().filter(club=club, pk__in=ids).order_by("pk"))
    missing = sorted(set(ids) - {player.pk for player in players})
    if missing:
        text = _("%(id)d is not a player of this club.") % {"id": missing[0]}
        raise ValidationError({"players": [text]}, code="unknown_player")
    return players
