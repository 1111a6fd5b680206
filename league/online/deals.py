"""Deal hands: the only place of the site where chance enters a game."""

import secrets
from datetime import datetime

from games.base import Json, Match
from games.log import commitment
from games.registry import game as find_game
from league.online.models import OnlineHand, OnlineTable

SALT_BYTES = 16


def deal_hand(table: OnlineTable, match: Match, now: datetime) -> OnlineHand | None:
    """Return the next hand, dealt and committed to, not written; None once the match is over."""
    setup = match.next_hand()
    if setup is None:
        return None
    game = find_game(table.game)
    deal = game.sample_deal(setup, secrets.SystemRandom())
    salted: dict[str, Json] = {"salt": secrets.token_hex(SALT_BYTES), **deal.as_json()}
    return OnlineHand(
        table=table,
        number=table.hand_number + 1,
        setup=setup.as_log(),
        deal=salted,
        commitment=commitment(salted),
        rules_version=game.rules_version,
        created_at=now,
    )


def lay_out(table: OnlineTable, match: Match, now: datetime) -> None:
    """Deal the next hand, unseen, so that its commitment can be shown, if the match goes on."""
    hand = deal_hand(table, match, now)
    if hand is not None:
        hand.save()
