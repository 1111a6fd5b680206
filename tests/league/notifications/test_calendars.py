"""Calendars that programs fetch: rounds, their changes and cancellations."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Round, RoundStatus
from league.notifications import visibility
from league.notifications.calendars import PAST, update_calendar, write_calendar
from league.notifications.models import CalendarEntry, Source, Subscription
from league.notifications.services import targets
from tests.factories import NOW, make_competition, make_entry, make_player, make_round

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def make_calendar(rounds: int = 1, about: bool = False) -> tuple[Subscription, list[Round]]:
    """Make the calendar of a player, or of a competition, with rounds to come."""
    ada = make_player(name="Ada")
    competition = make_competition(ada.club, name="Autumn; League, 1")
    if not about:
        make_entry(competition, ada)
    name = visibility.name_of("competition", competition.pk) if about else ""
    made = [
        make_round(
            competition,
            number,
            RoundStatus.SCHEDULED,
            opens_at=NOW + number * 24 * HOUR,
            closes_at=NOW + number * 24 * HOUR + 4 * HOUR,
        )
        for number in range(1, rounds + 1)
    ]
    source = Source.CALENDAR
    return targets.subscribe(player=ada, source=source, about=name, now=NOW), made


def fetch(subscription: Subscription, now: object = NOW) -> list[Event]:
    """Fetch a calendar at a moment and read it again."""
    entries = update_calendar(subscription_id=subscription.pk, now=now)  # type: ignore[arg-type]
    found = Calendar.from_ical(write_calendar("Ada", entries)).walk("VEVENT")
    return [event for event in found if isinstance(event, Event)]


def test_calendar_without_rounds_is_valid_and_holds_a_component() -> None:
    subscription, _ = make_calendar(rounds=0)
    entries = update_calendar(subscription_id=subscription.pk, now=NOW)
    calendar = Calendar.from_ical(write_calendar("Ada", entries))

    assert [part.name for part in calendar.subcomponents] == ["VTIMEZONE"]
    assert (calendar.errors, calendar.subcomponents[0].errors) == ([], [])


@pytest.mark.parametrize("about", [False, True])
def test_round_stands_in_the_calendar(about: bool) -> None:
    subscription, [round_] = make_calendar(about=about)
    [event] = fetch(subscription)

    assert str(event["summary"]) == "Autumn; League, 1, Round 1"
    assert event.decoded("dtstart") == round_.opens_at
    assert event.decoded("dtend") == round_.closes_at
    assert (event["sequence"], event["status"], event["transp"]) == (0, "CONFIRMED", "OPAQUE")
    assert str(event["uid"]).startswith(f"round-{round_.pk}@")
    assert str(event["url"]).endswith(reverse("rounds:detail", args=[round_.pk]))


def test_what_changes_has_a_higher_sequence_and_what_does_not_keeps_its_own() -> None:
    subscription, [first, _second] = make_calendar(2)
    fetch(subscription)
    first.opens_at = NOW + 25 * HOUR
    first.save()

    for _twice in range(2):
        changed, same = fetch(subscription, NOW + HOUR)
        assert (changed["sequence"], same["sequence"]) == (1, 0)
        assert changed.decoded("dtstart") == NOW + 25 * HOUR
        assert changed.decoded("dtstamp") == NOW + HOUR
        assert same.decoded("dtstamp") == NOW


def test_round_that_is_removed_is_cancelled_and_comes_back_if_it_does() -> None:
    subscription, [round_] = make_calendar()
    [before] = fetch(subscription)
    opens_at, round_.opens_at = round_.opens_at, None
    round_.save()

    for _twice in range(2):
        [event] = fetch(subscription, NOW + HOUR)
        assert (event["status"], event["sequence"]) == ("CANCELLED", 1)
        assert (event["uid"], event.decoded("dtstart")) == (before["uid"], opens_at)
    round_.opens_at = opens_at
    round_.save()
    [event] = fetch(subscription, NOW + 2 * HOUR)
    assert (event["status"], event["sequence"]) == ("CONFIRMED", 2)


def test_who_withdraws_has_the_rounds_cancelled() -> None:
    subscription, _rounds = make_calendar()
    fetch(subscription)
    subscription.player.entries.update(withdrawn_at=NOW)

    [event] = fetch(subscription)
    assert event["status"] == "CANCELLED"


def test_what_is_long_over_is_left_out_and_forgotten() -> None:
    subscription, _rounds = make_calendar()
    fetch(subscription)

    assert fetch(subscription, NOW + PAST + 30 * HOUR) == []
    assert CalendarEntry.objects.count() == 0


def test_window_of_a_week_keeps_nobody_busy() -> None:
    subscription, [round_] = make_calendar()
    Round.objects.filter(pk=round_.pk).update(closes_at=NOW + 8 * 24 * HOUR)

    [event] = fetch(subscription)
    assert event["transp"] == "TRANSPARENT"


def test_competition_that_is_gone_is_no_longer_told() -> None:
    subscription, [round_] = make_calendar(about=True)
    round_.stage.competition.delete()

    assert fetch(subscription) == []


def test_calendar_is_fetched_without_signing_in_until_its_address_is_removed(
    client: Client,
) -> None:
    subscription, _rounds = make_calendar()
    address = reverse("notifications:calendar", args=[subscription.secret])
    response = client.get(address)

    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Cache-Control"] == "private, max-age=300"
    assert b"BEGIN:VEVENT\r\n" in response.content
    assert max(len(line) for line in response.content.split(b"\r\n")) <= 75
    assert client.get(reverse("notifications:calendar", args=["x" * 32])).status_code == 404
    targets.remove_subscription(player=subscription.player, subscription_id=subscription.pk)
    assert client.get(address).status_code == 404


def test_calendar_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        subscription, _rounds = make_calendar(count)
        address = reverse("notifications:calendar", args=[subscription.secret])
        client.get(address)
        with django_assert_num_queries(8):
            client.get(address)
