"""Pictures of shared links: for whom, how often they are drawn, and what pages say of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from league.competitions.models import Round, Table
from tests.factories import make_club, make_competition, make_player
from tests.league.printing.evenings import competition_of, make_evening

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def _empty_caches() -> Iterator[None]:
    cache.clear()
    caches["pictures"].clear()
    yield
    caches["pictures"].clear()


def pages_of(evening: Round) -> dict[str, tuple[str, str]]:
    """Return the address of each page with a picture of its own, and that of the picture."""
    competition = competition_of(evening)
    table = Table.objects.filter(round=evening).order_by("number")[0]
    player = competition.entries.order_by("pk")[0].player
    keys: dict[str, tuple[str, int | str]] = {
        "standings_picture": ("standings:table", competition.pk),
        "round_picture": ("rounds:detail", evening.pk),
        "table_picture": ("results:table", table.pk),
        "player_picture": ("clubs:player", player.pk),
        "club_picture": ("clubs:home", competition.club.slug),
    }
    return {
        name: (reverse(page, args=[key]), reverse(f"printing:{name}", args=[key]))
        for name, (page, key) in keys.items()
    }


def told(client: Client, address: str) -> dict[str, str]:
    """Return what a page's head says of itself."""
    page = client.get(address).content.decode()
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page))


NAMES = ["standings_picture", "round_picture", "table_picture", "player_picture", "club_picture"]


@pytest.mark.parametrize("name", NAMES)
def test_page_names_its_picture_by_version(client: Client, name: str) -> None:
    page, picture = pages_of(make_evening())[name]
    head = told(client, page)
    address, _, version = head["og:image"].partition("?v=")
    assert address == f"http://testserver{picture}"
    assert version != ""
    assert head["description"] == head["og:description"]
    assert head["twitter:card"] == "summary_large_image"
    assert client.get(head["og:image"]).content[:8] == PNG


def test_pages_say_what_they_are(client: Client) -> None:
    pages = pages_of(make_evening())
    heads = [told(client, page) for page, _ in pages.values()]
    assert [(head["og:title"], head["description"]) for head in heads] == [
        (
            "Standings of Friday League",
            "Standings and points breakdown of Friday League, Zoo Club.",
        ),
        ("Friday League, round 1", "Seating of round 1 of Friday League, Zoo Club."),
        (
            "Friday League, round 1, table 1",
            "Score of the match of Ada, Björn, Chiara and Dörte, hand by hand.",
        ),
        ("Ada, Zoo Club", "Tables, places and rating of Ada."),
        ("Zoo Club", "Game nights, leagues and tournaments of Zoo Club."),
    ]


def test_other_pages_of_a_club_show_the_club(client: Client) -> None:
    club = make_club(slug="zoo")
    head = told(client, reverse("clubs:players", args=[club.slug]))
    assert head["og:image"].startswith("http://testserver/c/zoo/club.png?v=")


def test_picture_is_at_the_address_of_the_site(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://zoo.example"
    make_club(slug="zoo")
    head = told(client, "/c/zoo/")
    assert head["og:image"].startswith("https://zoo.example/c/zoo/club.png?v=")


def test_words_of_people_break_no_head(client: Client) -> None:
    make_club('"><script>', slug="zoo")
    head = told(client, "/c/zoo/")
    assert head["og:title"] == "&quot;&gt;&lt;script&gt;"


def test_version_changes_with_the_table(client: Client) -> None:
    evening = make_evening()
    page, _ = pages_of(evening)["table_picture"]
    before = told(client, page)["og:image"]
    evening.tables.update(version=4711)
    assert told(client, page)["og:image"] == re.sub(r"v=\d+", "v=4711", before)


@pytest.mark.parametrize("name", NAMES)
def test_picture_of_nothing_is_not_found(client: Client, name: str) -> None:
    key = "nowhere" if name == "club_picture" else 4711
    assert client.get(reverse(f"printing:{name}", args=[key])).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_picture_is_drawn_once(client: Client, name: str, settings: Settings) -> None:
    _, picture = pages_of(make_evening())[name]
    first = client.get(picture)
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"picture": 0}
    again = client.get(picture)
    assert first.content[:8] == PNG
    assert again.content == first.content
    known = client.get(picture, headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


def test_drawing_has_a_rate(client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"picture": 0}
    _, picture = pages_of(make_evening())["standings_picture"]
    answer = client.get(picture)
    assert (answer.status_code, answer.content) == (429, b"")


def test_new_name_gives_a_new_picture(client: Client) -> None:
    evening = make_evening()
    _, picture = pages_of(evening)["round_picture"]
    before = client.get(picture)
    competition_of(evening).club.players.filter(name="Ada").update(name="Ada #2")
    after = client.get(picture)
    assert before["ETag"] != after["ETag"]
    assert before.content != after.content


def test_pictures_lie_in_the_data_directory(settings: Settings) -> None:
    place = Path(settings.CACHES["pictures"]["LOCATION"])
    assert place == Path(settings.DATA_DIR) / "pictures"


def test_empty_competition_and_new_player_have_pictures(client: Client) -> None:
    competition = make_competition()
    player = make_player(competition.club)
    standings = client.get(reverse("printing:standings_picture", args=[competition.pk]))
    shown = client.get(reverse("printing:player_picture", args=[player.pk]))
    assert [answer.content[:8] for answer in (standings, shown)] == [PNG, PNG]


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("standings_picture", 3),
        ("round_picture", 3),
        ("table_picture", 2),
        ("player_picture", 7),
        ("club_picture", 3),
    ],
)
def test_pictures_ask_as_much_for_one_table_as_for_three(
    client: Client,
    tables: int,
    name: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    _, picture = pages_of(make_evening(tables))[name]
    with django_assert_num_queries(queries):
        client.get(picture)
