"""Look up the objects of a call, if they are visible and within the club of its token."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, cast

from django.db.models import Model, Prefetch, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.accounts.queries import merged_into
from league.api.operations import SAFE, Call
from league.api.problems import MovedError
from league.clubs import queries as clubs
from league.clubs import services as club_services
from league.clubs.access import get_visible_or_404
from league.clubs.models import Club, Player, User
from league.competitions import queries as competitions
from league.competitions import writing
from league.competitions.models import Entry, Stage, Table
from league.core.middleware import NotVisibleError
from league.online.access import event_seen_by, table_seen_by
from league.online.models import DuplicateEvent, OnlineTable
from league.results import access
from league.results.authors import Author
from league.results.errors import ResultError
from league.results.models import Hand
from league.results.queries import responses_in_order

Found = TypeVar("Found", bound=Model)

OF_COMPETITION = "club"
OF_ENTRY = "competition__club"
OF_ROUND = "stage__competition__club"
OF_TABLE = f"round__{OF_ROUND}"
OF_HAND = f"table__{OF_TABLE}"


def within(call: Call, found: QuerySet[Found], club: str) -> QuerySet[Found]:
    """Return the objects within the club of the call's token, if it has one."""
    if call.token is None or call.token.club_id is None:
        return found
    return found.filter(**{club: call.token.club_id})


def one_of(call: Call, found: QuerySet[Found], club: str, **named: object) -> Found:
    """Return one object within the club of the call's token; raises Http404."""
    return get_object_or_404(within(call, found, club), **named)


def _seen(
    seen_by: Callable[[clubs.Visitor], QuerySet[Found]], club: str
) -> Callable[[Call, int], Found]:
    """Return the lookup of a visible object, which records its visibility."""

    def find(call: Call, pk: int) -> Found:
        return get_visible_or_404(call.http, within(call, seen_by(call.user), club), pk=pk)

    return find


def _changed(
    changed_by: Callable[[clubs.Visitor], QuerySet[Found]], club: str
) -> Callable[[Call, int], Found]:
    """Return the lookup of an object that the user may change."""
    return lambda call, pk: one_of(call, changed_by(call.user), club, pk=pk)


def club_seen(call: Call, slug: str) -> Club:
    """Return a visible club."""
    return get_visible_or_404(
        call.http, within(call, clubs.clubs_visible_to(call.user), "pk"), slug=slug
    )


def club_organised(call: Call, slug: str) -> Club:
    """Return a club of which the user is an organiser."""
    return one_of(call, clubs.clubs_organised_by(call.user), "pk", slug=slug)


def player_seen(call: Call, pk: int) -> Player:
    """Return a visible player; raises MovedError for one merged into another."""
    seen = within(call, clubs.players_visible_to(call.user), "club")
    try:
        return get_visible_or_404(call.http, seen, pk=pk)
    except NotVisibleError:
        target = merged_into(pk) if call.http.method in SAFE else None
        if target is None or not seen.filter(pk=target).exists():
            raise
        path = call.http.get_full_path().replace(f"/players/{pk}/", f"/players/{target}/", 1)
        raise MovedError(path) from None


player_managed = _changed(clubs.players_managed_by, "club")
competition_seen = _seen(competitions.competitions_visible_to, OF_COMPETITION)
competition_organised = _changed(competitions.competitions_organised_by, OF_COMPETITION)
stage_organised = _changed(competitions.stages_organised_by, OF_ENTRY)
round_seen = _seen(competitions.rounds_seen_by, OF_ROUND)
round_organised = _changed(competitions.rounds_organised_by, OF_ROUND)


def stage_seen(call: Call, pk: int) -> Stage:
    """Return a stage of a visible competition."""
    stage = get_object_or_404(Stage, pk=pk)
    stage.competition = competition_seen(call, stage.competition_id)
    return stage


def entry_seen(call: Call, pk: int) -> Entry:
    """Return an entry of a visible competition."""
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=pk)
    entry.competition = competition_seen(call, entry.competition_id)
    return entry


def entry_organised(call: Call, pk: int) -> Entry:
    """Return an entry of an organised competition."""
    organised = competitions.competitions_organised_by(call.user).order_by()
    entries = Entry.objects.filter(competition__in=organised)
    return one_of(call, entries.select_related("player", "competition__club"), OF_ENTRY, pk=pk)


