"""No screen says more than its seat may know.

Whole matches are played over HTTP by people alone. At every position each seat's answer is compared
with what the same seat would be told if everything that it cannot know were otherwise: the hand is
dealt anew in accord with its observation, and hidden actions are replaced by a mark. All answers
are searched for the secret salt of a deal that is not over.
"""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from games.base import Event, Seat
from games.registry import game as find_game
from league.online.access import key_of
from league.online.models import OnlineTable, Phase
from league.online.seen import View, view_of
from league.online.services.places import Person
from league.online.services.seats import sit_down
from league.online.snapshots import Snapshot, snapshot_of
from tests.league.online.tables import NOW, make_table

pytestmark = pytest.mark.django_db

HANDS = int(os.environ.get("ONLINE_HANDS", "1"))
# How many of the screens look at each position.
VIEWS = 2
MARK = "nobody may read this"
GAMES = [("franks-zoo", 3), ("franks-zoo", 5), ("zop-zoo", 3), ("animal-poker", 4)]
# Fields that tell the time of the answer, or that come from the real deal by right.
OF_THE_MOMENT = ("now", "proof")


class Players:
    """People at a table; one client stands for all their scripts, which use no session."""

    def __init__(self, game: str, seats: int, hands: int) -> None:
        table = make_table(game, seats, bots="", hands=hands, host=person(0))
        for seat in range(1, seats):
            sit_down(table_id=table.pk, seat=seat, person=person(seat), now=NOW)
        self.client = Client()
        self.table = table
        self.token = table.token
        self.seats = range(seats)
        self.heard: dict[Seat | None, list[str]] = {seat: [] for seat in (None, *self.seats)}

    def view(self, seat: Seat | None) -> View:
        """Ask for a seat's view as its page does, and remember the whole answer."""
        key = "" if seat is None else key_of(self.snapshot().seats[seat])
        answer = self.client.get(f"/play/{self.token}/view/", {"key": key, "after": "0"})
        self.heard[seat].append(answer.content.decode() + str(answer.headers))
        return dict(answer.json())

    def post(self, seat: Seat, what: str, body: View) -> None:
        """Send something for a seat, and remember the answer."""
        key = key_of(self.snapshot().seats[seat])
        answer = self.client.post(
            f"/play/{self.token}/{what}/",
            json.dumps({"seat": key, **body}),
            content_type="application/json",
        )
        self.heard[seat].append(answer.content.decode())
        assert answer.status_code in {200, 409}, answer.content

    def snapshot(self) -> Snapshot:
        """Return the table as it is."""
        return snapshot_of(self.token)


def person(seat: Seat) -> Person:
    """Return the person of a seat, known by a mark of the browser."""
    return Person(f"Player {seat}", guest=f"{seat:032}")


def otherwise(snapshot: Snapshot, seat: Seat | None, rng: random.Random) -> Snapshot:
    """Return a table at which all that a seat cannot know is something else."""
    position = snapshot.position
    assert position is not None
    game = find_game(snapshot.table.game)
    state = position.state
    if seat is not None and not state.is_over():
        state = game.resample(state.observation(seat), rng)
    events = tuple(
        each if each.visible_to is None or seat in each.visible_to else hidden(each)
        for each in position.events
    )
    return replace(snapshot, position=position._replace(state=state, events=events))


def hidden(event: Event) -> Event:
    return replace(event, action={"type": event.type, "cards": [MARK], "card": MARK})


def as_told(view: View) -> str:
    """Return what a view tells, as text that can be compared."""
    told = {name: value for name, value in view.items() if name not in OF_THE_MOMENT}
    return json.dumps(told, sort_keys=True, default=str)


def play_on(players: Players, rng: random.Random) -> Iterator[Snapshot]:
    """Play until the match is over; yield each position on the way."""
    while (snapshot := players.snapshot()).table.phase != Phase.OVER:
        table = snapshot.table
        if table.phase == Phase.BETWEEN:
            for seat in players.seats:
                players.post(seat, "wish", {"wish": "ready", "moves": table.moves})
            continue
        yield snapshot
        state = snapshot.state
        assert state is not None
        seat = rng.choice(state.acting_seats())
        legal = state.legal_actions(seat)
        action = state.action_as_json(seat, legal[rng.randrange(len(legal))])
        frame: View = {"hand": table.hand_number, "moves": table.moves, "key": str(uuid4())}
        players.post(seat, "move", {**frame, "action": action})


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_seat_is_told_what_it_may_not_know(game: str, seats: int) -> None:
    rng = random.Random(f"{game} {seats}")
    players = Players(game, seats, HANDS)
    positions = 0
    for snapshot in play_on(players, rng):
        positions += 1
        for seat in rng.sample([None, *players.seats], VIEWS):
            told = players.view(seat)
            imagined = otherwise(snapshot, seat, rng)
            assert as_told(told) == as_told(view_of(imagined, seat, after=0, now=NOW))
    heard = "\n".join(text for texts in players.heard.values() for text in texts)
    assert positions > 0
    assert MARK not in heard
    for hand in players.table.hands.all():
        assert hand.deal["salt"] not in heard
        assert hand.commitment in heard


def test_a_forged_key_or_one_of_another_table_opens_nothing() -> None:
    players, others = Players("franks-zoo", 3, 1), Players("franks-zoo", 4, 1)
    right = key_of(players.snapshot().seats[1])
    for key in (right + "x", right.replace(":1:", ":2:", 1), key_of(others.snapshot().seats[1])):
        answer = Client().get(f"/play/{players.token}/view/", {"key": key})
        assert (answer.status_code, answer.json()["code"]) == (403, "seat_gone")


def test_the_page_of_a_seat_holds_the_view_of_that_seat_alone() -> None:
    players = Players("zop-zoo", 3, 1)
    watcher = Client().get(f"/play/{players.token}/").content.decode()
    table = OnlineTable.objects.get(pk=players.table.pk)
    assert key_of(players.snapshot().seats[0]) not in watcher
    assert table.hands.get(number=1).deal["salt"] not in watcher
