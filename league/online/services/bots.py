"""Let bots play, for themselves and for people who are away."""

import random
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from time import monotonic

from django.db import transaction

from games.base import Action, HandState, Rng, Seat
from games.bots.catalogue import bot as find_bot
from games.match_log import Choose
from league.online.clocks import next_due
from league.online.models import Absence, OnlineTable, Phase
from league.online.opened import close_table, open_table
from league.online.positions import position_at
from league.online.queries import hand_of, seats_of
from league.online.services.places import STAND_IN
from league.online.services.play import carry_out

# A run of bots' moves is written at once; then it is another table's turn.
MOST_MOVES = 60
MOST_SECONDS = 1.0

Actions = list[tuple[Seat, Action]]


def play_bots(*, table_id: int, now: datetime) -> None:
    """Play for the bots that are to act, until a person is or the hand is over.

    They think outside the lock. Where somebody has moved meanwhile, nothing is written: the table
    is still due.
    """
    table = OnlineTable.objects.get(pk=table_id)
    hand = hand_of(table, table.hand_number)
    if table.phase != Phase.PLAYING or hand is None:
        return
    played = [seat for seat in seats_of(table) if seat.is_played_by_bot]
    choosers = {seat.number: find_bot(table.game, seat.bot or STAND_IN) for seat in played}
    once = {seat.number for seat in played if not seat.bot and table.absence == Absence.ONCE}
    position = position_at(table, hand, table.moves)
    rng = random.Random(secrets.randbits(64))  # noqa: S311
    actions = think(position.state, choosers, rng, once)
    _write(table, actions, now)


@transaction.atomic
def _write(thought_of: OnlineTable, actions: Actions, now: datetime) -> None:
    opened = open_table(table_id=thought_of.pk)
    table = opened.table
    seen = (thought_of.hand_number, thought_of.moves, thought_of.version)
    if (table.hand_number, table.moves, table.version) != seen:
        return
    if not actions:
        # Nobody is to act for a bot any more: what was due is done, and people's clocks run.
        due_at = next_due(table, opened.seats, now)
        if due_at != table.due_at:
            table.due_at = due_at
            close_table(opened, now=now)
        return
    hand = opened.hand()
    carry_out(opened, hand, opened.position(hand), actions, now)


def think(
    state: HandState,
    choosers: Mapping[Seat, Choose],
    rng: Rng,
    once: Collection[Seat] = (),
) -> Actions:
    """Choose for the bots one after the other, each knowing no more than its seat does.

    For the seats of `once` they make one move.
    """
    state = state.clone()
    actions: Actions = []
    until = monotonic() + MOST_SECONDS
    while len(actions) < MOST_MOVES and monotonic() < until:
        done = {seat for seat, _ in actions}.intersection(once)
        acting = [seat for seat in state.acting_seats() if seat in choosers and seat not in done]
        if not acting:
            break
        seat = acting[0]
        action = choosers[seat](state.observation(seat), rng)
        state.apply(seat, action)
        actions.append((seat, action))
    return actions
