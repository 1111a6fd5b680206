"""A hand of Frank’s Zoo among three people, and what their seats play, say and are told."""

import json
from datetime import datetime, timedelta
from typing import Any

from django.test import Client

from games.base import Seat
from league.online.access import key_of
from league.online.matches import position_at
from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.own_moves import LONGEST_WAIT
from league.online.queries import hand_of
from league.online.seat_view import seat_view
from league.online.services.bots import do_what_is_due
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import snapshot_of
from tests.league.online.tables import NOW, make_table, sent

BEN, CAT = (Person(name, guest=mark * 32) for name, mark in (("Ben", "b"), ("Cat", "c")))
LATER = NOW + timedelta(seconds=LONGEST_WAIT)


def table_of_three(*, hands: int = 1) -> OnlineTable:
    """Return a table of three people of Frank's Zoo at which a hand is played."""
    table = make_table("franks-zoo", 3, bots="", hands=hands)
    for number, person in enumerate((BEN, CAT), start=1):
        sit_down(table_id=table.pk, seat=number, person=person, now=NOW)
    do_what_is_due(table_id=table.pk, now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    return table


def state_of(table: OnlineTable) -> Any:
    table.refresh_from_db()
    hand = hand_of(table, table.hand_number)
    assert hand is not None
    return position_at(table, hand, table.moves).state


def acting(table: OnlineTable) -> Seat:
    seat: Seat = state_of(table).acting_seats()[0]
    return seat


def play(table: OnlineTable, action: object, now: datetime = NOW) -> None:
    seat = acting(table)
    play_move(table_id=table.pk, seat=seat, sent=sent(table, action), now=now)
    table.refresh_from_db()


def lead(table: OnlineTable, *, most: bool = False) -> dict[str, Any]:
    """Lead the first set, or the one with most cards, and return it."""
    state, seat = state_of(table), acting(table)
    plays = [state.action_as_json(seat, each) for each in state.legal_actions(seat)]
    action = max(plays, key=lambda each: len(each["cards"])) if most else plays[0]
    play(table, action)
    return dict(action)


def seat_of(table: OnlineTable, number: Seat) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def until_forced(table: OnlineTable) -> Seat:
    """Play until somebody can do nothing but pass, and return who."""
    for _ in range(200):
        state, seat = state_of(table), acting(table)
        legal = state.legal_actions(seat)
        if [state.action_as_json(seat, each)["type"] for each in legal] == ["pass"]:
            return seat
        plays = [each for each in legal if state.action_as_json(seat, each)["type"] == "play"]
        play(table, state.action_as_json(seat, plays[-1]))
    raise AssertionError("Nobody was ever forced to pass.")


def all_pass_by_themselves(table: OnlineTable) -> None:
    OnlineSeat.objects.filter(table=table).update(auto_pass=True)


def told(table: OnlineTable, seat: Seat | None) -> dict[str, Any]:
    return dict(seat_view(snapshot_of(table.token), seat, after=0, now=NOW))


def post(table: OnlineTable, what: str, seat: Seat, **body: Any) -> Any:
    snapshot = snapshot_of(table.token)
    said = {"seat": key_of(snapshot.seats[seat]), "moves": snapshot.table.moves, **body}
    return Client().post(
        f"/play/{table.token}/{what}/", json.dumps(said), content_type="application/json"
    )
