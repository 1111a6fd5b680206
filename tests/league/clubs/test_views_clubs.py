"""The front page and the pages of a club."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club, Role, Visibility
from tests.factories import make_club, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db
INDEX = reverse("clubs:index")


def test_front_page_of_a_new_site_says_how_to_become_the_owner(client: Client) -> None:
    page = client.get(INDEX).content.decode()

    assert "This site has no administrator yet" in page
    assert "./run link" in page


def test_front_page_offers_the_site_owner_to_begin(client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    page = client.get(INDEX).content.decode()

    assert f'href="{reverse("clubs:create")}"' in page
    assert "Create your club" in page


def test_front_page_offers_others_nothing_to_create(client: Client) -> None:
    make_user(is_superuser=True)
    page = client.get(INDEX).content.decode()

    assert "No clubs yet" in page
    assert reverse("clubs:create") not in page


def test_front_page_lists_own_clubs_first_and_others_apart(client: Client) -> None:
    make_user(is_superuser=True)
    mine, other = make_club("Zebra"), make_club("Ape")
    client.force_login(make_organiser(mine))
    page = client.get(INDEX).content.decode()

    assert page.index("Zebra") < page.index("Other clubs") < page.index("Ape")
    assert page.count(f'href="/c/{mine.slug}/"') == page.count(f'href="/c/{other.slug}/"') == 1
    assert page.count("Organiser") == 1


@pytest.mark.parametrize("count", [1, 3])
def test_front_page_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    user = make_user(is_superuser=True)
    for number in range(count):
        make_player(make_club(f"Mine {number}"), user=user)
        make_club(f"Other {number}")
    client.force_login(user)

    with django_assert_num_queries(7):
        client.get(INDEX)


def test_club_is_created_and_its_players_come_next(client: Client) -> None:
    user = make_user(name="Ada", is_superuser=True)
    client.force_login(user)
    form = client.get(reverse("clubs:create")).content.decode()
    response = client.post(
        reverse("clubs:create"),
        {"name": " Zoff  im Zoo ", "time_zone": "Europe/Berlin", "visibility": "link"},
    )

    assert '<option value="Europe/Berlin"' in form
    assert '<optgroup label="Europe">' in form
    club = Club.objects.get()
    assert (club.name, club.slug, club.time_zone) == ("Zoff im Zoo", "zoff-im-zoo", "Europe/Berlin")
    assert response.headers["Location"] == reverse("clubs:add_players", args=[club.slug])
    assert [(player.name, player.role) for player in club.players.all()] == [("Ada", Role.OWNER)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x" * 300, "The name is too long: 300 characters. Use at most 80."),
        ("🦁🐘", "The name needs at least one letter or digit"),
        ("", "This field is required."),
    ],
)
def test_bad_name_of_a_club_is_refused_in_words_and_kept(
    client: Client, name: str, words: str
) -> None:
    client.force_login(make_user(is_superuser=True))
    page = client.post(reverse("clubs:create"), {"name": name, "time_zone": "UTC"}).content.decode()

    assert words in page
    assert f'value="{name}"' in page or not name
    assert Club.objects.count() == 0


def test_unknown_time_zone_is_refused(client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    client.post(reverse("clubs:create"), {"name": "Zoo", "time_zone": "Mars/Base"})

    assert Club.objects.count() == 0


def test_club_is_renamed_and_keeps_its_address(client: Client) -> None:
    club = make_club(time_zone="Etc/GMT+3")
    client.force_login(make_organiser(club))
    address = reverse("clubs:edit", args=[club.slug])

    assert '<option value="Etc/GMT+3" selected>' in client.get(address).content.decode()
    client.post(address, {"name": "New", "time_zone": "Asia/Tokyo", "visibility": "private"})
    slug = club.slug
    club.refresh_from_db()
    assert (club.name, club.slug, club.time_zone) == ("New", slug, "Asia/Tokyo")
    assert club.visibility == Visibility.PRIVATE


def test_club_page_shows_organisers_their_tools(client: Client) -> None:
    club = make_club()
    address = reverse("clubs:home", args=[club.slug])
    invite = reverse("clubs:invitations", args=[club.slug])
    client.force_login(make_organiser(club))

    assert invite in client.get(address).content.decode()
    client.logout()
    page = client.get(address).content.decode()
    assert invite not in page
    assert "Olga Organiser" in page
