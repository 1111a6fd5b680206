"""The pages of feed and outbox."""

import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club
from league.notices import services
from league.notices.mail import stop_token
from league.notices.models import Notice
from tests.factories import NOW, make_club, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
SCRIPT = "<script>alert(1)</script>"


def make_posts(club: Club, count: int) -> None:
    """Post standings of several rounds."""
    for number in range(1, count + 1):
        services.post(
            club=club,
            key=f"round:{number}",
            title=f"After round {number}",
            path=f"/rounds/{number}/",
            table={"head": ["Place", "Player"], "rows": [["1", SCRIPT]]},
            now=NOW + timedelta(days=number),
        )


def make_mails(club: Club, count: int) -> None:
    """Queue mails to new players."""
    players = [make_player(club, contact_email=f"p{n}@example.org") for n in range(count)]
    services.queue_mail(players=players, key="round:1", subject="News", text="…", now=NOW)


def test_feed_shows_the_newest_first_with_tables_and_harmless_names(client: Client) -> None:
    club = make_club()
    make_posts(club, 2)
    make_posts(make_club("Other"), 1)
    page = client.get(reverse("notices:feed", args=[club.slug])).content.decode()

    assert page.index("After round 2") < page.index("After round 1")
    assert page.count('href="/rounds/1/"') == 1
    assert "&lt;script&gt;alert(1)" in page
    assert SCRIPT not in page


def test_dates_are_written_by_the_clock_of_the_club(client: Client) -> None:
    club = make_club(time_zone="Europe/Rome")
    make_posts(club, 1)
    page = client.get(reverse("notices:feed", args=[club.slug])).content.decode()

    assert ">Sat 7 November 2026, 20:30</time>" in page


def test_feed_without_posts_says_what_will_come(client: Client) -> None:
    page = client.get(reverse("notices:feed", args=[make_club().slug]))

    assert "When a round closes, its standings appear here." in page.content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_feed_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    club = make_club()
    make_posts(club, count)

    with django_assert_num_queries(3):
        client.get(reverse("notices:feed", args=[club.slug]))


def test_feed_has_pages(client: Client) -> None:
    club = make_club()
    make_posts(club, 11)
    page = client.get(reverse("notices:feed", args=[club.slug]), {"page": 2}).content.decode()

    assert page.count('id="post-') == 1
    assert "After round 1" in page


def test_atom_feed_is_well_formed_and_escaped_twice(client: Client) -> None:
    club = make_club("A & B")
    make_posts(club, 2)
    response = client.get(reverse("notices:atom", args=[club.slug]))
    feed = ET.fromstring(response.content)

    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert feed.findtext(f"{ATOM}title") == "News of A & B"
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "After round 2",
        "After round 1",
    ]
    summary = entries[0].findtext(f"{ATOM}summary") or ""
    assert "&lt;script&gt;" in summary
    assert SCRIPT not in summary


def test_outbox_is_for_organisers_of_the_club(client: Client) -> None:
    club = make_club()
    make_mails(club, 1)
    address = reverse("notices:outbox", args=[club.slug])
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
        client.get(reverse("notices:outbox", args=[club.slug]))


def test_given_up_mail_is_tried_again_by_its_own_organisers_only(client: Client) -> None:
    club = make_club()
    make_mails(club, 1)
    Notice.objects.update(given_up_at=NOW, tries=8, error="OSError: no")
    notice = Notice.objects.get()
    address = reverse("notices:try_again", args=[notice.pk])

    client.force_login(make_organiser(make_club("Other")))
    assert client.post(address).status_code == 404
    notice.refresh_from_db()
    assert notice.given_up_at == NOW

    client.force_login(make_organiser(club))
    assert "OSError: no" in client.get(reverse("notices:outbox", args=[club.slug])).content.decode()
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    assert Notice.objects.filter(pk=notice.pk, given_up_at=None, tries=0).exists()


def test_mail_is_stopped_by_its_link_without_signing_in() -> None:
    player = make_player(contact_email="ada@example.org")
    address = reverse("notices:stop", args=[stop_token(player)])
    client = Client(enforce_csrf_checks=True)

    assert "Send no more mail" in client.get(address).content.decode()
    player.refresh_from_db()
    assert player.wants_email is True
    response = client.post(address, {"List-Unsubscribe": "One-Click"})
    player.refresh_from_db()
    assert (response.status_code, player.wants_email) == (200, False)


def test_stop_link_of_another_making_is_not_found(client: Client) -> None:
    player = make_player()

    assert client.post(reverse("notices:stop", args=[f"{player.pk}:x"])).status_code == 404
    assert client.post(reverse("notices:stop", args=[str(player.pk)])).status_code == 404
    player.refresh_from_db()
    assert player.wants_email is True
