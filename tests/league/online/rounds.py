"""Tables of a round that are played on screens, and people who play there."""

import random
from dataclasses import dataclass
from datetime import datetime

from league.clubs.models import User
from league.competitions.models import Table
from league.online.matches import position_at
from league.online.models import OnlineSettings, OnlineTable, Phase, TimeoutPolicy
from league.online.queries import hand_of
from league.online.services.bots import play_bots
from league.online.services.events import open_table_of_round, set_online_settings
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from tests.factories import NOW, make_competition, make_round, make_table, make_user
from tests.league.online.tables import legal_move, sent


@dataclass
class Evening:
    """A table of a round, the screens' side of it, and the user in each seat."""

    table: Table
    online: OnlineTable
    users: list[User]


def evening(
    seats: int = 3,
    *,
    timeout_policy: str = TimeoutPolicy.BOT,
    move_seconds: int | None = None,
    target: int = 4,
    game: str = "franks-zoo",
    now: datetime = NOW,
) -> Evening:
    """Open a table of a round online; its people have accounts and have not come yet."""
    options = {"mode": "simple", "target": target} if game == "franks-zoo" else {}
    competition = make_competition(game=game, options=options)
    settings = OnlineSettings(
        is_on=True, move_seconds=move_seconds, time_bank_seconds=0, timeout_policy=timeout_policy
    )
    set_online_settings(competition=competition, settings=settings)
    table = make_table(make_round(competition), seats=seats)
    users = []
    for seat in table.seats.order_by("number"):
        user = make_user(name=seat.player.name)
        seat.player.user = user
        seat.player.save()
        users.append(user)
    online = open_table_of_round(table_id=table.pk, now=now)
    return Evening(table, online, users)


def all_sit(night: Evening, *, now: datetime = NOW) -> None:
    """Let all its people come, so that the match begins."""
    for number, user in enumerate(night.users):
        person = Person(user.name, user)
        sit_down(table_id=night.online.pk, seat=number, person=person, now=now)
    night.online.refresh_from_db()


def play_hand(night: Evening, rng: random.Random, *, now: datetime = NOW) -> None:
    """Play until the hand is over, everybody at random."""
    online = night.online
    while True:
        online.refresh_from_db()
        if online.phase != Phase.PLAYING:
            return
        hand = hand_of(online, online.hand_number)
        assert hand is not None
        seat = position_at(online, hand, online.moves).state.acting_seats()[0]
        if online.seats.get(number=seat).is_played_by_bot:
            play_bots(table_id=online.pk, now=now)
        else:
            move = sent(online, legal_move(online, seat, rng))
            play_move(table_id=online.pk, seat=seat, sent=move, now=now)
