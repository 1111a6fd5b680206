"""Kept pages: who gets them, with which headers, and who never does."""

import gzip
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Visibility
from league.competitions.models import Competition
from league.competitions.writing import bump
from league.core.middleware import cache_pages
from league.core.page_cache import do_not_cache
from tests.factories import make_club, make_competition, make_organiser, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    return make_competition(make_club(slug="zoo"))


@pytest.fixture
def path(competition: Competition) -> str:
    return f"/competitions/{competition.pk}/standings/"


def test_a_kept_page_costs_one_statement(
    path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = Client().get(path)
    with django_assert_num_queries(1):
        second = Client().get(path)
    assert second.content == first.content
    assert not second.cookies
    assert second["Content-Length"] == str(len(second.content))


def test_whoever_has_it_already_gets_304(path: str) -> None:
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "private, no-cache"
    other = Client().get(path, headers={"If-None-Match": 'W/"other"'})
    assert other.status_code == 200


def test_it_is_compressed_for_whoever_takes_that(path: str) -> None:
    plain = Client().get(path)
    packed = Client().get(path, headers={"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert packed["Content-Length"] == str(len(packed.content))
    assert gzip.decompress(packed.content) == plain.content
    assert {"Accept-Encoding", "HX-Target"} <= set(plain["Vary"].split(", "))


def test_a_fragment_is_cached_beside_its_page(
    path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = Client().get(path).content
    fragment = {"HX-Request": "true", "HX-Target": "standings"}
    first = Client().get(path, headers=fragment).content
    assert first in page
    assert first != page
    with django_assert_num_queries(1):
        assert Client().get(path, headers=fragment).content == first


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("?key=secret", {}),
        ("?find=ada", {}),
        ("?page=12345", {}),
        ("?page=one", {}),
        ("", {"HX-Target": "other"}),
        ("", {"Cookie": "sessionid=x"}),
        ("", {"Cookie": "messages=x"}),
        ("", {"Cookie": "anything=x"}),
    ],
)
def test_no_other_address_and_nobody_known_gets_or_leaves_a_kept_page(
    path: str, query: str, headers: dict[str, str]
) -> None:
    for _ in range(2):
        assert "ETag" not in Client().get(f"{path}{query}", headers=headers)


def test_a_known_visitor_sees_their_own_page(competition: Competition, path: str) -> None:
    visitor = Client()
    assert b"Sign in" in visitor.get(path).content
    visitor.force_login(make_organiser(competition.club))
    assert b"Sign in" not in visitor.get(path).content
    visitor.logout()
    assert b"Sign in" in visitor.get(path).content


@pytest.mark.parametrize("hides", ["club", "competition"])
def test_what_is_hidden_is_gone_at_once(competition: Competition, path: str, hides: str) -> None:
    seen = Client().get(path)
    row = competition.club if hides == "club" else competition
    row.visibility = Visibility.PRIVATE
    row.save()
    gone = Client().get(path, headers={"If-None-Match": seen["ETag"]})
    assert gone.status_code == 404
    row.visibility = Visibility.UNLISTED
    row.save()
    assert Client().get(path)["X-Robots-Tag"] == "noindex"


def test_other_languages_and_hosts_have_pages_of_their_own(path: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    texts = {
        Client(headers={"host": host, "accept-language": language}).get(path).content
        for host in settings.ALLOWED_HOSTS
        for language in ("en", "de")
    }
    assert len(texts) == 4
    assert Client(headers={"host": "three.example"}).get(path).status_code == 400


def test_a_kept_page_has_no_token_and_its_language_form_works() -> None:
    club = make_club(slug="zoo")
    make_player(club)
    visitor = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = visitor.get("/c/zoo/")
        assert b"csrf" not in answer.content
        assert not visitor.cookies
    chosen = visitor.post("/language/", {"language": "de", "next": "/c/zoo/"})
    assert chosen.status_code == 302
    assert 'lang="de"' in visitor.get("/c/zoo/").content.decode()


def test_whoever_is_signed_in_needs_the_token_of_the_language_form() -> None:
    user = make_organiser(make_club())
    visitor = Client(enforce_csrf_checks=True)
    visitor.force_login(user)
    assert visitor.post("/language/", {"language": "de"}).status_code == 403
    user.refresh_from_db()
    assert user.language != "de"


def test_what_sets_a_cookie_or_changes_by_itself_is_not_kept(path: str, rf: RequestFactory) -> None:
    def with_cookie(_request: HttpRequest) -> HttpResponse:
        answer = HttpResponse("token")
        answer.set_cookie("csrftoken", "a")
        return answer

    def with_clock(request: HttpRequest) -> HttpResponse:
        do_not_cache(request)
        return HttpResponse("12:00")

    for view in (with_cookie, with_clock, lambda _: HttpResponse(status=404)):
        assert "ETag" not in cache_pages(view)(rf.get(path))
    assert "ETag" in cache_pages(lambda _: HttpResponse("page"))(rf.get(path))


def test_what_changes_while_it_is_made_is_not_kept(
    competition: Competition, path: str, rf: RequestFactory
) -> None:
    def slow(_request: HttpRequest) -> HttpResponse:
        bump(competition_id=competition.pk)
        return HttpResponse("half old, half new")

    assert "ETag" not in cache_pages(slow)(rf.get(path))
