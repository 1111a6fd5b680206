"""Shuffle for the next hand of a locked table, with the browsers that are there.

The site commits to a secret, then each browser to a share; once all have, or the time is over, the
shares are opened. What is overdue is closed by whoever comes next: a share, a look, or the sweep.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.shuffle import SECRET_BYTES, Place, digest_of, secret_text
from league.online.models import Doing, OnlineTable, Phase, Shuffle, ShuffleShare
from league.online.opened import OpenTable
from league.online.queries import barred_from, shares_of
from league.online.story import write_down

# What is overdue by longer than this was so for want of a site: browsers have their time again.
STALE = timedelta(seconds=30)


def coming_shuffle(table: OnlineTable, now: datetime) -> Shuffle:
    """Return the shuffle for the next hand; with none there the site commits to a new one."""
    number = table.hand_number + 1
    known = Shuffle.objects.filter(table=table, number=number).order_by("-attempt").first()
    if known is not None and known.voided_at is None:
        return known
    shuffle = Shuffle(table=table, number=number, created_at=now)
    shuffle.attempt = 1 if known is None else known.attempt + 1
    shuffle.secret = secrets.token_hex(SECRET_BYTES)
    shuffle.commitment = _commitment(shuffle.place, shuffle.secret)
    shuffle.save()
    return shuffle


def go_on_shuffling(opened: OpenTable, now: datetime) -> Shuffle | None:
    """Take the shuffle for the next hand as far as it comes now; return it once all is open.

    While browsers are waited for the table rests, due at the end of their time.
    """
    shuffle = coming_shuffle(opened.table, now)
    _ask(shuffle, now)
    while True:
        shares = shares_of(shuffle)
        is_time_up = shuffle.until is not None and shuffle.until <= now
        if shuffle.closed_at is None and not _close(opened, shuffle, shares, now, is_time_up):
            break
        missing = [each for each in shares if not each.share]
        if not missing:
            return shuffle
        if shuffle.until is None or shuffle.until > now:
            break
        shuffle = _shuffle_again(opened, shuffle, missing, now)
    shuffle.save()
    opened.table.phase = Phase.BETWEEN
    opened.table.due_at = shuffle.until
    return None


def _ask(shuffle: Shuffle, now: datetime) -> None:
    """Let the browsers' time begin, or begin again after the site was away."""
    if shuffle.asked_at is None:
        shuffle.asked_at = now
    elif shuffle.until is not None and shuffle.until + STALE <= now:
        if shuffle.closed_at is None:
            shuffle.asked_at = now
        else:
            shuffle.closed_at = now


def _close(
    opened: OpenTable,
    shuffle: Shuffle,
    shares: Sequence[ShuffleShare],
    now: datetime,
    is_time_up: bool,
) -> bool:
    """Take no more commitments once all browsers that are there have committed, or time is up."""
    done = {each.seat for each in shares}.union(barred_from(shuffle))
    awaited = [seat for seat in opened.people if seat.adds_share and seat.number not in done]
    if awaited and not is_time_up:
        return False
    for seat in awaited:
        seat.adds_share = False
    adding = {each.seat for each in shares}
    people = [seat for seat in opened.seats if not seat.bot]
    shuffle.silent = [seat.number for seat in people if seat.number not in adding]
    shuffle.closed_at = now
    return True


def _shuffle_again(
    opened: OpenTable, shuffle: Shuffle, missing: Sequence[ShuffleShare], now: datetime
) -> Shuffle:
    """Make an attempt void in which shares were not opened, and begin another one without them."""
    shuffle.voided_at = now
    shuffle.save()
    for each in missing:
        if each.seat < len(opened.seats):
            seat = opened.seats[each.seat]
            seat.adds_share = False
            write_down(opened.table, Doing.SHARE_MISSING, now, seat)
    following = coming_shuffle(opened.table, now)
    following.asked_at = now
    return following


def _commitment(place: Place, secret: str) -> str:
    return digest_of(secret_text(place, secret))
