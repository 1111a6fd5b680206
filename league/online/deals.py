"""Deal hands: the only place of the site where chance enters a game."""

import secrets
from datetime import datetime

from games.base import HandSetup, Json, Match
from games.log import commitment
from games.registry import game as find_game
from league.online.matches import duplicate_match
from league.online.models import DuplicateBoard, DuplicateEvent, OnlineHand, OnlineTable

SALT_BYTES = 16


def deal_hand(table: OnlineTable, match: Match, now: datetime) -> OnlineHand | None:
    """Return the next hand, dealt and committed to, not written; None once the match is over.

    At a table of a duplicate event it is the deal that all its tables get.
    """
    setup = match.next_hand()
    if setup is None:
        return None
    hand = OnlineHand(
        table=table,
        number=table.hand_number + 1,
        setup=setup.as_log(),
        rules_version=find_game(table.game).rules_version,
        created_at=now,
    )
    if table.event_id is None:
        hand.deal = deal_in_secret(table.game, setup)
        hand.commitment = commitment(hand.deal)
        return hand
    hand.board = DuplicateBoard.objects.get(
        event=table.event_id, seats=setup.seats, number=setup.number
    )
    hand.deal, hand.commitment = hand.board.deal, hand.board.commitment
    return hand


def deal_in_secret(game: str, setup: HandSetup) -> dict[str, Json]:
    """Return what chance deals for a hand, with the salt that keeps it from being guessed."""
    deal = find_game(game).sample_deal(setup, secrets.SystemRandom())
    return {"salt": secrets.token_hex(SALT_BYTES), **deal.as_json()}


def lay_out(table: OnlineTable, match: Match, now: datetime) -> None:
    """Deal the next hand, unseen, so that its commitment can be shown, if the match goes on."""
    hand = deal_hand(table, match, now)
    if hand is not None:
        hand.save()


def deal_series(event: DuplicateEvent, seats: int) -> None:
    """Deal all hands of an event for tables of this size; what is dealt stays.

    The caller holds the event's lock.
    """
    if event.boards.filter(seats=seats).exists():
        return
    match: Match = duplicate_match(event, seats)
    boards = []
    while (setup := match.next_hand()) is not None:
        deal = deal_in_secret(event.game, setup)
        boards.append(
            DuplicateBoard(
                event=event,
                seats=seats,
                number=setup.number,
                setup=setup.as_log(),
                deal=deal,
                commitment=commitment(deal),
                rules_version=find_game(event.game).rules_version,
            )
        )
        match = match.skip()
    DuplicateBoard.objects.bulk_create(boards)
