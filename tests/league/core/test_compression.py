import gzip
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from league.core.middleware import compress_pages, may_compress

TEXT = "A page with some words. " * 40


def answer(kind: str = "text/html; charset=utf-8", **request: Any) -> HttpResponse:
    """Return a page as a browser is sent it."""

    def respond(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(TEXT, content_type=kind, headers={"ETag": '"1"'})

    asked = RequestFactory().get("/", headers={"Accept-Encoding": "gzip, br"}, **request)
    return compress_pages(respond)(asked)


@pytest.mark.parametrize("kind", ["text/html", "text/csv", "application/json", "image/svg+xml"])
def test_texts_are_compressed(kind: str) -> None:
    response = answer(kind)
    assert response["Content-Encoding"] == "gzip"
    assert (response["Vary"], response["ETag"]) == ("Accept-Encoding", 'W/"1"')
    assert gzip.decompress(response.content).decode() == TEXT
    assert len(response.content) < len(TEXT) / 2


def test_what_is_compressed_already_is_sent_as_it_is() -> None:
    response = answer("application/pdf")
    assert "Content-Encoding" not in response
    assert response.content.decode() == TEXT


@pytest.mark.parametrize(
    ("is_secure", "cookie", "site", "is_compressed"),
    [
        (True, "sessionid=1", "same-origin", True),
        (True, "sessionid=1", "none", True),
        (True, "sessionid=1", "cross-site", False),
        (True, "sessionid=1", "same-site", False),
        (True, "sessionid=1", None, False),
        (True, "", "cross-site", True),
        (False, "sessionid=1", None, True),
        (False, "sessionid=1", "cross-site", False),
    ],
)
def test_length_tells_another_site_nothing(
    is_secure: bool, cookie: str, site: str | None, is_compressed: bool
) -> None:
    headers = {"Cookie": cookie} | ({"Sec-Fetch-Site": site} if site else {})
    request = RequestFactory().get("/", secure=is_secure, headers=headers)
    assert may_compress(request) is is_compressed


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/api/v1/games/"])
def test_page_and_api_are_compressed_for_who_asks(address: str) -> None:
    plain = Client().get(address)
    small = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content)


@pytest.mark.django_db
def test_etag_of_a_compressed_answer_is_known_again() -> None:
    asks = {"Accept-Encoding": "gzip"}
    seen = Client().get("/api/v1/games/", headers=asks)["ETag"]
    assert seen.startswith('W/"')
    again = Client().get("/api/v1/games/", headers=asks | {"If-None-Match": seen})
    assert again.status_code == 304
