"""No screen says more than its seat may know, and nothing else does.

Whole matches are played over HTTP by people and a bot. Two things are done at every position. What
seats are told is compared with what they would be told if everything that they cannot know were
otherwise: the hand is dealt anew in accord with the observation, and hidden actions are replaced by
a mark. Before each hand the browsers shuffle with the site, and one does not always open its share.
And all that has left the site since (answers, also about moves that are taken back or decided on
beforehand and about who is here, pages, error pages, replays and their files, streams, log lines,
the cache, messages between processes) is searched for what its reader may not know.

`ONLINE_HANDS` is how many hands of each kind of table are played.
"""

import itertools
import json
import os
import random
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import partial
from secrets import token_hex
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from games.base import Event, Seat
from games.registry import game as find_game
from games.shuffle import Place, digest_of, share_text
from league.core.games import online_part
from league.online.access import key_of
from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.models.hands import WINDOW
from league.online.presence import STATES
from league.online.seat_view import View, seat_view
from league.online.services.bots import do_what_is_due
from league.online.services.seat_assignment import Person
from league.online.services.seats import let_bot_sit, sit_down
from league.online.snapshots import Snapshot, snapshot_of
from league.online.tasks import sweep
from league.results.access import PHONE
from tests.league.online.hidden import LEAST_CARDS, secrets_of, words_in
from tests.league.online.tables import NOW, make_table
from tests.league.online.traffic import KINDS, Traffic, all_heard
from tests.portions import some_of

# What is told and kept after a commit is part of it.
pytestmark = pytest.mark.django_db(transaction=True)

HANDS = int(os.environ.get("ONLINE_HANDS", "1"))
# Hands of one match; then another one is begun.
MATCH = 10
MARK = "nobody may read this"
GAMES = some_of([("animal-poker", 4), ("franks-zoo", 3), ("zop-zoo", 3), ("franks-zoo", 5)], 1, 1)
# Fields that tell the time of the answer, or that come from the real deal by right.
OF_THE_MOMENT = ("now", "proof")
# How often pages and error pages are asked for, in positions.
PAGES_EVERY, ERRORS_EVERY, PREMOVES_EVERY, UNDOS_EVERY = 7, 11, 3, 5
# In one of so many hands a browser does not open its share.
REFUSED_EVERY = 3


