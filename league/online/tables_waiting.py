"""Tables that wait for somebody who is not there, shown on every page of the site.

Whether any table waits for an account is noted in the cache, so that pages of people for whom none
does ask the database nothing. The note is a hint: what is shown is read from the database.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Q

from league.clubs.models import Player
from league.online.models import OnlineSeat, OnlineTable, Phase

NOTED_FOR: Final = 60 * 60 * 24 * 7  # seconds
MOST_SHOWN: Final = 3


def _key(user_id: int) -> str:
    return f"online-waiting:{user_id}"


def record_waiting(user_ids: Iterable[int]) -> None:
    """Record that a table waits for some accounts."""
    notes = {_key(each): True for each in user_ids}
    if notes:
        cache.set_many(notes, NOTED_FOR)


def forget_waiting(user_id: int) -> None:
    """Forget the note about an account; the next page looks again if a table notes it anew."""
    cache.delete(_key(user_id))


def accounts_waited_for(table: OnlineTable, seats: Sequence[OnlineSeat]) -> set[int]:
    """Return the accounts that a table waits for: to act, or to come before the first hand."""
    if table.phase == Phase.PLAYING:
        acting = [seat for seat in seats if seat.acts_since and not seat.is_played_by_bot]
        return {seat.user_id for seat in acting if seat.user_id is not None}
    if table.phase != Phase.WAITING or table.is_pick_up:
        return set()
    if not any(seat.is_taken_by_person for seat in seats):
        return set()
    free = [seat for seat in seats if not seat.bot and not seat.is_taken_by_person]
    missing = [seat.player_id for seat in free if seat.player_id is not None]
    accounts = Player.objects.active().filter(pk__in=missing, user__isnull=False)
    return {each for each in accounts.values_list("user_id", flat=True) if each is not None}


def tables_waiting_for(user_id: int) -> list[OnlineTable]:
    """Return the tables that wait for an account, none without a note; the longest wait first."""
    if not cache.get(_key(user_id)):
        return []
    acts = Q(table__phase=Phase.PLAYING, acts_since__isnull=False, is_away=False, user=user_id)
    is_missing = Q(table__phase=Phase.WAITING, player__user=user_id, user=None, guest="")
    seats = OnlineSeat.objects.filter(acts | is_missing, bot="", waits_for_hand=False)
    found = seats.select_related("table__table__round__stage__competition")
    tables = [seat.table for seat in found.order_by("acts_since", "pk")[:MOST_SHOWN]]
    if not tables:
        forget_waiting(user_id)
    return tables


def table_waits(context: dict[str, Any]) -> dict[str, Any]:
    """Return the tables that wait for who reads a page, but for the one that the page shows."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return {"tables": []}
    shown = request.resolver_match.kwargs.get("token") if request.resolver_match else None
    return {"tables": [each for each in tables_waiting_for(user.pk) if each.token != shown]}
