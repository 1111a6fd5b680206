"""The pages of feed and outbox, and what stops mail."""

import xml.etree.ElementTree as ET
from datetime import timedelta
from functools import partial

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club
from league.notifications import visibility
from league.notifications.channels.email import stop_token
from league.notifications.models import (
    Delivery,
    NotificationKind,
    NotificationSettings,
    Post,
    PostText,
    Source,
)
from league.notifications.services import queueing, targets
from league.notifications.services.queueing import notification_settings_of
from tests.factories import NOW, make_club, make_competition, make_organiser, make_player, make_user
from tests.league.notifications.targets import deliver, make_reader, tell

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
SCRIPT = "<script>alert(1)</script>"


def make_posts(club: Club, count: int) -> None:
    """Post standings of several rounds."""
    for number in range(1, count + 1):
        queueing.post(
            club=club,
            key=f"round:{number}",
            write=partial(PostText, f"After round {number}", head=["Place", "Player"]),
            path=f"/rounds/{number}/",
            rows=[["1", SCRIPT]],
            now=NOW + timedelta(days=number),
        )


def make_mails(club: Club, count: int) -> None:
    """Tell new players something by mail."""
    tell(*(make_reader(f"P{n}", f"p{n}@example.org", club=club) for n in range(count)))


def test_feed_shows_the_newest_first_with_tables_and_harmless_names(client: Client) -> None:
    club = make_club()
    make_posts(club, 2)
    make_posts(make_club("Other"), 1)
    page = client.get(reverse("notifications:feed", args=[club.slug])).content.decode()

    assert page.index("After round 2") < page.index("After round 1")
    assert page.count('href="/rounds/1/"') == 1
    assert "&lt;script&gt;alert(1)" in page
    assert SCRIPT not in page


def test_dates_are_written_by_the_clock_of_the_club(client: Client) -> None:
    club = make_club(time_zone="Europe/Rome")
    make_posts(club, 1)
    page = client.get(reverse("notifications:feed", args=[club.slug])).content.decode()

    assert ">Sat 7 November 2026, 20:30</time>" in page


@pytest.mark.parametrize("count", [1, 3])
def test_feed_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    club = make_club()
    make_posts(club, count)

    with django_assert_num_queries(3):
        client.get(reverse("notifications:feed", args=[club.slug]))


def test_feed_has_pages(client: Client) -> None:
    club = make_club()
    make_posts(club, 11)
    page = client.get(reverse("notifications:feed", args=[club.slug]), {"page": 2}).content.decode()

    assert page.count('id="post-') == 1
    assert "After round 1" in page


def test_atom_feed_is_well_formed_and_escaped_twice(client: Client) -> None:
    club = make_club("A & B")
    make_posts(club, 2)
    response = client.get(reverse("notifications:atom", args=[club.slug]))
    feed = ET.fromstring(response.content)

    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert feed.findtext(f"{ATOM}title") == "News from A & B"
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "After round 2",
        "After round 1",
    ]
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "A & B"
    newest = Post.objects.get(title="After round 2")
    assert entries[0].findtext(f"{ATOM}id") == (
        f"tag:192.0.2.2,{newest.created_at:%Y-%m-%d}:/posts/{newest.pk}"
    )
    summary = entries[0].findtext(f"{ATOM}summary") or ""
    assert "&lt;script&gt;" in summary
    assert SCRIPT not in summary


def test_pages_are_in_the_reader_s_language_and_feeds_in_the_club_s_or_their_player_s(
    client: Client,
) -> None:
    ada = make_player(user=make_user(language="de"))

    def write() -> PostText:
        return PostText(gettext("Standings"), head=[gettext("Place")])

    queueing.post(club=ada.club, key="1", write=write, rows=[["1"]], now=NOW)
    subscription = targets.subscribe(player=ada, source=Source.NEWS, now=NOW)
    addresses = {
        "page": reverse("notifications:feed", args=[ada.club.slug]),
        "atom": reverse("notifications:atom", args=[ada.club.slug]),
        "own": reverse("notifications:news", args=[subscription.secret]),
    }
    shown = {
        name: client.get(address, headers={"accept-language": "it"}).content.decode()
        for name, address in addresses.items()
    }

    words = {"en": "Standings", "de": "Tabelle", "it": "Classifica"}
    assert {
        name: [language for language, word in words.items() if f">{word}<" in text]
        for name, text in shown.items()
    } == {"page": ["it"], "atom": ["en"], "own": ["de"]}


def test_secret_feed_shows_what_its_player_may_see_until_it_is_removed(client: Client) -> None:
    ada = make_player()
    seen, gone = make_competition(ada.club), make_competition(ada.club)
    for competition in (seen, gone):
        about = visibility.name_of("competition", competition.pk)
        write = partial(PostText, competition.name)
        queueing.post(club=ada.club, key=about, write=write, about=about, now=NOW)
    source_name = gone.name
    gone.delete()
    subscription = targets.subscribe(player=ada, source=Source.NEWS, now=NOW)
    address = reverse("notifications:news", args=[subscription.secret])

    feed = client.get(address).content.decode()
    assert seen.name in feed
    assert source_name not in feed
    assert (
        client.get(reverse("notifications:calendar", args=[subscription.secret])).status_code == 404
    )
    targets.remove_subscription(player=ada, subscription_id=subscription.pk)
    assert client.get(address).status_code == 404


