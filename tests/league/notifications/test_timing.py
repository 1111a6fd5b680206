"""When a notice goes out: at once, with a digest, or after the quiet hours."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from league.notifications.models import Channel, Delivery, NotificationKind, NotificationSettings
from league.notifications.services import targets
from league.notifications.services.queueing import due_time_for
from league.notifications.services.queueing import quiet_until as end_of_quiet
from league.notifications.services.targets import Timing
from tests.factories import NOW
from tests.league.notifications.targets import deliver, make_chat, make_reader, tell

# NOW is Friday 6 November 2026, 19:30 UTC: 20:30 in Rome.


def at(day: int, hour: int) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("timing", "zone", "kind", "channel", "due_at"),
    [
        (Timing(), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, NOW),
        (Timing("daily", 8), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, at(7, 8)),
        (Timing("daily", 20), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, at(6, 20)),
        (Timing("daily", 20), "Europe/Rome", NotificationKind.STANDINGS, Channel.EMAIL, at(7, 19)),
        (Timing("daily", 21), "Europe/Rome", NotificationKind.STANDINGS, Channel.EMAIL, at(6, 20)),
        (
            Timing("daily", 8, time_zone="Asia/Tokyo"),
            "UTC",
            NotificationKind.ROUND,
            Channel.EMAIL,
            at(6, 23),
        ),
        (Timing("weekly", 8, 0), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, at(9, 8)),
        (Timing("weekly", 20, 4), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, at(6, 20)),
        (Timing("weekly", 8, 4), "UTC", NotificationKind.STANDINGS, Channel.EMAIL, at(13, 8)),
        (Timing("daily", 8), "UTC", NotificationKind.SEAT, Channel.EMAIL, NOW),
        (Timing("daily", 8), "UTC", NotificationKind.STANDINGS, Channel.CHAT, NOW),
        (
            Timing(quiet_from=19, quiet_until=7),
            "UTC",
            NotificationKind.SEAT,
            Channel.PUSH,
            at(7, 7),
        ),
        (Timing(quiet_from=20, quiet_until=7), "UTC", NotificationKind.SEAT, Channel.PUSH, NOW),
        (
            Timing(quiet_from=13, quiet_until=20),
            "UTC",
            NotificationKind.SEAT,
            Channel.CHAT,
            at(6, 20),
        ),
        (
            Timing(quiet_from=20, quiet_until=7),
            "Europe/Rome",
            NotificationKind.SEAT,
            Channel.EMAIL,
            at(7, 6),
        ),
        (Timing(quiet_from=5, quiet_until=5), "UTC", NotificationKind.SEAT, Channel.EMAIL, NOW),
    ],
)
def test_notice_goes_out_when_its_reader_wants(
    timing: Timing, zone: str, kind: NotificationKind, channel: Channel, due_at: datetime
) -> None:
    notification_settings = NotificationSettings(**timing._asdict())
    due = due_time_for(notification_settings, kind, channel, zone=zone, now=NOW)

    assert due.due_at == due_at
    assert bool(due.bundle) is (due_at != NOW)


def test_week_of_the_change_of_clocks_keeps_to_the_hour_of_the_wall() -> None:
    before = datetime(2026, 10, 23, 12, tzinfo=UTC)
    notification_settings = NotificationSettings(frequency="weekly", hour=8, weekday=6)

    due = due_time_for(
        notification_settings,
        NotificationKind.STANDINGS,
        Channel.EMAIL,
        zone="Europe/Rome",
        now=before,
    )
    assert due.due_at == datetime(2026, 10, 25, 7, tzinfo=UTC)


# In Rome 02:30 comes twice in the night of 25 October 2026, and never in that of 28 March 2027.
@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "now", "end"),
    [
        (22, 7, datetime(2026, 10, 24, 21, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
        (22, 7, datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
        (22, 7, datetime(2026, 10, 25, 1, 30, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
        (22, 3, datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 2, tzinfo=UTC)),
        (22, 2, datetime(2026, 10, 24, 23, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, tzinfo=UTC)),
        (22, 2, datetime(2026, 10, 25, 1, 30, tzinfo=UTC), None),
        (22, 7, datetime(2027, 3, 27, 21, tzinfo=UTC), datetime(2027, 3, 28, 5, tzinfo=UTC)),
        (22, 2, datetime(2027, 3, 28, 0, 30, tzinfo=UTC), datetime(2027, 3, 28, 1, tzinfo=UTC)),
        (22, 3, datetime(2027, 3, 28, 0, 30, tzinfo=UTC), datetime(2027, 3, 28, 1, tzinfo=UTC)),
        (22, 3, datetime(2027, 3, 28, 1, tzinfo=UTC), None),
        (2, 3, datetime(2027, 3, 28, 1, tzinfo=UTC), None),
    ],
)
def test_quiet_hours_end_by_the_wall_in_the_nights_of_the_change_of_clocks(
    quiet_from: int, quiet_until: int, now: datetime, end: datetime | None
) -> None:
    notification_settings = NotificationSettings(quiet_from=quiet_from, quiet_until=quiet_until)
    assert end_of_quiet(notification_settings, zone="Europe/Rome", now=now) == end


# Clocks change by half an hour in Lord Howe, and at midnight in Havana and Santiago.
@pytest.mark.parametrize(
    ("zone", "spring", "autumn"),
    [
        ("Europe/Berlin", date(2027, 3, 27), date(2026, 10, 24)),
        ("America/New_York", date(2027, 3, 13), date(2026, 10, 31)),
        ("Australia/Lord_Howe", date(2026, 10, 3), date(2027, 4, 3)),
        ("America/Havana", date(2027, 3, 13), date(2026, 10, 31)),
        ("America/Santiago", date(2026, 9, 5), date(2027, 4, 3)),
    ],
)
def test_nothing_is_held_back_beyond_the_quiet_hours_in_any_of_these_nights(
    zone: str, spring: date, autumn: date
) -> None:
    clock = ZoneInfo(zone)
    offsets = set()
    for day in (spring, autumn):
        noon = datetime.combine(day, time(12), clock).astimezone(UTC)
        nights = [noon + timedelta(minutes=30 * step) for step in range(48)]
        offsets.add(len({due.astimezone(clock).utcoffset() for due in nights}))
        for begin, end in ((22, 7), (23, 2), (0, 1), (3, 0), (2, 3), (20, 23)):
            notification_settings = NotificationSettings(
                quiet_from=begin, quiet_until=end, time_zone=zone
            )
            held = {now: end_of_quiet(notification_settings, zone="UTC", now=now) for now in nights}
            for now, until in held.items():
                if until is not None:
                    assert until > now
                    assert end_of_quiet(notification_settings, zone="UTC", now=until) is None
                    between = [due for due in nights if now <= due < until]
                    assert all(held[due] == until for due in between)
    assert offsets == {2}


@pytest.mark.django_db
def test_digest_is_one_mail_of_all_that_came_meanwhile() -> None:
    ada = make_reader()
    targets.save_notification_settings(player_id=ada.pk, chosen={}, timing=Timing("daily", 8))
    tell(ada, key="1", text="first words", path="/a/")
    tell(ada, key="2", text="second words", path="/b/", now=NOW + timedelta(hours=5))
    tell(ada, key="3", kind=NotificationKind.DEADLINE)

    assert deliver() == 1
    assert deliver(at(7, 7)) == 0
    assert deliver(at(7, 8)) == 1
    urgent, digest = mail.outbox
    assert (urgent.subject, digest.subject) == ("Round 1 is over", "Zoo Club: 2 notifications")
    words = str(digest.body)
    assert words.index("first words") < words.index("second words")
    assert "/a/" in words
    assert "/b/" in words
    assert Delivery.objects.filter(sent_at=None).count() == 0


@pytest.mark.django_db
def test_quiet_hours_of_two_ways_are_two_messages() -> None:
    ada = make_reader()
    make_chat(ada, "https://hooks.slack.com/services/1", disabled_at=NOW)
    make_chat(ada, "https://hooks.slack.com/services/2")
    targets.save_notification_settings(
        player_id=ada.pk, chosen={}, timing=Timing(quiet_from=18, quiet_until=22)
    )
    tell(ada, key="1")
    tell(ada, key="2")

    assert deliver() == 0
    bundles = Delivery.objects.values_list("channel", "bundle", "due_at")
    assert len(set(bundles)) == 2
    assert {due_at for _channel, _bundle, due_at in bundles} == {at(6, 22)}


@pytest.mark.django_db
def test_digest_does_not_carry_what_was_stopped_meanwhile() -> None:
    ada = make_reader()
    targets.save_notification_settings(player_id=ada.pk, chosen={}, timing=Timing("daily", 8))
    tell(ada, key="1", text="standings of one")
    tell(ada, key="2", kind=NotificationKind.INVITATION, text="you are in")
    targets.stop_mail(player_id=ada.pk, kinds=[NotificationKind.STANDINGS])

    assert deliver(at(7, 8)) == 1
    [sent] = mail.outbox
    assert "you are in" in str(sent.body)
    assert "standings of one" not in str(sent.body)
