"""Make club nights for tests of screens and widgets, with the smallest that shows something."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from league.competitions.models import Round, RoundStatus, Table
from league.notifications.models import Post
from league.results.models import Hand, HandScore, TableScore
from league.standings.models import Standing
from tests.factories import make_round, make_table


def text_of(client: Client, address: str, **headers: str) -> str:
    """Return a page with single spaces."""
    return " ".join(client.get(address, headers=headers).content.decode().split())


def play_hand(table: Table, number: int = 1) -> Hand:
    """Record a hand that brings Ada 4 points, as far as screens look."""
    hand = Hand.objects.create(table=table, number=number, created_at=timezone.now())
    HandScore.objects.create(hand=hand, score={"scores": [4, 2, 0, 1]})
    TableScore.objects.update_or_create(
        table=table, defaults={"hands": number, "totals": [4, 2, 0, 1], "places": [1, 2, 4, 3]}
    )
    return hand


def rank(table: Table, points: int = 10) -> None:
    """Give everybody at a table a standing, by seat."""
    stage = table.round.stage
    for seat in table.seats.order_by("number"):
        Standing.objects.create(
            competition=stage.competition,
            stage=stage,
            entry=seat.entry,
            points=points - seat.number,
            wins=0,
            game_points=0,
            tables=1,
        )


def make_evening(tables: int = 1) -> Round:
    """Make an open round in which everything there can be on a screen has happened."""
    round_ = make_round()
    for number in range(1, tables + 1):
        table = make_table(round_, number=number)
        play_hand(table)
        rank(table)
    now = timezone.now()
    opens_at = now + timedelta(days=7)
    make_round(round_.stage.competition, 2, RoundStatus.SCHEDULED, opens_at=opens_at)
    club = round_.stage.competition.club
    Post.objects.create(club=club, key="new", title="A new post", created_at=now)
    Post.objects.create(
        club=club, key="old", title="An old post", created_at=now - timedelta(days=3)
    )
    return round_


def start_clock(round_: Round, *, minutes_ago: int, minutes: int = 30) -> None:
    """Let the clock of a round run since then."""
    round_.clock_minutes = minutes
    round_.clock_started_at = timezone.now() - timedelta(minutes=minutes_ago)
    round_.save()