def table_seen(call: Call, pk: int) -> Table:
    """Return a visible table with its score."""
    seen = access.tables_seen_by(call.http).select_related("score")
    return get_visible_or_404(call.http, within(call, seen, OF_TABLE), pk=pk)


def table_organised(call: Call, pk: int) -> Table:
    """Return a table of an organised round."""
    organised = competitions.rounds_organised_by(call.user).order_by()
    found = competitions.tables().select_related("score").filter(round__in=organised)
    return one_of(call, found, OF_TABLE, pk=pk)


def table_recordable(call: Call, pk: int) -> Table:
    """Return a table at which the user may record."""
    return one_of(call, access.tables_recordable_by(call.http), OF_TABLE, pk=pk)


def table_recording(call: Call, pk: int) -> tuple[Table, Author]:
    """Return such a table, and who records there in which role; raises ResultError."""
    table = table_recordable(call, pk)
    recorder = access.recorder_at(call.http, table)
    if recorder is None:
        raise ResultError("table_dissolved")
    return table, recorder


def hand_seen(call: Call, pk: int) -> Hand:
    """Return a visible hand with its responses."""
    answers = Prefetch("current__responses", queryset=responses_in_order())
    return one_of(call, access.hands_seen_by(call.http).prefetch_related(answers), OF_HAND, pk=pk)


def hand_recordable(call: Call, pk: int) -> Hand:
    """Return a hand of a table at which the user may record."""
    return one_of(call, access.hands_of(access.tables_recordable_by(call.http)), OF_HAND, pk=pk)


def hand_scored(call: Call, pk: int) -> Hand:
    """Return a hand that the user may correct, void and restore."""
    return one_of(call, access.hands_of(access.tables_scored_by(call.http)), OF_HAND, pk=pk)


def online_table_seen(call: Call, token: str) -> OnlineTable:
    """Return the online table of a token, within the club of the call's token."""
    table = table_seen_by(call.http, token)
    club = table.table.round.stage.competition.club_id if table.table else None
    if is_outside(call, club):
        raise Http404(_("This table does not exist."))
    return table


def event_seen(call: Call, token: str) -> DuplicateEvent:
    """Return the duplicate event of a token, within the club of the call's token."""
    event = event_seen_by(call.http, token)
    club = event.round.stage.competition.club_id if event.round else None
    if is_outside(call, club):
        raise Http404(_("Nothing was found at this address."))
    return event


def is_outside(call: Call, club_id: int | None) -> bool:
    """Return whether a club, or none, is outside the club of the call's token."""
    return call.token is not None and call.token.club_id not in {None, club_id}


def refuse_token_of_club(call: Call) -> None:
    """Raise Http404 for a token that is limited to a club."""
    if is_outside(call, None):
        raise Http404(_("Nothing was found at this address."))


def person(call: Call) -> User:
    """Return the authenticated user."""
    return cast("User", call.user)


def shown_or_404(value: Any) -> Any:
    """Return a value; raises Http404 for None."""
    if value is None:
        raise Http404(_("Nothing was found at this address."))
    return value


def lock_club(call: Call, slug: str) -> None:
    """Lock a club."""
    club_services.lock_club(club_seen(call, slug).pk)


def lock_player(call: Call, pk: int) -> None:
    """Lock the club of a player."""
    club_services.lock_club(player_seen(call, pk).club_id)


def _locking(find: Callable[[Call, int], object], competition: str) -> Callable[..., None]:
    """Return a function that locks the competition of an object."""

    def lock(call: Call, pk: int) -> None:
        found = find(call, pk)
        writing.lock_competition(competition_id=attrgetter(competition)(found))

    return lock


lock_competition = _locking(competition_seen, "pk")
lock_round = _locking(round_seen, "stage.competition_id")
lock_stage = _locking(stage_seen, "competition_id")
lock_entry = _locking(entry_seen, "competition_id")
lock_table = _locking(table_seen, "round.stage.competition_id")
lock_hand = _locking(hand_seen, "table.round.stage.competition_id")
