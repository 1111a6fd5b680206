"""Duplicate events for tests, with the smallest valid defaults."""

import random
from dataclasses import replace
from datetime import datetime

from league.online.matches import position_at
from league.online.models import DuplicateEvent, OnlineHand, OnlineTable, Phase
from league.online.queries import hand_of
from league.online.services.bots import play_bots
from league.online.services.duplicate_deals import events_due, open_duplicate_deals
from league.online.services.events import Plan, open_event
from league.online.services.play import begin_due_hand, get_ready, play_move
from league.online.services.seat_assignment import Person
from tests.league.online.tables import HOST, NOW, legal_move, sent

PLAN = Plan(seats=3, hands=2, tables=2, bots="random")


def make_event(
    game: str = "animal-poker", *, host: Person = HOST, now: datetime = NOW, **said: object
) -> DuplicateEvent:
    """Open an event: its host has the first seat of the first table, bots all others."""
    plan = replace(PLAN, **said)  # type: ignore[arg-type]
    return open_event(game=game, plan=plan, host=host, now=now)


def tables_of(event: DuplicateEvent) -> list[OnlineTable]:
    return list(event.tables.order_by("pk"))


def play_hand(table: OnlineTable, *, now: datetime = NOW, seed: int = 1) -> OnlineHand:
    """Play a table's hand to its end, whoever sits there; begin the next one before if need be."""
    table.refresh_from_db()
    if table.phase == Phase.BETWEEN:
        begin_due_hand(table_id=table.pk, now=now)
        for seat in table.seats.exclude(user=None, guest=""):
            get_ready(table_id=table.pk, seat=seat.number, now=now)
        table.refresh_from_db()
    rng, number = random.Random(seed), table.hand_number
    while table.phase == Phase.PLAYING and table.hand_number == number:
        hand = hand_of(table, number)
        assert hand is not None
        acting = position_at(table, hand, table.moves).state.acting_seats()
        people = [seat for seat in acting if not table.seats.get(number=seat).is_played_by_bot]
        if people:
            move = sent(table, legal_move(table, people[0], rng))
            play_move(table_id=table.pk, seat=people[0], sent=move, now=now)
        else:
            play_bots(table_id=table.pk, now=now)
        table.refresh_from_db()
    return OnlineHand.objects.get(table=table, number=number)


def look(event: DuplicateEvent, now: datetime = NOW) -> DuplicateEvent:
    """Open what may be opened by now, as the sweep does."""
    for pk in events_due(now):
        open_duplicate_deals(event_id=pk, now=now)
    event.refresh_from_db()
    return event


def open_numbers(event: DuplicateEvent) -> list[int]:
    """Return the deals that lie open."""
    opened = event.deals.exclude(opened_at=None).order_by("number")
    return list(opened.values_list("number", flat=True))
