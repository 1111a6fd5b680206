"""A table of a round is played to its end though somebody is late: seen, counted, closed."""

import random
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.clubs.models import User
from league.competitions.models import RoundStatus
from league.online.models import OnlineSeat, Phase, TimeoutPolicy
from league.online.services.bots import do_what_is_due
from league.online.services.events import follow_round
from league.online.services.play import get_ready
from league.results.models import TableScore
from league.rounds.services.closing import close_round
from league.standings.models import TableResult
from league.standings.queries import standings_of
from tests.factories import NOW, make_organiser
from tests.league.online.rounds import Evening, all_sit, evening, play_hand
from tests.portions import some_of

pytestmark = pytest.mark.django_db

LIVE, BY_CORRESPONDENCE = 90, 86_400
MOST_HANDS = 30
CASES = [
    (
        TimeoutPolicy.BOT,
        LIVE,
        "away: a bot plays",
        "’s time ran out: a bot plays until they return",
    ),
    (TimeoutPolicy.ONCE, BY_CORRESPONDENCE, "present", "’s time ran out: a bot makes this move"),
    (TimeoutPolicy.WAIT, BY_CORRESPONDENCE, "time is up", ""),
    (
        TimeoutPolicy.ZERO,
        LIVE,
        "forfeit: a bot plays to the end",
        "’s time ran out: no points for this table",
    ),
]


@dataclass
class Late:
    """A table of a round at which one seat has let its time run out, at `now`."""

    night: Evening
    seat: OnlineSeat
    now: datetime

    def page(self, user: User) -> str:
        """Return what somebody reads on the page around the table."""
        with time_machine.travel(self.now, tick=False):
            return text_of(client_of(user), f"/play/{self.night.online.token}/people/")

    def status_in(self, page: str) -> str:
        """Return what stands there below the name of who is late."""
        found = re.search(
            rf"<bdi>{self.seat.name}</bdi>\s*<small>\s*(.*?)\s*</small>", page, re.DOTALL
        )
        return "" if found is None else found[1]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def late_at(timeout_policy: str, move_seconds: int) -> Late:
    """Let the first who is to act at a table let the time run out."""
    night = evening(3, timeout_policy=timeout_policy, move_seconds=move_seconds)
    all_sit(night)
    seat = OnlineSeat.objects.filter(table=night.online, acts_since__isnull=False)[0]
    now = NOW + timedelta(seconds=move_seconds)
    do_what_is_due(table_id=night.online.pk, now=now)
    return Late(night, seat, now)


def play_match(late: Late) -> None:
    """Play until the match is over; whom a bot plays for stays away."""
    online, rng = late.night.online, random.Random(2)
    for _ in range(MOST_HANDS):
        play_hand(late.night, rng, now=late.now)
        if online.phase == Phase.OVER:
            return
        for place in OnlineSeat.objects.filter(table=online, bot="", is_away=False):
            get_ready(table_id=online.pk, seat=place.number, now=late.now)


@pytest.mark.parametrize(("timeout_policy", "move_seconds", "status", "story"), some_of(CASES, 1))
def test_who_lets_the_time_run_out_is_seen_counted_and_keeps_no_round_open(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    timeout_policy: str,
    move_seconds: int,
    status: str,
    story: str,
) -> None:
    late = late_at(timeout_policy, move_seconds)
    table = late.night.table
    competition = table.round.stage.competition
    organiser = make_organiser(competition.club)
    other = late.night.users[(late.seat.number + 1) % 3]
    for page in (late.page(other), late.page(organiser)):
        assert late.status_in(page) == status
        assert not story or f"{late.seat.name}{story}" in page
    if timeout_policy == TimeoutPolicy.WAIT:
        address = f"/play/{late.night.online.token}/people/{late.seat.number}/replace/"
        with time_machine.travel(late.now, tick=False):
            client_of(organiser).post(address, {"replacement": "greedy", "when": "now"})
        assert late.status_in(late.page(other)) == "a bot plays"
    with django_capture_on_commit_callbacks(execute=True):
        play_match(late)
    assert late.night.online.phase == Phase.OVER
    assert TableScore.objects.get(table=table).is_over is True
    assert close_round(round_id=table.round_id, now=late.now).status == RoundStatus.CLOSED
    points = {each.entry_id: each.points for each in TableResult.objects.filter(table=table)}
    entry = TableResult.objects.get(table=table, seat=late.seat.number).entry_id
    if timeout_policy == TimeoutPolicy.ZERO:
        points[entry] = 0
    assert {row.entry_id: row.points for row in standings_of(competition)} == points


def test_a_round_closes_though_a_table_waits_for_who_is_late() -> None:
    late = late_at(TimeoutPolicy.WAIT, BY_CORRESPONDENCE)
    round = late.night.table.round
    organiser = client_of(make_organiser(round.stage.competition.club))
    closing = text_of(organiser, f"/rounds/{round.pk}/close/")
    assert "Nothing recorded: its players would miss the round." in closing
    assert close_round(round_id=round.pk, now=late.now).status == RoundStatus.CLOSED
    follow_round(table_id=late.night.online.pk, now=late.now)
    late.night.online.refresh_from_db()
    assert late.night.online.phase == Phase.OVER
    assert TableResult.objects.filter(table=late.night.table).count() == 0
