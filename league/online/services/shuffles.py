"""Take what browsers add to the shuffle for the next hand: first a commitment, then the share."""

from datetime import datetime

from django.db import transaction

from games.base import Seat
from games.shuffle import digest_of, share_text
from league.online.errors import OnlineError
from league.online.models import OnlineTable, Phase, Shuffle, ShuffleShare
from league.online.opened import OpenTable, close_table, open_table
from league.online.queries import barred_from
from league.online.services.hands import begin_hand


@transaction.atomic
def commit_share(
    *, table_id: int, seat: Seat, hand: int, attempt: int, commitment: str, now: datetime
) -> OnlineTable:
    """Commit a seat to a share that nobody else knows; the same commitment twice is one.

    Once all browsers that are there have committed, the shares are asked for. Raises
    OnlineError.
    """
    opened = open_table(table_id=table_id)
    shuffle = _find(opened, hand, attempt)
    known = ShuffleShare.objects.filter(shuffle=shuffle, seat=seat).first()
    if known is not None and known.commitment == commitment:
        return opened.table
    _check_running(opened, shuffle)
    if known is not None:
        raise OnlineError("share_known")
    if shuffle.closed_at is not None:
        raise OnlineError("share_closed")
    if seat in barred_from(shuffle):
        raise OnlineError("share_barred")
    ShuffleShare.objects.create(shuffle=shuffle, seat=seat, commitment=commitment, created_at=now)
    opened.seats[seat].adds_share = True
    return _go_on(opened, now)


@transaction.atomic
def open_share(
    *, table_id: int, seat: Seat, hand: int, attempt: int, share: str, now: datetime
) -> OnlineTable:
    """Open the share that a seat has committed to; twice is once. With the last one it is dealt.

    Raises OnlineError.
    """
    opened = open_table(table_id=table_id)
    shuffle = _find(opened, hand, attempt)
    known = ShuffleShare.objects.filter(shuffle=shuffle, seat=seat).first()
    if known is not None and known.share == share:
        return opened.table
    _check_running(opened, shuffle)
    if known is None or _digest(shuffle, seat, share) != known.commitment:
        raise OnlineError("share_unfit")
    if shuffle.closed_at is None:
        raise OnlineError("share_early")
    known.share, known.opened_at = share, now
    known.save()
    return _go_on(opened, now)


@transaction.atomic
def take_part(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Say that the browser of a seat is there, so that the next shuffle waits for it."""
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if place.is_taken_by_person and not place.adds_share:
        place.adds_share = True
        close_table(opened, now=now)
    return opened.table


def _find(opened: OpenTable, hand: int, attempt: int) -> Shuffle:
    found = Shuffle.objects.filter(table=opened.table, number=hand, attempt=attempt).first()
    if found is None:
        raise OnlineError("share_late")
    return found


def _check_running(opened: OpenTable, shuffle: Shuffle) -> None:
    is_over = shuffle.voided_at is not None or shuffle.hand_id is not None
    if is_over or shuffle.asked_at is None or opened.table.phase != Phase.BETWEEN:
        raise OnlineError("share_late")


def _digest(shuffle: Shuffle, seat: Seat, share: str) -> str:
    return digest_of(share_text(shuffle.place, seat, shuffle.commitment, share))


def _go_on(opened: OpenTable, now: datetime) -> OnlineTable:
    position = begin_hand(opened, now)
    close_table(opened, now=now, position=position)
    return opened.table
