"""Look up what a call names, as the site's own pages do: what you may not see does not exist.

A token of a club finds nothing outside that club.
"""

from typing import Any, TypeVar, cast

from django.db.models import Model, Prefetch, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.accounts.queries import kept_instead_of
from league.api.operations import SAFE, Call
from league.api.problems import MovedError
from league.clubs import queries as clubs
from league.clubs.looking import find_shown
from league.clubs.models import Club, Player, User
from league.competitions import queries as competitions
from league.competitions.models import Competition, Entry, Round, Stage, Table
from league.core.missing import NothingHereError
from league.online.access import event_seen_by, table_seen_by
from league.online.models import DuplicateEvent, OnlineTable
from league.results import access
from league.results.errors import ResultError
from league.results.models import Hand
from league.results.queries import answers_in_order, table_of_hand

Found = TypeVar("Found", bound=Model)

OF_COMPETITION = "club"
OF_ENTRY = "competition__club"
OF_ROUND = "stage__competition__club"
OF_TABLE = "round__stage__competition__club"
OF_HAND = "table__round__stage__competition__club"


def within(call: Call, found: QuerySet[Found], club: str) -> QuerySet[Found]:
    """Keep what lies within the club of the call's token, if that has one."""
    if call.token is None or call.token.club_id is None:
        return found
    return found.filter(**{club: call.token.club_id})


def one_of(call: Call, found: QuerySet[Found], club: str, **named: object) -> Found:
    """Return the one of these that is named, within the club of the call's token."""
    return get_object_or_404(within(call, found, club), **named)


def _shown(call: Call, seen: QuerySet[Found], club: str, **named: object) -> Found:
    """Return likewise what one may look at, and note that it is shown."""
    return find_shown(call.http, within(call, seen, club), **named)


def club_seen(call: Call, slug: str) -> Club:
    """Return a club that one may look at."""
    return _shown(call, clubs.clubs_seen_by(call.user), "pk", slug=slug)


def club_organised(call: Call, slug: str) -> Club:
    """Return a club that one organises."""
    return one_of(call, clubs.clubs_organised_by(call.user), "pk", slug=slug)


def player_seen(call: Call, pk: int) -> Player:
    """Return a player; raise MovedError where one asks for who was merged into another."""
    seen = within(call, clubs.players_seen_by(call.user), "club")
    try:
        return find_shown(call.http, seen, pk=pk)
    except NothingHereError:
        kept = kept_instead_of(pk) if call.http.method in SAFE else None
        if kept is None or not seen.filter(pk=kept).exists():
            raise
        path = call.http.get_full_path().replace(f"/players/{pk}/", f"/players/{kept}/", 1)
        raise MovedError(path) from None


def player_managed(call: Call, pk: int) -> Player:
    """Return a player whom one may change."""
    return one_of(call, clubs.players_managed_by(call.user), "club", pk=pk)


def competition_seen(call: Call, pk: int) -> Competition:
    """Return a competition that one may look at."""
    return _shown(call, competitions.competitions_seen_by(call.user), OF_COMPETITION, pk=pk)


def competition_organised(call: Call, pk: int) -> Competition:
    """Return a competition that one organises."""
    return one_of(call, competitions.competitions_organised_by(call.user), OF_COMPETITION, pk=pk)


def stage_seen(call: Call, pk: int) -> Stage:
    """Return a stage of a competition that one may look at."""
    stage = get_object_or_404(Stage, pk=pk)
    stage.competition = competition_seen(call, stage.competition_id)
    return stage


def stage_organised(call: Call, pk: int) -> Stage:
    """Return a stage that one may change."""
    return one_of(call, competitions.stages_organised_by(call.user), OF_ENTRY, pk=pk)


def entry_seen(call: Call, pk: int) -> Entry:
    """Return an entry of a competition that one may look at."""
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=pk)
    entry.competition = competition_seen(call, entry.competition_id)
    return entry


