"""What an organiser writes to all players."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.audit.models import AuditEntry
from league.clubs.models import Club
from league.competitions.models import Competition, RoundStatus
from league.core.ratelimits import counts
from league.displays.slides import ANNOUNCEMENT, DEFAULT_SECONDS, Rotation, build_projector
from league.notifications.models import Notification, NotificationKind, Post
from league.notifications.queries import posts_of
from league.notifications.services.announcing import (
    MOST_A_DAY,
    AnnouncementError,
    announce,
    delete_announcement,
)
from tests.factories import make_club, make_competition, make_organiser, make_player, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    cache.clear()
    counts.clear()
    return make_club()


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(make_organiser(club))
    return client


def write(club: Club, key: str = "1") -> Post:
    return announce(
        club=club,
        key=key,
        title="Dinner at 19:30",
        body="In the garden",
        shown_for=timedelta(days=1),
        now=timezone.now(),
    )


def sent(**changes: str) -> dict[str, str]:
    return {
        "title": "Dinner at 19:30",
        "body": "<b>x</b>",
        "days": "3",
        "key": str(uuid4()),
    } | changes


def test_announcement_is_a_post_and_a_notification_once(club: Club) -> None:
    make_player(club, "Ada", contact_email="ada@example.org")

    post = write(club)

    assert write(club) == post
    assert list(Post.objects.values_list("title", "body")) == [("Dinner at 19:30", "In the garden")]
    found = Notification.objects.filter(kind=NotificationKind.ANNOUNCEMENT)
    assert list(found.values_list("subject", "text")) == [("Dinner at 19:30", "In the garden")]


def test_announcement_makes_pages_newer_of_what_is_still_played(club: Club) -> None:
    open_one, ended = make_competition(club), make_competition(club)
    make_round(open_one)
    make_round(ended, status=RoundStatus.CLOSED)

    write(club)

    versions = dict(Competition.objects.values_list("pk", "version"))
    assert versions == {open_one.pk: 2, ended.pk: 1}


def test_deleted_announcement_takes_unsent_notifications_along_and_twice_is_once(
    club: Club,
) -> None:
    make_player(club, "Ada", contact_email="ada@example.org")
    post = write(club)

    delete_announcement(post_id=post.pk)
    delete_announcement(post_id=post.pk)

    assert (Post.objects.count(), Notification.objects.count()) == (0, 0)


def test_other_posts_are_no_announcements(club: Club) -> None:
    post = Post.objects.create(club=club, key="x", title="x", created_at=timezone.now())

    delete_announcement(post_id=post.pk)

    assert Post.objects.count() == 1


def test_too_many_a_day_are_refused(club: Club) -> None:
    for number in range(MOST_A_DAY):
        write(club, str(number))

    with pytest.raises(AnnouncementError):
        write(club, "one more")


def test_organiser_writes_to_all_and_everybody_reads_it(organiser: Client, club: Club) -> None:
    address = reverse("notifications:announce", args=[club.slug])

    answer = organiser.post(address, sent())
    organiser.logout()
    home = organiser.get(answer.headers["Location"]).content.decode()

    assert answer.headers["Location"] == reverse("clubs:home", args=[club.slug])
    assert ("Dinner at 19:30" in home, "&lt;b&gt;x&lt;/b&gt;" in home) == (True, True)


def test_log_says_who_wrote_and_deleted(organiser: Client, club: Club) -> None:
    organiser.post(reverse("notifications:announce", args=[club.slug]), sent())
    delete = reverse("notifications:delete_announcement", args=[Post.objects.get().pk])

    answers = [organiser.post(delete).status_code for _ in range(2)]

    assert answers == [302, 404]
    assert list(AuditEntry.objects.order_by("pk").values_list("action", "label")) == [
        ("notifications.announced", "Dinner at 19:30"),
        ("notifications.announcement_deleted", "Dinner at 19:30"),
    ]


def test_announcement_goes_from_the_page_when_its_time_is_over(client: Client, club: Club) -> None:
    write(club)
    Post.objects.update(shown_until=timezone.now())

    home = client.get(reverse("clubs:home", args=[club.slug])).content.decode()

    assert "In the garden" not in home
    assert "Dinner at 19:30" in home  # the news


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"body": "x" * 2001}, "body"),
        ({"days": "400"}, "days"),
    ],
)
def test_message_with_a_fault_is_not_sent_and_kept(
    organiser: Client, club: Club, changes: dict[str, str], field: str
) -> None:
    answer = organiser.post(reverse("notifications:announce", args=[club.slug]), sent(**changes))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Post.objects.count() == 0


def test_too_many_in_a_minute_keep_what_was_typed(organiser: Client, club: Club) -> None:
    address = reverse("notifications:announce", args=[club.slug])

    answers = [organiser.post(address, sent()) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert "Dinner at 19:30" in answers[5].content.decode()


def test_announcement_takes_the_first_turn_on_projectors(club: Club) -> None:
    competition = make_competition(club)
    write(club)

    def show() -> list[str]:
        shown = build_projector(
            competition, Rotation(DEFAULT_SECONDS), timezone.now(), listed=posts_of(club)
        )
        return [slide.name for slide in shown.slides if slide.seconds]

    assert show() == [ANNOUNCEMENT]
    Post.objects.all().delete()
    assert show() == ["waiting"]
