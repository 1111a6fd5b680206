"""Let bots play, for themselves and for people who are away.

They think outside the lock of their table. Whoever thinks has taken the table by a conditional
update and a lease that runs out, so that nobody else thinks about it meanwhile, and somebody else
does soon after a process has died.
"""

import random
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from time import monotonic

from django.db import transaction
from django.db.models import Q

from games.base import Action, HandState, Rng, Seat
from games.bots.catalogue import bot as find_bot
from games.match_log import Choose
from league.core.leases import has_run_out
from league.core.wake import wake
from league.online.clocks import next_due
from league.online.models import Absence, OnlineTable, Phase
from league.online.opened import SWEEP, OpenTable, open_table
from league.online.positions import position_at
from league.online.queries import THINKING, hand_of, seats_of
from league.online.services.places import STAND_IN
from league.online.services.play import carry_out, is_stale

# A run of bots' moves is written at once; then it is another table's turn.
MOST_MOVES = 60
MOST_SECONDS = 1.0

Actions = list[tuple[Seat, Action]]


def play_bots(*, table_id: int, now: datetime) -> None:
    """Play for the bots that are to act, until a person is or the hand is over.

    Where somebody else thinks for them already this does nothing. What was thought of a hand that
    has gone on, so that a bot would see it, is thrown away: the table is still due.
    """
    table = _claim(table_id, now)
    if table is None:
        return
    hand = hand_of(table, table.hand_number)
    if hand is None:
        raise LookupError(f"Online table {table.pk} has no hand {table.hand_number}.")
    played = [seat for seat in seats_of(table) if seat.is_played_by_bot]
    choosers = {seat.number: find_bot(table.game, seat.bot or STAND_IN) for seat in played}
    once = {seat.number for seat in played if not seat.bot and table.absence == Absence.ONCE}
    position = position_at(table, hand, table.moves)
    rng = random.Random(secrets.randbits(64))  # noqa: S311
    actions = think(position.state, choosers, rng, once)
    _write(table, actions, now)


def _claim(table_id: int, now: datetime) -> OnlineTable | None:
    """Take a table at which a hand is being played; None where it is not, or somebody has it."""
    table = OnlineTable.objects.get(pk=table_id)
    free = has_run_out("thinking_until", life=THINKING, now=now)
    as_read = Q(pk=table.pk, version=table.version, phase=Phase.PLAYING)
    lease = now + THINKING
    if not OnlineTable.objects.filter(free, as_read).update(thinking_until=lease):
        return None
    table.thinking_until = lease
    return table


@transaction.atomic
def _write(thought_of: OnlineTable, actions: Actions, now: datetime) -> None:
    """Carry out what was thought of, and give the table back."""
    opened = open_table(table_id=thought_of.pk)
    table = opened.table
    if table.thinking_until != thought_of.thinking_until:
        # The lease has run out, and somebody else has taken the table.
        return
    table.thinking_until = None
    if actions and _still_stands(opened, thought_of, actions):
        hand = opened.hand()
        carry_out(opened, hand, opened.position(hand), actions, now)
        return
    if not actions and table.phase == Phase.PLAYING:
        # Nobody is to act for a bot any more: what was due is done, and people's clocks run.
        table.due_at = next_due(table, opened.seats, now)
    table.save(update_fields=["thinking_until", "due_at"])
    if table.due_at is not None and table.due_at <= now:
        wake(SWEEP)


def _still_stands(opened: OpenTable, thought_of: OnlineTable, actions: Actions) -> bool:
    """Say whether a bot still acts at each seat, and no seat has seen anything new meanwhile."""
    table = opened.table
    if (table.hand_number, table.phase) != (thought_of.hand_number, Phase.PLAYING):
        return False
    position = opened.position(opened.hand())
    return all(
        opened.seats[seat].is_played_by_bot and not is_stale(position, seat, thought_of.moves)
        for seat, _ in actions
    )


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