def entry_organised(call: Call, pk: int) -> Entry:
    """Return an entry of a competition that one organises."""
    organised = competitions.competitions_organised_by(call.user).order_by()
    entries = Entry.objects.filter(competition__in=organised)
    return one_of(call, entries.select_related("player", "competition__club"), OF_ENTRY, pk=pk)


def round_seen(call: Call, pk: int) -> Round:
    """Return a round."""
    return _shown(call, competitions.rounds_seen_by(call.user), OF_ROUND, pk=pk)


def round_organised(call: Call, pk: int) -> Round:
    """Return a round that one organises."""
    return one_of(call, competitions.rounds_organised_by(call.user), OF_ROUND, pk=pk)


def table_seen(call: Call, pk: int) -> Table:
    """Return a table that one may look at, with its score."""
    return _shown(call, access.tables_seen_by(call.http).select_related("score"), OF_TABLE, pk=pk)


def table_organised(call: Call, pk: int) -> Table:
    """Return a table of a round that one organises."""
    organised = competitions.rounds_organised_by(call.user).order_by()
    found = competitions.tables().select_related("score").filter(round__in=organised)
    return one_of(call, found, OF_TABLE, pk=pk)


def table_recordable(call: Call, pk: int) -> Table:
    """Return a table at which one may write."""
    return one_of(call, access.tables_recordable_by(call.http), OF_TABLE, pk=pk)


def table_recording(call: Call, pk: int) -> tuple[Table, dict[str, Any]]:
    """Return a table at which one may write, and who writes there by which right."""
    table = table_recordable(call, pk)
    recorder = access.recorder_at(call.http, table)
    if recorder is None:
        raise ResultError("table_dissolved")
    return table, recorder._asdict()


def hand_seen(call: Call, pk: int) -> Hand:
    """Return a hand with its history."""
    answers = Prefetch("current__answers", queryset=answers_in_order())
    return one_of(call, access.hands_seen_by(call.http).prefetch_related(answers), OF_HAND, pk=pk)


def hand_recordable(call: Call, pk: int) -> Hand:
    """Return a hand of a table at which one may write."""
    return one_of(call, access.hands_of(access.tables_recordable_by(call.http)), OF_HAND, pk=pk)


def hand_scored(call: Call, pk: int) -> Hand:
    """Return a hand that one may correct, void and restore."""
    return one_of(call, access.hands_of(access.tables_scored_by(call.http)), OF_HAND, pk=pk)


def online_table_seen(call: Call, token: str) -> OnlineTable:
    """Return an online table: whoever has its token may look; a club's token reaches the club's."""
    table = table_seen_by(call.http, token)
    club = table.table.round.stage.competition.club_id if table.table else None
    if is_outside(call, club):
        raise Http404(_("There is no such table."))
    return table


def event_seen(call: Call, token: str) -> DuplicateEvent:
    """Return a duplicate event likewise."""
    event = event_seen_by(call.http, token)
    club = event.round.stage.competition.club_id if event.round else None
    if is_outside(call, club):
        raise Http404(_("There is nothing here."))
    return event


def is_outside(call: Call, club_id: int | None) -> bool:
    """Say whether what is of a club, or of none, is outside that of the call's token."""
    return call.token is not None and call.token.club_id not in {None, club_id}


def refuse_token_of_club(call: Call) -> None:
    """Raise Http404 for a token of a club, which reaches nothing outside that club."""
    if is_outside(call, None):
        raise Http404(_("There is nothing here."))


def person(call: Call) -> User:
    """Return who asks, where nobody asks without being somebody."""
    return cast("User", call.user)


def acting_in(call: Call, club: Club) -> Player | None:
    """Return the player that one is in a club, whose name stands under what one does."""
    return clubs.player_of(call.user, club)


def acting_at(call: Call, hand: Hand) -> Player | None:
    """Return likewise the player that one is in the club of a hand."""
    return acting_in(call, table_of_hand(hand).round.stage.competition.club)


def shown_or_404(value: Any) -> Any:
    """Return a value that is there; raise Http404 for None."""
    if value is None:
        raise Http404(_("There is nothing here."))
    return value
