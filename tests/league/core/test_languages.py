"""Everybody is answered in a language of their own, and what is kept keeps them apart."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import cast

import pytest
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from django.utils import translation
from django.utils.translation import gettext

from league.api.views import schema, schema_text
from league.clubs.models import User
from league.core.fragments import cached_fragment
from tests.factories import make_club, make_competition, make_entry, make_organiser, make_user

pytestmark = pytest.mark.django_db
SPOKEN = ("en", "de", "it")


def break_down(request: HttpRequest) -> HttpResponse:
    """Be a page that has a fault of ours."""
    raise ZeroDivisionError(request.path)


urlpatterns = [path("broken/", break_down)]


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Let the last answer's language end with the test."""
    with translation.override("en"):
        yield


def spoken(client: Client, address: str = "/", **headers: str) -> str:
    """Return the language of a page, which says so itself."""
    answer = client.get(address, headers=headers)
    page = answer.content.decode()
    (language,) = [each for each in SPOKEN if f'<html lang="{each}">' in page]
    assert answer["Content-Language"] == language
    return language


def choose(client: Client, language: str, **fields: str) -> str:
    """Choose a language with the form at the foot of a page, and return where that leads."""
    answer = client.post(reverse("accounts:language"), {"language": language, **fields})
    assert answer.status_code == 302
    return answer["Location"]


def test_browser_says_the_language_until_one_is_chosen(client: Client) -> None:
    assert spoken(client) == "en"
    assert spoken(client, **{"accept-language": "fr, it;q=0.8"}) == "it"
    assert choose(client, "de", next="/calculator/?a=1") == "/calculator/?a=1"
    assert spoken(client, **{"accept-language": "it"}) == "de"
    assert client.cookies["language"]["samesite"] == "Lax"


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(
    ("address", "host", "status"),
    [("/broken/", "testserver", 500), ("/broken/", "elsewhere.example", 400)],
)
@pytest.mark.urls("tests.league.core.test_languages")
def test_pages_of_failures_speak_the_readers_language(
    language: str, address: str, host: str, status: int
) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["language"] = language
    answer = client.get(address, headers={"host": host})
    assert answer.status_code == status
    assert f'<html lang="{language}">' in answer.content.decode()


@pytest.mark.parametrize("language", SPOKEN)
def test_form_that_was_not_sent_is_told_in_the_readers_language(language: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["language"] = language
    answer = client.post("/accounts/login/")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert f'<html lang="{language}">' in page
    assert 'class="languages"' in page


@pytest.mark.parametrize(
    "address", ["/nothing/here/", "/accounts/login/", "/offline/", "/calculator/"]
)
def test_every_page_offers_all_languages_by_their_own_names(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    for name in ("English", "Deutsch", "Italiano"):
        assert f"{name}</button>" in page
    assert f'name="next" value="{address}"' in page


def test_choosing_leads_nowhere_else_and_takes_only_what_is_spoken(client: Client) -> None:
    assert choose(client, "de", next="https://elsewhere.example/") == "/"
    choose(client, "xx")
    assert spoken(client) == "de"
    assert client.get(reverse("accounts:language")).status_code == 405


def test_language_is_kept_with_the_account_and_goes_with_it_to_another_device() -> None:
    user = make_user()
    phone, laptop = Client(), Client(headers={"accept-language": "it"})
    phone.force_login(user)
    choose(phone, "de")
    assert User.objects.get(pk=user.pk).language == "de"
    laptop.force_login(user)
    assert (spoken(laptop), spoken(laptop, "/nothing/here/")) == ("de", "de")
    laptop.logout()
    assert spoken(laptop) == "it"


def test_what_the_site_does_not_speak_is_not_kept_with_the_account(client: Client) -> None:
    user = make_user(language="it")
    client.force_login(user)
    choose(client, "fr")
    assert User.objects.get(pk=user.pk).language == "it"


def test_who_has_chosen_none_keeps_the_one_that_they_sign_in_by(client: Client) -> None:
    user = make_user("ada@example.org")
    choose(client, "it")
    client.post(reverse("account_login"), {"login": "ada@example.org"})
    (code,) = re.findall(r"^    (\S+)$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    client.post(reverse("account_confirm_login_code"), {"code": code})
    user.refresh_from_db()
    assert (user.last_login is not None, user.language) == (True, "it")


def test_piece_that_is_kept_for_all_screens_is_kept_in_each_language() -> None:
    for _again in range(2):
        for language, word in (("de", "Tabelle"), ("en", "Standings"), ("it", "Classifica")):
            with translation.override(language):
                assert cached_fragment("standings", 1, render=lambda: gettext("Standings")) == word


def test_caches_between_are_told_what_the_language_of_a_page_comes_from(client: Client) -> None:
    page = client.get(reverse("standings:table", args=[make_competition().pk]))
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))


def test_description_of_the_api_is_in_english_whoever_asks_first() -> None:
    schema_text.cache_clear()
    schema.cache_clear()
    address = reverse("api:schema")
    german = Client(headers={"accept-language": "de"}).get(address).content
    schema_text.cache_clear()
    schema.cache_clear()
    assert Client().get(address).content == german


def test_failures_of_the_api_are_told_in_the_language_that_is_asked_for(client: Client) -> None:
    told = client.get("/api/v1/clubs/none/", headers={"accept-language": "de"})
    assert (told.status_code, told["Content-Language"]) == (404, "de")
    assert told.json()["detail"] != client.get("/api/v1/clubs/none/").json()["detail"]


def test_days_are_read_as_the_language_writes_them_and_as_pickers_send_them() -> None:
    club = make_club()
    for language, written in (("de", "05.11.2026"), ("it", "05/11/2026"), ("en", "2026-11-05")):
        organiser = Client()
        organiser.force_login(make_organiser(club))
        choose(organiser, language)
        for day in (written, "2026-11-05"):
            page = organiser.get(reverse("clubs:log", args=[club.slug]), {"since": day})
            assert page.context["form"].cleaned_data["since"] == date(2026, 11, 5)
        assert 'value="2026-11-05"' in page.content.decode()


def test_json_is_the_same_in_every_language_and_csv_has_its_own_heads(client: Client) -> None:
    entry = make_entry(make_competition())
    files: dict[str, set[bytes]] = {"csv": set(), "json": set()}
    for suffix, found in files.items():
        address = reverse("exports:standings", args=[entry.competition_id, suffix])
        for language in SPOKEN:
            answer = client.get(address, headers={"accept-language": language})
            found.add(b"".join(cast("Iterable[bytes]", answer)))
    assert (len(files["csv"]), len(files["json"])) == (3, 1)