class Players:
    """People at a table with a bot, each with a browser, and one who only watches."""

    def __init__(self, game: str, seats: int, hands: int, traffic: Traffic) -> None:
        table = make_table(game, seats, bots="", hands=hands, host=person(0))
        self.seats = range(seats - 1)
        for seat in self.seats[1:]:
            sit_down(table_id=table.pk, seat=seat, person=person(seat), now=NOW)
        let_bot_sit(table_id=table.pk, seat=seats - 1, bot="greedy", now=NOW)
        self.table = table
        self.token = table.token
        self.hidden: set[str] = set()
        self.shuffled = self._replayed = 0
        self._traffic = traffic
        self._clients: dict[Seat | None, Client] = {None: Client()}
        for seat in self.seats:
            client = self._clients[seat] = Client(raise_request_exception=False)
            session = client.session
            session[PHONE] = person(seat).guest
            session.save()

    def view(self, seat: Seat | None) -> View:
        """Ask for a seat's view as its page does."""
        headers = {"X-Seat-Key": self._key(seat)}
        address = f"/play/{self.token}/view/"
        answer: Any = self._clients[seat].get(address, {"after": "0"}, headers=headers)
        self._traffic.hear_answer("answer", answer, seat)
        return dict(answer.json())

    def send(self, seat: Seat, what: str, body: View, kind: str = "answer") -> Any:
        """Send something for a seat."""
        answer: Any = self._clients[seat].post(
            f"/play/{self.token}/{what}/",
            json.dumps({"seat": self._key(seat), **body}),
            content_type="application/json",
        )
        self._traffic.hear_answer(kind, answer, seat)
        return answer

    def go_on(self, snapshot: Snapshot) -> None:
        """Shuffle for the next hand, once all have said that they are there and ready for it."""
        shuffling, moves = snapshot.shuffling, snapshot.table.moves
        if shuffling is not None and shuffling.shuffle.asked_at is not None:
            self.shuffle(shuffling.shuffle.number)
            return
        for seat in self.seats:
            self.send(seat, "share", {})
            self.send(seat, "action", {"action": "ready", "moves": moves})

    def shuffle(self, number: int) -> None:
        """Commit and open for all seats, as their pages do; in some hands one does not open."""
        asked = {seat: self.view(seat)["shuffle"] for seat in self.seats}
        attempt = self.table.shuffles.latest("pk").attempt
        place: View = {"hand": number, "attempt": attempt}
        shares: dict[Seat, str] = {}
        for seat, shuffle in asked.items():
            assert isinstance(shuffle, dict)
            if seat in shuffle["barred"]:
                continue
            shares[seat] = token_hex(32)
            text = share_text(
                Place(self.table.pk, number, attempt), seat, shuffle["commitment"], shares[seat]
            )
            body = {**place, "commitment": digest_of(text)}
            assert self.send(seat, "share", body).status_code == 200
        refuses = attempt == 1 and number % REFUSED_EVERY == 1
        self.hidden, self.shuffled = set(map(words_in, shares.values())), number
        refusing = shares.popitem()[0] if refuses else None
        for seat, share in shares.items():
            self.send(seat, "share", {**place, "share": "0" * 64}, "error")
            assert self.send(seat, "share", {**place, "share": share}).status_code == 200
        if refusing is not None:
            self.run_out(refusing)

    def decide(self, snapshot: Snapshot, rng: random.Random) -> None:
        """Let a page say that it is here, and its seat decide on a play that nobody else makes."""
        state, table = snapshot.state, snapshot.table
        waiting = [seat for seat in self.seats if state and seat not in state.acting_seats()]
        if not waiting or table.phase != Phase.PLAYING:
            return
        seat = rng.choice(waiting)
        cards = sorted(online_part(table.game).cards(table.rules))
        action = {"type": "play", "cards": rng.sample(cards, LEAST_CARDS)}
        decided = self.send(seat, "premove", {"hand": table.hand_number, "action": action})
        assert decided.status_code == 200
        presence = rng.choice(STATES)
        assert self.send(seat, "here", {"state": presence}).status_code == 204

    def run_out(self, seat: Seat) -> None:
        """Let the time go by in which a seat could open its share."""
        shuffle = self.table.shuffles.latest("pk")
        assert shuffle.closed_at is not None
        do_what_is_due(table_id=self.table.pk, now=shuffle.closed_at + WINDOW)
        assert self.view(seat)["phase"] == Phase.BETWEEN

    def secrets(self, snapshot: Snapshot, seat: Seat | None) -> set[str]:
        """Return what a seat may not be told now, shares that browsers still keep included."""
        hand = snapshot.hand
        is_over = hand is not None and hand.number >= self.shuffled and hand.record is not None
        return secrets_of(snapshot, seat) | (set() if is_over else self.hidden)

    def open_pages(self, seat: Seat | None) -> None:
        """Open the page of the table anew, and all others that tell of it while it is played."""
        number = self.snapshot().table.hand_number
        table = f"/play/{self.token}/"
        proof = [f"{table}hands/{number}/proof/"] if number else []
        for address in (table, f"{table}people/", *proof, "/play/", "/play/profile/"):
            answer: Any = self._clients[seat].get(address)
            self._traffic.hear_answer("page", answer, seat)
            assert answer.status_code == 200

    def replay(self, seat: Seat | None) -> None:
        """Ask for the replay and the log of the hand and of the one before, as a seat and open."""
        number = self.snapshot().table.hand_number
        for hand, status in ((number, 404), (number - 1, 200)):
            for name in ("replay.json", "replay.json?seat=1", "?seat=1", "log.jsonl"):
                answer: Any = self._clients[seat].get(f"/play/{self.token}/hands/{hand}/{name}")
                self._traffic.hear_answer("replay", answer, seat)
                assert answer.status_code == (status if hand else 404)

    def do_what_is_no_move(self, count: int, rng: random.Random) -> None:
        """Take moves back, decide beforehand, and open pages and replays, each now and then."""
        if count % UNDOS_EVERY == 0:
            self.undo(rng)
        if count % PREMOVES_EVERY == 0:
            self.decide(self.snapshot(), rng)
        if count % PAGES_EVERY == 0:
            self.open_pages(rng.choice([None, *self.seats]))
        table = self.snapshot().table
        if table.phase == Phase.PLAYING and table.hand_number > self._replayed:
            self._replayed = table.hand_number
            self.replay(rng.choice([None, *self.seats]))

    def undo(self, rng: random.Random) -> None:
        """Let a seat ask to take its move back, and the others answer."""
        table = self.snapshot().table
        if table.phase != Phase.PLAYING:
            return
        asking = rng.choice(self.seats)
        for seat in [asking, *(each for each in self.seats if each != asking)]:
            answers = ("allow_undo", "allow_undo", "refuse_undo")
            action = "undo" if seat == asking else rng.choice(answers)
            moves = self.snapshot().table.moves
            self.send(seat, "action", {"action": action, "moves": moves}, "undo")

    def err(self, seat: Seat, frame: View) -> None:
        """Do all that is refused, each in its way; last, let the database fail."""
        answers = [
            self.send(seat, "move", {**frame, "moves": 99_999}, "error"),
            self.send(seat, "move", {**frame, "action": {"type": "fly"}}, "error"),
            self.send(seat, "move", {**frame, "key": "none"}, "error"),
            self.send(seat, "move", {**frame, "seat": "forged"}, "error"),
            self.send(seat, "fly", frame, "error"),
        ]
        with connection.execute_wrapper(fail_to_write):
            answers.append(self.send(seat, "move", frame, "error"))
        got: Any = self._clients[seat].get(f"/play/{self.token}/move/")
        self._traffic.hear_answer("error", got, seat)
        assert [each.status_code for each in answers] == [409, 422, 400, 403, 404, 500]

    def snapshot(self) -> Snapshot:
        """Return the table as it is."""
        return snapshot_of(self.token)

    def _key(self, seat: Seat | None) -> str:
        return "" if seat is None else key_of(self.snapshot().seats[seat])


