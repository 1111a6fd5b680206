"""Deal hands: the only place of the site where chance enters a game."""

import secrets
from datetime import datetime

from games.base import HandSetup, Json, Match
from games.log import commitment
from games.shuffle import deal_of
from league.core.games import online_part
from league.online.matches import duplicate_match
from league.online.models import (
    DuplicateBoard,
    DuplicateEvent,
    OnlineHand,
    OnlineTable,
    Shuffle,
)
from league.online.shuffling import coming_shuffle

SALT_BYTES = 16


def lay_out(table: OnlineTable, match: Match, now: datetime) -> None:
    """Commit the site to its part of the next hand, if the match goes on; it is dealt later.

    At a table of a duplicate event that is the deal itself, which all its tables get.
    """
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
    hand.board = DuplicateBoard.objects.get(
        event=table.event_id, seats=setup.seats, number=setup.number
    )
    hand.deal, hand.commitment = hand.board.deal, hand.board.commitment
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
    """Deal all hands of an event for tables of this size; what is dealt stays.

    The caller holds the event's lock.
    """
    if event.boards.filter(seats=seats).exists():
        return
    match: Match = duplicate_match(event, seats)
    boards = []
    while (setup := match.next_hand()) is not None:
        deal = _deal_in_secret(event.game, setup)
        boards.append(
            DuplicateBoard(
                event=event,
                seats=seats,
                number=setup.number,
                setup=setup.as_log(),
                deal=deal,
                commitment=commitment(deal),
                rules_version=online_part(event.game).engine.rules_version,
            )
        )
        match = match.skip()
    DuplicateBoard.objects.bulk_create(boards)


def _new_hand(table: OnlineTable, setup: HandSetup, now: datetime) -> OnlineHand:
    return OnlineHand(
        table=table,
        number=table.hand_number + 1,
        setup=setup.as_log(),
        rules_version=online_part(table.game).engine.rules_version,
        created_at=now,
    )


def _deal_in_secret(game: str, setup: HandSetup) -> dict[str, Json]:
    """Return what chance deals for a hand, with the salt that keeps it from being guessed."""
    deal = online_part(game).engine.sample_deal(setup, secrets.SystemRandom())
    return {"salt": secrets.token_hex(SALT_BYTES), **deal.as_json()}
