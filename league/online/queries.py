"""Read online tables."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.base import Seat
from league.clubs.models import User
from league.core.database import has_expired
from league.online.models import OnlineHand, OnlineSeat, OnlineTable, Phase, Shuffle, ShuffleShare

# A table that nobody came back to is not offered for ever.
SHOWN_FOR = timedelta(days=60)
MOST_SHOWN = 20
THINKING = timedelta(seconds=10)
"""How long a process may think for the bots of a table before another takes it over: far longer
than a run takes on a machine that has much else to do."""


class Shuffling(NamedTuple):
    """A shuffle as all may see it; seats of `barred` opened no share before and add none now."""

    shuffle: Shuffle
    shares: tuple[ShuffleShare, ...]
    barred: tuple[Seat, ...]


def online_tables() -> QuerySet[OnlineTable]:
    """Return online tables, each with the table of its round if it has one."""
    return OnlineTable.objects.select_related("table__round__stage__competition__club", "event")


def is_played_online(table_id: int) -> bool:
    """Say whether an online table plays the match of a round's table."""
    return OnlineTable.objects.filter(table=table_id).exclude(phase=Phase.OVER).exists()


def seats_of(table: OnlineTable) -> list[OnlineSeat]:
    """Return the seats of a table in their order."""
    return list(OnlineSeat.objects.filter(table=table).order_by("number"))


def hand_of(table: OnlineTable, number: int) -> OnlineHand | None:
    """Return a hand of a table by its number there."""
    hands = OnlineHand.objects.select_related("duplicate_deal")
    return hands.filter(table=table, number=number).first()


def tables_due(now: datetime) -> list[int]:
    """Return the due tables, longest due first, without those whose bots are being thought for."""
    free = has_expired("thinking_until", life=THINKING, now=now)
    due = OnlineTable.objects.filter(free, due_at__lte=now).order_by("due_at", "pk")
    return list(due.values_list("pk", flat=True))


def is_theirs(user: User | None, guest: str, rows: str = "") -> Q:
    """Return the condition for rows of somebody: an account, or a browser without one.

    `rows` is the lookup path to them, such as `seats__`.
    """
    if user is not None:
        return Q(**{f"{rows}user": user})
    return Q(**{f"{rows}guest": guest}) if guest else Q(pk__in=())


def tables_of_person(user: User | None, guest: str, now: datetime) -> list[OnlineTable]:
    """Return the tables where somebody sits that are not over, the newest first."""
    own, since = is_theirs(user, guest, "seats__"), now - SHOWN_FOR
    found = online_tables().filter(own, ended_at=None, created_at__gte=since)
    return list(found.order_by("-created_at", "-pk")[:MOST_SHOWN])


def wants_auto_pass(user: User | None, guest: str) -> bool:
    """Say whether the site passes for somebody where nothing can be played: as they chose last."""
    seats = OnlineSeat.objects.filter(is_theirs(user, guest))
    last = seats.order_by("-pk").values_list("auto_pass", flat=True).first()
    return True if last is None else last


def shuffling_at(table: OnlineTable) -> Shuffling | None:
    """Return the shuffle for the next hand as it stands; None where the site has none."""
    number = table.hand_number + 1
    found = Shuffle.objects.filter(table=table, number=number, voided_at=None, hand=None)
    shuffle = found.order_by("-attempt").first()
    if shuffle is None:
        return None
    if shuffle.asked_at is None:
        return Shuffling(shuffle, (), ())
    return Shuffling(shuffle, tuple(shares_of(shuffle)), barred_from(shuffle))


def barred_from(shuffle: Shuffle) -> tuple[Seat, ...]:
    """Return the seats that have not opened a share in an earlier attempt at the same hand."""
    if shuffle.attempt == 1:
        return ()
    missing = ShuffleShare.objects.filter(
        shuffle__table=shuffle.table_id,
        shuffle__number=shuffle.number,
        shuffle__attempt__lt=shuffle.attempt,
        share="",
    )
    return tuple(missing.order_by("seat").values_list("seat", flat=True).distinct())


def shares_of(shuffle: Shuffle) -> list[ShuffleShare]:
    """Return what seats have committed to in an attempt, in their order."""
    return list(ShuffleShare.objects.filter(shuffle=shuffle).order_by("seat"))


def attempts_at(table: OnlineTable, number: int) -> list[Shuffle]:
    """Return all attempts to shuffle for a hand, with their shares, the void ones first."""
    found = Shuffle.objects.filter(table=table, number=number).prefetch_related("shares")
    return list(found.order_by("attempt"))
