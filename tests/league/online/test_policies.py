"""What becomes of who lets the time run out, as the terms of a competition say."""

import random
from datetime import timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.online.models import (
    OnlineSeat,
    OnlineTable,
    Phase,
    TableEvent,
    TableEventType,
    TimeoutPolicy,
)
from league.online.queries import tables_due
from league.online.services.absence import come_back, give_back, go_away
from league.online.services.bots import do_what_is_due
from league.online.services.scores import settle_forfeits
from league.online.services.seat_assignment import Person
from league.online.services.seats import begin_match, sit_down
from league.online.texts import summarise_settings, timeout_policy_text
from league.results.models import Adjustment
from league.standings.models import TableResult
from tests.factories import NOW
from tests.league.online.rounds import Evening, all_sit, evening, play_hand
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db
MOVE = timedelta(seconds=90)
LATE = NOW + MOVE


def night(timeout_policy: str) -> tuple[Evening, OnlineSeat]:
    """Return a table that has begun under a policy, and the seat that is to act."""
    found = evening(3, timeout_policy=timeout_policy, move_seconds=90)
    all_sit(found)
    return found, acting(found.online)


def acting(table: OnlineTable) -> OnlineSeat:
    found = OnlineSeat.objects.filter(table=table, acts_since__isnull=False).order_by("number")
    return found[0]


def story(table: OnlineTable) -> list[str]:
    return list(
        TableEvent.objects.filter(table=table).order_by("pk").values_list("type", flat=True)
    )


def taken() -> list[tuple[int, int]]:
    """Return what counts against whom, by entry."""
    counting = Adjustment.objects.filter(cancelled_at=None).order_by("pk")
    return list(counting.values_list("entry_id", "points"))


def do_due(found: Evening) -> None:
    do_what_is_due(table_id=found.online.pk, now=LATE)
    found.online.refresh_from_db()


def test_a_table_is_played_as_its_competition_says() -> None:
    for timeout_policy in TimeoutPolicy.values:
        assert night(timeout_policy)[0].online.timeout_policy == timeout_policy


@pytest.mark.parametrize("timeout_policy", TimeoutPolicy.values)
def test_each_choice_is_explained_on_the_page_of_the_table(timeout_policy: str) -> None:
    found, _ = night(timeout_policy)
    assert timeout_policy_text(timeout_policy) in summarise_settings(found.online)


def test_a_bot_plays_until_who_was_late_is_back() -> None:
    found, seat = night(TimeoutPolicy.BOT)
    do_due(found)
    seat.refresh_from_db()
    assert (seat.is_away, seat.forfeited_at) == (True, None)
    assert story(found.online)[0] == TableEventType.LATE
    come_back(table_id=found.online.pk, seat=seat.number, now=LATE)
    seat.refresh_from_db()
    assert seat.is_away is False


def test_a_bot_makes_one_move_and_the_seat_is_its_players_again() -> None:
    found, seat = night(TimeoutPolicy.ONCE)
    do_due(found)
    seat.refresh_from_db()
    assert (seat.is_away, seat.time_bank_ms) == (False, 0)
    own = found.online.hands.get(number=1).moves.filter(seat=seat.number).count()
    assert (own, found.online.phase) == (1, Phase.PLAYING)
    assert story(found.online)[0] == TableEventType.LATE_ONCE


def test_a_table_that_waits_is_not_due_and_nobody_plays_for_who_is_late() -> None:
    found, seat = night(TimeoutPolicy.WAIT)
    assert tables_due(LATE + timedelta(days=9)) == []
    do_due(found)
    seat.refresh_from_db()
    assert (seat.is_away, found.online.moves, story(found.online)) == (False, 0, [])


def test_who_is_late_under_zero_does_not_come_back_and_the_table_is_worth_nothing() -> None:
    found, seat = night(TimeoutPolicy.ZERO)
    do_due(found)
    seat.refresh_from_db()
    assert (seat.is_away, seat.forfeited_at) == (True, LATE)
    with refuses("forfeited"):
        come_back(table_id=found.online.pk, seat=seat.number, now=LATE)
    play_hand(found, random.Random(1))
    for _ in range(2):
        settle_forfeits(table_id=found.online.pk, now=LATE)
    worth = TableResult.objects.get(table=found.table, seat=seat.number)
    assert taken() == ([(worth.entry_id, -worth.points)] if worth.points > 0 else [])


def test_what_is_taken_follows_the_score_and_is_given_back_with_the_seat() -> None:
    found, _ = night(TimeoutPolicy.ZERO)
    play_hand(found, random.Random(1))
    best = TableResult.objects.filter(table=found.table).order_by("-points")[0]
    OnlineSeat.objects.filter(table=found.online, number=best.seat).update(
        forfeited_at=LATE, is_away=True
    )
    settle_forfeits(table_id=found.online.pk, now=LATE)
    assert taken() == [(best.entry_id, -best.points)]
    TableResult.objects.filter(pk=best.pk).update(points=best.points + 3)
    settle_forfeits(table_id=found.online.pk, now=LATE)
    assert taken() == [(best.entry_id, -best.points - 3)]
    for _ in range(2):
        give_back(table_id=found.online.pk, seat=best.seat, now=LATE)
    assert taken() == []
    assert OnlineSeat.objects.get(table=found.online, number=best.seat).is_away is False


def test_a_hand_that_is_recorded_takes_what_it_is_worth_at_once(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    found, _ = night(TimeoutPolicy.ZERO)
    OnlineSeat.objects.filter(table=found.online).update(forfeited_at=LATE)
    with django_capture_on_commit_callbacks(execute=True):
        OnlineSeat.objects.filter(table=found.online).update(is_away=True)
        play_hand(found, random.Random(1))
    worth = TableResult.objects.filter(table=found.table, points__gt=0)
    assert sorted(taken()) == sorted((each.entry_id, -each.points) for each in worth)


@pytest.mark.parametrize(
    ("timeout_policy", "move_seconds"),
    [
        (TimeoutPolicy.WAIT, 90),
        (TimeoutPolicy.ONCE, 90),
        (TimeoutPolicy.ZERO, 90),
        (TimeoutPolicy.BOT, 86_400),
    ],
)
def test_no_bot_substitutes_for_who_only_goes_away_or_has_not_come(
    timeout_policy: str, move_seconds: int
) -> None:
    found = evening(3, timeout_policy=timeout_policy, move_seconds=move_seconds)
    user = found.users[0]
    sit_down(table_id=found.online.pk, seat=0, person=Person(user.name, user), now=NOW)
    begin_match(table_id=found.online.pk, now=NOW)
    assert OnlineSeat.objects.filter(table=found.online, is_away=True).count() == 0
    with refuses("no_bot_substitute"):
        go_away(table_id=found.online.pk, seat=0, now=NOW)
