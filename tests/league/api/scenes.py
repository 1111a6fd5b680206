"""A club in which everything is there that the API can be asked for, and programs that ask."""

import random
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from league.api.models import Scope, Token, Webhook
from league.api.services import create_token
from league.api.webhooks import send_test
from league.clubs.membership import make_invitation
from league.clubs.models import Club, Role, User
from league.competitions.models import CheckIn, RoundStatus, Stage
from league.competitions.services import add_stage
from league.notifications.models import Channel, Delivery, Notification, NotificationKind, Post
from league.online.models import OnlineTable
from league.online.services.chat import say
from league.online.services.events import Plan, open_event
from league.online.services.seat_assignment import Person
from league.online.services.seats import TableSettings, open_pick_up_table
from league.results.adjustments import adjust
from league.results.authors import Author, Via
from league.results.inbox import call_organiser
from league.results.models import Hand
from league.results.services import void_hand
from league.rounds.services.seating import seat_round
from league.standings.ratings.services import update_ratings
from tests.factories import (
    BY_CLUB,
    NOW,
    make_check_in,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.online.tables import legal_move
from tests.league.results.hands import live_hand, record_for, send

VISITORS = (
    "visitor",
    "viewer",
    "player",
    "scorer",
    "organiser",
    "owner",
    "stranger",
    "site owner",
)


def token_of(
    user: User, *scopes: str, club: Club | None = None, life: timedelta = timedelta(days=30)
) -> str:
    """Return the text of a new token of somebody, with all scopes unless told."""
    made = create_token(
        user=user,
        club=club,
        name="Test",
        scopes=scopes or Scope.values,
        life=life,
        key=uuid4(),
        now=timezone.now(),
    )
    return made.text


class Program:
    """A program that asks the API, with a token or without."""

    def __init__(self, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(headers=headers, raise_request_exception=False)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request to an address below /api/v1/ and return the answer."""
        extra: dict[str, Any] = {"headers": headers}
        if body is not None:
            extra |= {"data": body, "content_type": "application/json"}
        return getattr(self.client, method.lower())(f"/api/v1/{path}", **extra)

    def get(self, path: str, **headers: str) -> Any:
        """Read."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """Write."""
        return self.ask("POST", path, body, **headers)


class Scene:
    """A club with somebody in every role; its player sits at the table and plays online."""

    def __init__(self) -> None:
        self.club = make_club()
        self.stranger = make_organiser(make_club("Elsewhere"))
        self.users: dict[str, User] = {role: make_user() for role in Role}
        self.site_owner = make_user(is_superuser=True)
        self.competition = make_competition(self.club)
        self.round = make_round(self.competition)
        self.table = make_table(self.round)
        seat = self.table.seats.get(number=0)
        self.player = seat.player
        self.player.user = self.users[Role.PLAYER]
        self.player.save()
        for role in (Role.VIEWER, Role.SCORER, Role.ORGANISER, Role.OWNER):
            make_player(self.club, f"The {role}", role, self.users[role])
        send(self.table)
        self.hand = live_hand(self.table, 1)
        self.void = self._void_hand()
        self.scheduled = make_round(self.competition, 2, RoundStatus.SCHEDULED)
        self.closed = make_round(self.competition, 3, RoundStatus.CLOSED)
        self.unseated = make_round(self.competition, 4)
        self.waiting: list[CheckIn] = [make_check_in(self.unseated) for _ in range(4)]
        self.left = make_player(self.club, "Gone", left_at=NOW)
        self.adjustment = adjust(
            competition_id=self.competition.pk,
            entry_id=seat.entry_id,
            kind="bonus",
            points=1,
            reason="A good deed",
            by=None,
            now=NOW,
        )
        Post.objects.create(club=self.club, key="post", title="Hello", created_at=NOW)
        update_ratings(competition_id=self.competition.pk)
        self.seated = make_round(self.competition, 6)
        check_ins = [make_check_in(self.seated) for _ in range(4)]
        self.seated_entries = [each.entry_id for each in check_ins]
        seat_round(round_id=self.seated.pk, seating=0, seed=1, now=NOW)
        self.stage = add_stage(
            competition_id=self.competition.pk, number=2, settings=Stage(name="Play-off")
        )
        self.change = self.seated.seating_changes.get()
        self.call = call_organiser(
            table_id=self.table.pk, message="", author=Author(self.player, Via.SEAT, NOW)
        )
        self.submission = self.hand.submissions.get()
        self.invitation = make_invitation(
            club=self.club, by=self.users[Role.OWNER], life=timedelta(days=999), now=timezone.now()
        )
        self.delivery = self._delivery()
        self.event = open_event(
            game="animal-poker",
            plan=Plan(seats=3, hands=1, tables=1),
            host=Person("Ada", self.users[Role.PLAYER]),
            now=NOW,
        )
        self.online = self._online_table("heuristic")
        self.remark = say(table_id=self.online.pk, seat=0, key=uuid4(), code="hello", now=NOW)
        self.open_online = self._online_table("")

    def add_programs(self) -> None:
        """Add a token of the club and a webhook that has sent something."""
        token_of(self.users[Role.OWNER], "read", club=self.club)
        self.token = Token.objects.get(club=self.club)
        self.webhook = Webhook.objects.create(
            club=self.club, url="https://192.0.1.1/", key=uuid4(), created_at=NOW
        )
        self.webhook_delivery = send_test(webhook=self.webhook, now=NOW)

    def user(self, visitor: str) -> User | None:
        """Return who a visitor is; nobody for a mere visitor."""
        people: dict[str, User | None] = {
            "visitor": None,
            "stranger": self.stranger,
            "site owner": self.site_owner,
        }
        return (people | self.users)[visitor]

    def program(self, visitor: str, *scopes: str) -> Program:
        """Return a program with a token of a visitor."""
        user = self.user(visitor)
        return Program(token_of(user, *scopes) if user else "")

    def record(self) -> dict[str, Any]:
        """Return what can be sent as the table's next hand."""
        return {
            "number": 2,
            "key": str(uuid4()),
            "seating": self.table.seating,
            "record": record_for(self.table),
        }

    def move(self) -> dict[str, Any]:
        """Return a move that the player can make."""
        self.online.refresh_from_db()
        action = legal_move(self.online, 0, random.Random(1))
        moves, hand = self.online.moves, self.online.hand_number
        return {"hand": hand, "moves": moves, "key": str(uuid4()), "action": action}

    def _void_hand(self) -> Hand:
        table = make_table(self.round, number=2)
        send(table)
        hand = live_hand(table, 1)
        return void_hand(hand_id=hand.pk, expected_revision=1, reason="Misdeal", author=BY_CLUB)

    def _delivery(self) -> Delivery:
        notice = Notification.objects.create(
            club=self.club,
            player=self.player,
            kind=NotificationKind.STANDINGS,
            key="scene",
            subject="Standings",
            created_at=NOW,
        )
        return Delivery.objects.create(notification=notice, channel=Channel.EMAIL, due_at=NOW)

    def _online_table(self, bots: str) -> OnlineTable:
        """Open a table of the player's, at which the player acts first."""
        return open_pick_up_table(
            game="animal-poker",
            seats=3,
            settings=TableSettings(options={}, hands_limit=2, move_seconds=None),
            host=Person("Ada", self.users[Role.PLAYER]),
            bots=bots,
            now=NOW,
        )


def content_of(answer: Any) -> str:
    """Return what an answer holds, read to its end, which closes it."""
    raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(raw.decode(errors="replace"))


def problem_of(answer: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal, which has the form of one."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == answer.status_code
    return answer.status_code, told["code"]
