"""The lobbies: everybody's and those of clubs, their open tables, and who waits for a match."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from league.clubs.models import Club
from league.core import live
from league.core.games import SiteGame
from league.online.models import Listing, Lobby, OnlineSeat, OnlineTable, Phase, QuickMatch

MOST_LISTED: Final = 30
# A page that waits looks every few seconds; in a hidden tab once a minute.
WAITS_FOR: Final = timedelta(seconds=90)
# Whoever has a seat at a table that went on so lately counts as somebody who plays.
PLAYS_FOR: Final = timedelta(minutes=10)
COUNTED_FOR: Final = 15  # seconds
QUICK_SEATS: Final = 4


def lobby_of(club: Club | None) -> Lobby:
    """Return the lobby of a club, or everybody's."""
    return Lobby.objects.get_or_create(club=club)[0]


def touch_lobby(club_id: int | None) -> None:
    """Let the pages of a lobby look again."""
    known = Lobby.objects.filter(club=club_id).first()
    lobby = known or Lobby.objects.get_or_create(club=club_id and Club.objects.get(pk=club_id))[0]
    live.bump_versions(lobby=[lobby.pk])


def update_listing(table: OnlineTable) -> None:
    """Update a table in its lobby after its seats have changed; one that has begun goes."""
    listing = Listing.objects.filter(table=table).first()
    if listing is None:
        return
    if table.phase != Phase.WAITING:
        listing.delete()
    touch_lobby(listing.club_id)


def open_tables(club: Club | None) -> list[OnlineTable]:
    """Return the tables of a lobby that have a free seat, the newest first; two queries."""
    is_free = OnlineSeat.objects.filter(
        table=OuterRef("pk"), bot="", user=None, guest="", player=None
    )
    seats = Prefetch("seats", OnlineSeat.objects.order_by("number"))
    found = OnlineTable.objects.filter(
        Exists(is_free), listing__isnull=False, listing__club=club, phase=Phase.WAITING
    )
    return list(found.prefetch_related(seats).order_by("-created_at", "-pk")[:MOST_LISTED])


def waiting_in(club: Club | None, now: datetime) -> list[tuple[str, int | None, int]]:
    """Return how many wait for a quick match in a lobby, with their game and pace."""
    rows = waiting_players(now).filter(club=club).values_list("game", "move_seconds")
    counts = Counter(rows)
    order = sorted(counts, key=lambda key: (key[0], key[1] or 0))
    return [(*key, counts[key]) for key in order]


def waiting_players(now: datetime) -> QuerySet[QuickMatch]:
    """Return the people who wait for a quick match and are still there."""
    return QuickMatch.objects.filter(table=None, seen_at__gt=now - WAITS_FOR)


def people_playing(club: Club | None, now: datetime) -> int:
    """Count who plays at pick-up tables now, in a club its own players; for some seconds cached."""
    key = f"online-players:{club.pk if club else 0}"
    return cache.get_or_set(key, lambda: _count(club, now), COUNTED_FOR) or 0


def _count(club: Club | None, now: datetime) -> int:
    is_person = ~Q(user=None, guest="")
    playing = OnlineSeat.objects.filter(
        is_person,
        bot="",
        is_away=False,
        table__ended_at=None,
        table__phase__in=[Phase.PLAYING, Phase.BETWEEN],
        table__active_at__gt=now - PLAYS_FOR,
    )
    if club is not None:
        playing = playing.filter(user__players__club=club, user__players__left_at=None)
    return playing.count()


def quick_seats(game: SiteGame) -> int:
    """Return how many play at a quick match of a game."""
    seats: Sequence[int] = game.seats
    return QUICK_SEATS if QUICK_SEATS in seats else seats[0]
