"""Rounds whose time passed while nothing ran that could open them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from league.clubs.models import Role
from league.competitions.models import Competition, Round, RoundStatus
from league.competitions.queries import stage_to_begin
from league.competitions.schedule import RoundTimes
from league.notifications.calendars import Event
from league.notifications.models import Notification, NotificationKind, Post
from league.results.inbox import inbox_of, inbox_versions
from league.rounds.queries import following, rounds_in_calendar
from league.rounds.services.check_in import check_in_self
from league.rounds.services.closing import close_round
from league.rounds.services.lifecycle import (
    call_off_round,
    mark_missed_rounds,
    open_due_round,
    open_round,
    reopen_round,
    set_round_times,
    undo_call_off,
)
from league.rounds.tasks import sweep
from tests.factories import (
    NOW,
    make_competition,
    make_entry,
    make_player,
    make_round,
)
from tests.league.refusals import refuses
from tests.league.rounds.pages import address, organise
from tests.league.rounds.test_recurrence import TUESDAY, make_stage, openings, recur

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def sweep_at(now: datetime) -> None:
    with time_machine.travel(now, tick=False):
        sweep()


def make_missed(competition: Competition | None = None, **fields: Any) -> Round:
    """Make a round whose window ended an hour before NOW, and let the sweep find it."""
    fields = {"opens_at": NOW - 3 * HOUR, "closes_at": NOW - HOUR, **fields}
    round_ = make_round(competition, status=RoundStatus.SCHEDULED, **fields)
    sweep_at(NOW)
    round_.refresh_from_db()
    return round_


def make_outage(ends_at: datetime = NOW) -> list[Round]:
    """Make a league of five weekly evenings that are over when the outage ends."""
    competition = make_competition()
    make_player(competition.club, "Olga", Role.ORGANISER, contact_email="olga@example.org")
    make_entry(competition, make_player(competition.club, contact_email="ada@example.org"))
    return [
        make_round(
            competition,
            number,
            RoundStatus.SCHEDULED,
            opens_at=ends_at - (6 - number) * 7 * DAY,
            closes_at=ends_at - (6 - number) * 7 * DAY + 3 * HOUR,
        )
        for number in range(1, 6)
    ]


def test_five_missed_rounds_are_marked_and_nothing_is_opened_mailed_or_posted() -> None:
    missed = make_outage()

    for minutes in range(3):
        sweep_at(NOW + timedelta(minutes=minutes))

    found = Round.objects.filter(pk__in=[round_.pk for round_ in missed])
    assert {(one.status, one.missed_at) for one in found} == {(RoundStatus.SCHEDULED, NOW)}
    assert list(Post.objects.all()) == []
    told = Notification.objects.get()
    assert (told.kind, told.player and told.player.name) == (NotificationKind.MISSED, "Olga")
    assert told.subject.endswith(": 5 rounds missed")
    assert told.text.count("Round ") == 5
    assert mail.outbox == []


def test_late_opening_within_the_window_opens_as_usual() -> None:
    late = make_round(status=RoundStatus.SCHEDULED, opens_at=NOW - HOUR, closes_at=NOW + HOUR)
    sweep_at(NOW)
    late.refresh_from_db()
    assert (late.status, late.missed_at) == (RoundStatus.OPEN, None)


def test_open_round_whose_time_has_passed_closes_after_an_outage() -> None:
    played = make_round(opens_at=NOW - 30 * DAY, closes_at=NOW - 29 * DAY)
    sweep_at(NOW)
    played.refresh_from_db()
    assert played.status == RoundStatus.CLOSED


def test_round_due_when_its_window_ends_is_not_opened_by_a_late_worker() -> None:
    late = make_round(status=RoundStatus.SCHEDULED, opens_at=NOW - HOUR, closes_at=NOW)
    open_due_round(round_id=late.pk, seed=1, now=NOW)
    late.refresh_from_db()
    assert late.status == RoundStatus.SCHEDULED


def test_marking_twice_tells_once() -> None:
    missed = make_outage()
    competition_id = missed[0].stage.competition_id
    first = mark_missed_rounds(competition_id=competition_id, now=NOW)
    second = mark_missed_rounds(competition_id=competition_id, now=NOW + HOUR)
    assert (len(first), second, Notification.objects.count()) == (5, [], 1)


def test_clock_put_back_lets_rounds_be_to_come_again() -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED, opens_at=NOW + HOUR, closes_at=NOW + 4 * HOUR)
    sweep_at(NOW + 400 * DAY)
    round_.refresh_from_db()
    assert round_.is_missed
    sweep_at(NOW)
    round_.refresh_from_db()
    assert (round_.status, round_.missed_at) == (RoundStatus.SCHEDULED, None)
    sweep_at(NOW + HOUR)
    round_.refresh_from_db()
    assert round_.status == RoundStatus.OPEN


def test_recurring_rounds_go_on_with_the_next_date_and_name_those_without_a_round() -> None:
    stage = make_stage()
    club = stage.competition.club
    make_player(club, "Olga", Role.ORGANISER, contact_email="olga@example.org")
    recur(stage, ahead=1)
    back = TUESDAY + 5 * 14 * DAY - DAY

    sweep_at(back)
    sweep_at(back + timedelta(minutes=1))

    assert openings(stage) == [TUESDAY, TUESDAY + 5 * 14 * DAY]
    told = Notification.objects.get()
    assert [line for line in told.text.splitlines() if line.startswith("- ")] == [
        "- Round 1, Tue 10 November, 18:30",
        "- Tue 24 November, 18:30",
        "- Tue 8 December, 18:30",
        "- Tue 22 December, 18:30",
        "- Tue 5 January, 18:30",
    ]


def test_missed_round_waits_in_the_inbox_until_it_is_decided() -> None:
    missed = make_missed()
    club = missed.stage.competition.club
    version = inbox_versions([club.pk])[club.pk]
    assert [one.pk for one in inbox_of(club).missed] == [missed.pk]
    call_off_round(round_id=missed.pk, now=NOW)
    assert not inbox_of(club)
    assert inbox_versions([club.pk])[club.pk] == version + 1


def test_missed_round_is_held_now_and_closes_by_hand() -> None:
    missed = make_missed()
    held = open_round(round_id=missed.pk, now=NOW)
    again = open_round(round_id=missed.pk, now=NOW + HOUR)
    assert (held.status, held.missed_at, held.closes_at) == (RoundStatus.OPEN, None, None)
    assert again.opened_at == NOW


def test_missed_round_is_moved_and_opens_then(client: Client) -> None:
    missed = make_missed(opens_at=NOW - 26 * HOUR, closes_at=NOW - 24 * HOUR)
    with time_machine.travel(NOW, tick=False):
        page = organise(client, missed).get(address("times", missed.pk))
        initial = page.context["form"].initial
        answer = client.post(
            address("times", missed.pk),
            {
                f"{name}_{part}": text
                for name in ("opens_at", "closes_at")
                for part, text in (
                    ("0", initial[name].strftime("%Y-%m-%d")),
                    ("1", initial[name].strftime("%H:%M")),
                )
            }
            | {
                name: initial[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at")
            },
        )
    assert initial["opens_at"] == NOW - 26 * HOUR + 7 * DAY
    assert answer.status_code == 302
    missed.refresh_from_db()
    assert (missed.missed_at, missed.status) == (None, RoundStatus.SCHEDULED)
    sweep_at(initial["opens_at"])
    missed.refresh_from_db()
    assert missed.status == RoundStatus.OPEN


def test_missed_round_cannot_be_moved_to_a_day_that_is_over() -> None:
    missed = make_missed()
    times = RoundTimes(NOW - 23 * HOUR, None)
    with refuses("bad_times", match="This time is in the past"):
        set_round_times(round_id=missed.pk, times=times, now=NOW)
    missed.refresh_from_db()
    assert missed.is_missed


def test_calling_off_is_done_once_and_undone() -> None:
    missed = make_missed()
    for _ in range(2):
        off = call_off_round(round_id=missed.pk, now=NOW)
    assert off.status == RoundStatus.CALLED_OFF
    for _ in range(2):
        back = undo_call_off(round_id=missed.pk)
    assert (back.status, back.is_missed) == (RoundStatus.SCHEDULED, True)
    sweep_at(NOW + HOUR)
    assert (
        Notification.objects.filter(kind=NotificationKind.MISSED).count() == 0
    )  # no organiser has an address


@pytest.mark.parametrize("status", [RoundStatus.OPEN, RoundStatus.CLOSED])
def test_round_that_was_opened_is_not_called_off(status: str) -> None:
    round_ = make_round(status=status)
    with refuses("wrong_status", match="has been opened"):
        call_off_round(round_id=round_.pk, now=NOW)


def test_round_that_is_called_off_takes_nobody_and_nothing() -> None:
    off = make_missed()
    call_off_round(round_id=off.pk, now=NOW)
    player = make_entry(off.stage.competition).player
    acts: list[Callable[[], object]] = [
        lambda: open_round(round_id=off.pk, now=NOW),
        lambda: close_round(round_id=off.pk, now=NOW),
        lambda: reopen_round(round_id=off.pk, now=NOW),
        lambda: check_in_self(round_id=off.pk, player=player, now=NOW),
        lambda: set_round_times(round_id=off.pk, times=RoundTimes(NOW + DAY, None), now=NOW),
    ]
    for act in acts:
        with refuses("wrong_status"):
            act()


def test_calling_off_tells_those_who_were_reminded_and_undoing_takes_it_back() -> None:
    round_ = make_round(
        status=RoundStatus.SCHEDULED, opens_at=NOW + HOUR, check_in_reminded_at=NOW - HOUR
    )
    make_entry(
        round_.stage.competition,
        make_player(
            round_.stage.competition.club, contact_email="ada@example.org", mail={"round": True}
        ),
    )
    call_off_round(round_id=round_.pk, now=NOW)
    assert [one.subject.endswith("is cancelled") for one in Notification.objects.all()] == [True]
    undo_call_off(round_id=round_.pk)
    assert not Notification.objects.exists()


def test_next_round_and_next_stage_do_not_wait_for_what_was_called_off() -> None:
    competition = make_competition()
    first = make_round(competition, 1, RoundStatus.CLOSED)
    missed = make_missed(competition, number=2)
    third = make_round(competition, 3, RoundStatus.SCHEDULED)
    stage = first.stage
    after = competition.stages.create(number=2)
    assert following(first) == third
    third.delete()
    assert following(first) is None
    rounds = Round.objects.filter(stage=stage)
    assert stage_to_begin([stage, after], rounds.all()) is None
    call_off_round(round_id=missed.pk, now=NOW)
    assert stage_to_begin([stage, after], rounds.all()) == after


def test_round_closes_although_the_next_one_has_a_closing_time_that_has_passed() -> None:
    competition = make_competition()
    competition.stages.update(next_round="closing")
    first = make_round(competition, 1)
    second = make_round(competition, 2, RoundStatus.SCHEDULED, closes_at=NOW - HOUR)
    close_round(round_id=first.pk, now=NOW)
    second.refresh_from_db()
    assert (second.opens_at, second.closes_at) == (NOW, None)


def test_calendar_tells_of_a_missed_round_and_cancels_one_that_is_called_off() -> None:
    missed = make_missed()
    player = make_entry(missed.stage.competition).player

    def events() -> list[Event]:
        return list(rounds_in_calendar(player, "", NOW - 30 * DAY))

    assert [event.title.endswith("Round 1: missed") for event in events()] == [True]
    call_off_round(round_id=missed.pk, now=NOW)
    assert events() == []