def fail_to_write(execute: Any, sql: str, *rest: Any) -> Any:
    """Let a statement that writes a move fail, as a database does whose disk is full."""
    if sql.startswith("INSERT"):
        raise DatabaseError("No space left.")
    return execute(sql, *rest)


def person(seat: Seat) -> Person:
    """Return the person of a seat, known by a mark of the browser."""
    return Person(f"Player {seat}", guest=f"{seat:032}", adds_share=True)


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
    seats = tuple(
        each if each.number == seat else decided_otherwise(each) for each in snapshot.seats
    )
    return replace(snapshot, seats=seats, position=position._replace(state=state, events=events))


def decided_otherwise(seat: OnlineSeat) -> OnlineSeat:
    """Return a seat that has other plans for its turn."""
    other = copy(seat)
    other.auto_pass = not seat.auto_pass
    other.premove = None if seat.premove else {"type": "play", "cards": [MARK]}
    other.moves_at = None if seat.moves_at else NOW
    return other


def hidden(event: Event) -> Event:
    return replace(event, action={"type": event.type, "cards": [MARK], "card": MARK})


def as_told(view: View) -> str:
    """Return what a view tells, as text that can be compared."""
    told = {name: value for name, value in view.items() if name not in OF_THE_MOMENT}
    return json.dumps(told, sort_keys=True, default=str)


