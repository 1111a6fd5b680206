import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import get_resolver, resolve, reverse

from games.registry import games
from league.core.handbook import (
    CHAPTERS,
    DOCS,
    HELP,
    PAGES,
    app_of,
    help_page,
    read_page,
    shown_size,
)
from tests.league.matrix.addresses import addresses
from tests.league.matrix.test_sign_in_pages import names

TRANSLATED = ("tutorial-organisers", "tutorial-players")
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def test_every_view_has_a_page_in_the_handbook() -> None:
    views = {address.name for address in addresses()} | set(names(get_resolver()))
    assert {view for view in views if view not in HELP and app_of(view) not in HELP} == set()
    assert set(HELP.values()) - {""} <= PAGES


def test_what_is_mapped_is_there() -> None:
    views = {address.name for address in addresses()}
    assert {name for name in HELP if ":" in name} <= views
    assert all((DOCS / f"{page}.md").exists() for page in PAGES)
    assert len(PAGES) == sum(len(pages) for _title, pages in CHAPTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_and_pictures_of_the_handbook_lead_somewhere(language: str) -> None:
    for page in PAGES:
        content = read_page(page, language).content
        for link in re.findall(r'href="([^"]+)"', content):
            address, _mark, anchor = link.partition("#")
            if link.startswith("https://"):
                continue
            found = resolve(address).kwargs if address else {"page": page}
            if "page" in found and anchor:
                assert f'id="{anchor}"' in read_page(found["page"], language).content, link
        for picture in re.findall(r'src="([^"]+)"', content):
            assert finders.find(picture.removeprefix(f"/{settings.STATIC_URL.strip('/')}/"))


def test_pictures_have_their_place_before_they_are_loaded() -> None:
    content = read_page("tutorial-players", "en").content
    sizes = re.findall(r'<img [^>]*height="(\d+)" [^>]*width="(\d+)"', content)
    assert len(sizes) == content.count("<img ")
    assert set(sizes) == {("576", "266")}
    assert shown_size(DOCS / "img" / "seat.png") == (640, 400)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", TRANSLATED)
def test_tutorials_are_read_in_the_reader_s_language(page: str, language: str) -> None:
    shown, original = read_page(page, language), read_page(page, "en")
    assert shown.language == language
    for piece in ("<h2", "<h3", "<img", "<a "):
        assert shown.content.count(piece) == original.content.count(piece), piece
    assert re.findall(r'src="([^"]+)"', shown.content) == re.findall(
        r'src="([^"]+)"', original.content
    )


@pytest.mark.django_db
def test_every_page_links_to_what_explains_it(client: Client) -> None:
    assert f'href="{reverse("core:handbook_page", args=["tutorial-organisers"])}"' in (
        client.get(reverse("clubs:index")).content.decode()
    )
    assert help_page("rounds:seat") == "seating"
    assert help_page("rounds:detail") == "tutorial-organisers"
    assert 'href="/help/">Help</a>' in client.get("/nothing/here/").content.decode()


@pytest.mark.django_db
def test_a_german_reader_is_shown_german_and_told_what_is_english(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    tutorial = client.get(reverse("core:handbook_page", args=["tutorial-players"]))
    assert '<h1 lang="de">Am Tisch</h1>' in tutorial.content.decode()
    scoring = client.get(reverse("core:handbook_page", args=["scoring"])).content.decode()
    assert '<article class="card handbook" lang="en">' in scoring


@pytest.mark.django_db
def test_what_is_no_page_of_the_handbook_is_not_found(client: Client) -> None:
    for address in ("/help/architecture/", "/help/nothing/", "/help/rules/chess/"):
        assert client.get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_rules_are_listed_with_their_ids(client: Client, game: object) -> None:
    slug = game.slug  # type: ignore[attr-defined]
    shown = client.get(reverse("core:handbook_rules", args=[slug])).content.decode()
    ids = list(game.rules())  # type: ignore[attr-defined]
    assert re.findall(r'<dt class="rule-id" id="([^"]+)">', shown) == [each.lower() for each in ids]