def test_secret_feed_of_who_has_left_is_not_found(client: Client) -> None:
    ada = make_player()
    subscription = targets.subscribe(player=ada, source=Source.NEWS, now=NOW)
    ada.left_at = NOW
    ada.save()

    assert client.get(reverse("notifications:news", args=[subscription.secret])).status_code == 404


def test_outbox_is_for_organisers_of_the_club(client: Client) -> None:
    club = make_club()
    make_mails(club, 1)
    address = reverse("notifications:outbox", args=[club.slug])
    player = make_user()
    make_player(club, user=player)

    login_address = client.get(address).headers["Location"]
    assert login_address.startswith(reverse("account_login"))
    for user, status in (
        (player, 404),
        (make_organiser(make_club("Other")), 404),
        (make_organiser(club), 200),
    ):
        client.force_login(user)
        response = client.get(address)
        assert response.status_code == status
        assert (b"p0@example.org" in response.content) is (status == 200)


@pytest.mark.parametrize("count", [1, 3])
def test_outbox_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    club = make_club()
    make_mails(club, count)
    client.force_login(make_organiser(club))

    with django_assert_num_queries(5):
        client.get(reverse("notifications:outbox", args=[club.slug]))


@pytest.mark.databases
@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({}, {"P0", "P1", "P2"}),
        ({"words": "p1"}, {"P1"}),
        ({"words": "over"}, {"P0", "P1", "P2"}),
        ({"state": "given_up"}, {"P0"}),
        ({"state": "sent"}, {"P1"}),
        ({"state": "failing"}, {"P2"}),
        ({"state": "waiting"}, {"P2"}),
        ({"kind": "seat"}, set()),
        ({"channel": "push"}, set()),
        ({"channel": "email", "kind": "standings"}, {"P0", "P1", "P2"}),
        ({"state": "nonsense", "page": "x"}, {"P0", "P1", "P2"}),
    ],
)
def test_outbox_shows_what_is_asked_for(
    client: Client, filters: dict[str, str], names: set[str]
) -> None:
    club = make_club()
    make_mails(club, 3)
    of = Delivery.objects.filter
    of(notification__player__name="P0").update(given_up_at=NOW, error="OSError: no")
    of(notification__player__name="P1").update(sent_at=NOW)
    of(notification__player__name="P2").update(tries=2)
    client.force_login(make_organiser(club))

    page = client.get(reverse("notifications:outbox", args=[club.slug]), filters)
    shown = {delivery.notification.player.name for delivery in page.context["page_obj"]}
    assert shown == names


def test_given_up_delivery_is_sent_again_by_its_own_organisers_only(client: Client) -> None:
    club = make_club()
    make_mails(club, 1)
    Delivery.objects.update(given_up_at=NOW, tries=8, error="OSError: no")
    delivery = Delivery.objects.get()
    address = reverse("notifications:resend", args=[delivery.pk])

    client.force_login(make_organiser(make_club("Other")))
    assert client.post(address).status_code == 404
    delivery.refresh_from_db()
    assert delivery.given_up_at == NOW

    client.force_login(make_organiser(club))
    assert (
        "OSError: no"
        in client.get(reverse("notifications:outbox", args=[club.slug])).content.decode()
    )
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    assert Delivery.objects.filter(pk=delivery.pk, given_up_at=None, tries=0).exists()


def stop_address() -> str:
    """Return the address in the header of the only mail that was sent."""
    [sent] = mail.outbox
    address: str = sent.extra_headers["List-Unsubscribe"].strip("<>")
    return address[address.index("/mails/") :]


def test_one_click_stops_the_kind_of_a_mail_without_signing_in() -> None:
    ada = make_reader()
    tell(ada)
    deliver()
    client = Client(enforce_csrf_checks=True)

    assert "Unsubscribe from:" in client.get(stop_address()).content.decode()
    assert NotificationSettings.objects.count() == 0
    response = client.post(stop_address(), {"List-Unsubscribe": "One-Click"})
    notification_settings = NotificationSettings.objects.get(player=ada)
    assert (
        response.status_code,
        notification_settings.wants(NotificationKind.STANDINGS, "email"),
    ) == (200, False)
    assert notification_settings.wants(NotificationKind.DEADLINE, "email") is True
    assert notification_settings.wants(NotificationKind.STANDINGS, "chat") is True
    client.post(stop_address(), {"List-Unsubscribe": "One-Click"})
    assert NotificationSettings.objects.get(player=ada).chosen == {"email": {"standings": False}}


def test_button_on_the_page_stops_all_mail(client: Client) -> None:
    ada = make_reader()
    page = client.post(
        reverse("notifications:stop", args=[stop_token(ada, NotificationKind.STANDINGS)]),
        {"all": "1"},
    ).content.decode()

    assert "does not send email to Ada." in page
    assert tell(ada, kind=NotificationKind.DEADLINE) == 0
    assert tell(ada, kind=NotificationKind.CHANNEL) == 1


def test_link_of_an_older_mail_stops_all_mail(client: Client) -> None:
    ada = make_reader()
    client.post(reverse("notifications:stop", args=[stop_token(ada)]))
    ada.refresh_from_db()

    assert {
        kind for kind in NotificationKind if notification_settings_of(ada).wants(kind, "email")
    } == {NotificationKind.CHANNEL}


def test_stop_link_of_another_making_is_not_found(client: Client) -> None:
    player = make_player()

    for token in (f"{player.pk}:x", str(player.pk), f"{player.pk}.seat:x"):
        assert client.post(reverse("notifications:stop", args=[token])).status_code == 404
    assert NotificationSettings.objects.count() == 0