def play_on(players: Players, rng: random.Random, traffic: Traffic) -> Iterator[Snapshot]:
    """Play until the match is over; yield each position on the way, and search the traffic."""
    for count in itertools.count():
        players.do_what_is_no_move(count, rng)
        snapshot = players.snapshot()
        state, table = snapshot.state, snapshot.table
        if table.phase == Phase.PLAYING:
            yield snapshot
        people = [seat for seat in state.acting_seats() if seat in players.seats] if state else []
        frame: View = {"hand": table.hand_number, "moves": table.moves, "key": str(uuid4())}
        if state and people:
            seat = rng.choice(people)
            legal = state.legal_actions(seat)
            frame["action"] = state.action_as_json(seat, legal[rng.randrange(len(legal))])
            if count % ERRORS_EVERY == 0:
                players.err(seat, frame)
        traffic.hear_cache()
        traffic.hear_wake_ups()
        traffic.search(partial(players.secrets, snapshot))
        if table.phase == Phase.OVER:
            return
        if table.phase == Phase.BETWEEN:
            players.go_on(snapshot)
        elif people:
            check_answer(players, seat, frame, table.moves, rng)
        else:
            sweep()


def check_answer(players: Players, seat: Seat, frame: View, moves: int, rng: random.Random) -> None:
    """Make a move after `moves`, and compare the answer with that of a world otherwise dealt."""
    answer = players.send(seat, "move", frame)
    assert answer.status_code == 200, answer.content
    now = players.snapshot()
    if now.table.phase == Phase.PLAYING:
        told = seat_view(otherwise(now, seat, rng), seat, after=moves, now=NOW)
        assert as_told(answer.json()["view"]) == as_told(told)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_nobody_is_told_what_they_may_not_know(game: str, seats: int) -> None:
    rng = random.Random(f"{game} {seats}")
    traffic = Traffic()
    played = positions = 0
    while played < HANDS:
        players = Players(game, seats, min(MATCH, HANDS - played), traffic)
        with all_heard(traffic, players.table.pk, seats):
            for snapshot in play_on(players, rng, traffic):
                positions += 1
                seat = rng.choice([None, *players.seats])
                told = players.view(seat)
                imagined = seat_view(otherwise(snapshot, seat, rng), seat, after=0, now=NOW)
                assert as_told(told) == as_told(imagined)
                assert MARK not in as_told(told)
        played += players.table.hands.exclude(record=None).count()
        print(f"{game} {seats}: {played} hands, {positions} positions, {dict(traffic.counts)}")  # noqa: T201
    assert positions > 0
    assert set(traffic.counts) == set(KINDS)


def test_a_forged_key_or_one_of_another_table_opens_nothing() -> None:
    traffic = Traffic()
    players, others = Players("franks-zoo", 3, 1, traffic), Players("franks-zoo", 4, 1, traffic)
    right = key_of(players.snapshot().seats[1])
    for key in (right + "x", right.replace(":1:", ":2:", 1), key_of(others.snapshot().seats[1])):
        address = f"/play/{players.token}/view/"
        # Pages that were opened before the header was have it in their address.
        for answer in (
            Client().get(address, headers={"X-Seat-Key": key}),
            Client().get(address, {"key": key}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "seat_gone")


def test_the_page_of_a_seat_holds_the_view_of_that_seat_alone() -> None:
    players = Players("zop-zoo", 3, 1, Traffic())
    for _ in range(2):
        # One browser does not open its share of the first attempt.
        players.shuffle(1)
    spectator = Client().get(f"/play/{players.token}/").content.decode()
    table = OnlineTable.objects.get(pk=players.table.pk)
    assert key_of(players.snapshot().seats[0]) not in spectator
    assert table.hands.get(number=1).deal["salt"] not in spectator
