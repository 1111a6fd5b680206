"""Online tables in the tests' own database, played over web processes that may die, and checked."""

import json
import random
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from games.base import Seat
from league.online.access import key_of
from league.online.matches import forget_all, position_at
from league.online.models import Move, OnlineSeat, OnlineTable, Phase, TimeoutPolicy
from league.online.queries import hand_of, seats_of
from league.online.services.absence import go_away
from league.results.models import Hand, Submission
from tests.league.online.rounds import all_sit, evening
from tests.league.online.tables import legal_move
from tests.site import Site

# Nobody's time runs out.
MOVE_SECONDS = 3600 - 1


class Post:
    """A move of a seat under its key, sent until a process has answered."""

    def __init__(self, table: OnlineTable, seat: OnlineSeat, chance: random.Random) -> None:
        self.key = uuid4()
        self._path = f"/play/{table.token}/move/"
        self._body = {
            "seat": key_of(seat),
            "hand": table.hand_number,
            "moves": table.moves,
            "key": str(self.key),
            "action": legal_move(table, seat.number, chance),
        }

    def send(self, site: Site) -> int | None:
        """Return the status of the answer, None where the process has died."""
        try:
            status, _ = send(site, self._path, self._body)
        except (OSError, HTTPException):
            return None
        return status


def send(site: Site, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    """Send what a script sends."""
    headers = {"Content-Type": "application/json"}
    return site.request("POST", path, json.dumps(body).encode(), **headers)


class Playing:
    """A table of a round: people at its seats but the last, for whom a bot plays."""

    def __init__(self, game: str, seats: int, hands: int) -> None:
        now = timezone.now()
        night = evening(
            seats, game=game, timeout_policy=TimeoutPolicy.BOT, move_seconds=MOVE_SECONDS, now=now
        )
        all_sit(night, now=now)
        self.started_at = now
        self.table = night.online
        go_away(table_id=self.table.pk, seat=seats - 1, now=now)
        self._hands = hands
        self.keys: list[UUID] = []

    @property
    def is_through(self) -> bool:
        """Say whether as many hands have ended as are to be played."""
        self.table.refresh_from_db()
        ended = self.table.hands.exclude(record=None).count()
        return ended >= self._hands or self.table.phase == Phase.OVER

    def next_post(self, chance: random.Random) -> Post | None:
        """Return a move of a person who is to act, None where a bot is."""
        self.table.refresh_from_db()
        acting = self._acting()
        people = [seat for seat in seats_of(self.table) if not seat.is_away]
        to_move = [seat for seat in people if seat.number in acting]
        return Post(self.table, chance.choice(to_move), chance) if to_move else None

    def _acting(self) -> set[Seat]:
        """Return who is to act at the table as it was read last."""
        hand = hand_of(self.table, self.table.hand_number)
        if hand is None or self.table.phase != Phase.PLAYING:
            return set()
        return set(position_at(self.table, hand, self.table.moves).state.acting_seats())

    def get_ready(self, site: Site) -> None:
        """Let all people wish for the next hand where one has ended."""
        self.table.refresh_from_db()
        for seat in seats_of(self.table):
            if self.table.phase == Phase.BETWEEN and not seat.is_away:
                send(site, f"/play/{self.table.token}/action/", ready(seat, self.table.moves))

    def note(self, post: Post, status: int | None) -> None:
        """Keep the key of a move that was accepted."""
        assert status in {HTTPStatus.OK, HTTPStatus.CONFLICT}
        if status == HTTPStatus.OK:
            self.keys.append(post.key)

    def check_views(self, site: Site) -> None:
        """Compare what a process shows each seat with the hand as its log tells it."""
        forget_all()
        for seat in seats_of(self.table):
            path = f"/play/{self.table.token}/view/?after=0"
            view = json.loads(site.request("GET", path, b"", **{"X-Seat-Key": key_of(seat)})[1])
            assert view["observation"] == self._observation(seat.number, view), view["you"]
            assert view["you"] == seat.number

    def _observation(self, seat: Seat, view: dict[str, Any]) -> object:
        hand = hand_of(self.table, view["hand"])
        assert hand is not None
        state = position_at(self.table, hand, view["moves"]).state
        return json.loads(json.dumps(state.observation(seat).as_json()))

    @transaction.atomic
    def check_clocks(self) -> None:
        """See that the time of exactly those runs who are to act, since a moment of the test."""
        # While it is locked, no bot moves.
        self.table = OnlineTable.objects.select_for_update().get(pk=self.table.pk)
        since = {seat.number: seat.acts_since for seat in seats_of(self.table)}
        running = {seat: moment for seat, moment in since.items() if moment is not None}
        assert set(running) == self._acting()
        assert all(self.started_at <= moment <= timezone.now() for moment in running.values())

    def check_log(self) -> None:
        """See that each move counts once, and that each hand was recorded as its log says, once."""
        moves = Move.objects.filter(hand__table=self.table).order_by("hand", "number")
        keys = [move.key for move in moves if move.key is not None]
        assert sorted(keys) == sorted(self.keys)
        ended = list(self.table.hands.exclude(record=None).order_by("number"))
        for hand in ended:
            numbers = list(hand.moves.order_by("number").values_list("number", flat=True))
            assert numbers == list(range(1, len(numbers) + 1))
            forget_all()
            state = position_at(self.table, hand, len(numbers)).state
            assert state.record().as_json() == hand.record
        recorded = Hand.objects.filter(table=self.table.table).order_by("number")
        assert [each.pk for each in recorded] == [hand.hand_id for hand in ended]
        assert Submission.objects.filter(hand__table=self.table.table).count() == len(ended)


def ready(seat: OnlineSeat, moves: int) -> dict[str, Any]:
    """Return the request for the next hand."""
    return {"seat": key_of(seat), "action": "ready", "moves": moves}
