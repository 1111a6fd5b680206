"""Deal hands, the only place of the site where chance enters a game, and shuffle for them."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.base import HandSetup, Match
from games.log import commitment
from games.shuffle import SECRET_BYTES, deal_of, digest_of, secret_text
from league.core.games import online_part
from league.online.locked_table import LockedOnlineTable
from league.online.matches import duplicate_match
from league.online.models import (
    DuplicateDeal,
    DuplicateEvent,
    OnlineHand,
    OnlineTable,
    Phase,
    Shuffle,
    ShuffleShare,
    TableEventType,
)
from league.online.queries import barred_from, shares_of
from league.online.table_log import log_event

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
    shuffle.commitment = digest_of(secret_text(shuffle.place, shuffle.secret))
    shuffle.save()
    return shuffle


def is_shuffling(table: OnlineTable) -> bool:
    """Say whether browsers are asked for what they add to the next hand."""
    asked = Shuffle.objects.filter(table=table, number=table.hand_number + 1)
    return asked.exclude(asked_at=None).exists()


def go_on_shuffling(opened: LockedOnlineTable, now: datetime) -> Shuffle | None:
    """Advance the shuffle for the next hand; return it once all shares are open, else rest."""
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
    opened: LockedOnlineTable,
    shuffle: Shuffle,
    shares: Sequence[ShuffleShare],
    now: datetime,
    is_time_up: bool,
) -> bool:
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
    opened: LockedOnlineTable, shuffle: Shuffle, missing: Sequence[ShuffleShare], now: datetime
) -> Shuffle:
    shuffle.voided_at = now
    shuffle.save()
    for each in missing:
        if each.seat < len(opened.seats):
            seat = opened.seats[each.seat]
            seat.adds_share = False
            log_event(opened.table, TableEventType.SHARE_MISSING, now, seat)
    following = coming_shuffle(opened.table, now)
    following.asked_at = now
    return following


SALT_BYTES = 16


def lay_out(table: OnlineTable, match: Match, now: datetime) -> None:
    """Commit the site to the next hand if there is one: its secret, in an event the deal."""
    setup = match.next_hand()
    if setup is None:
        return
    if table.event_id is None:
        coming_shuffle(table, now)
    else:
        deal_of_event(table, setup, now).save()


def deal_of_event(table: OnlineTable, setup: HandSetup, now: datetime) -> OnlineHand:
    """Return the next hand of a table of a duplicate event, not written."""
    hand = _new_hand(table, setup, now)
    hand.duplicate_deal = DuplicateDeal.objects.get(
        event=table.event_id, seats=setup.seats, number=setup.number
    )
    hand.deal, hand.commitment = hand.duplicate_deal.deal, hand.duplicate_deal.commitment
    return hand


def deal_shuffled(
    table: OnlineTable, setup: HandSetup, shuffle: Shuffle, now: datetime
) -> OnlineHand:
    """Deal the next hand from a shuffle of which all shares are open."""
    hand = _new_hand(table, setup, now)
    salt, deal = deal_of(online_part(table.game).engine, setup, shuffle.opened())
    hand.deal = {"salt": salt, **deal.as_json()}
    hand.commitment = commitment(hand.deal)
    hand.save()
    shuffle.hand = hand
    shuffle.save()
    return hand


def deal_series(event: DuplicateEvent, seats: int) -> None:
    """Deal all hands of a locked event for one size of table, unless they are dealt."""
    if event.deals.filter(seats=seats).exists():
        return
    match: Match = duplicate_match(event, seats)
    engine = online_part(event.game).engine
    deals = []
    while (setup := match.next_hand()) is not None:
        # The salt keeps what chance deals from being guessed.
        chance = engine.sample_deal(setup, secrets.SystemRandom())
        deal = {"salt": secrets.token_hex(SALT_BYTES), **chance.as_json()}
        deals.append(
            DuplicateDeal(
                event=event,
                seats=seats,
                number=setup.number,
                setup=setup.as_log(),
                deal=deal,
                commitment=commitment(deal),
                rules_version=engine.rules_version,
            )
        )
        match = match.skip()
    DuplicateDeal.objects.bulk_create(deals)


def _new_hand(table: OnlineTable, setup: HandSetup, now: datetime) -> OnlineHand:
    return OnlineHand(
        table=table,
        number=table.hand_number + 1,
        setup=setup.as_log(),
        rules_version=online_part(table.game).engine.rules_version,
        created_at=now,
    )
