from html.parser import HTMLParser

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from league.core.live import read_topic

TEMPLATE = "{% load live %}<p id='x' {% live 'competition' 12 6 %}></p>"


def render(source: str, path: str = "/seasons/3/?page=2&by=name") -> str:
    return Template(source).render(Context({"request": RequestFactory().get(path)}))


def attributes(html: str) -> dict[str, str]:
    found: dict[str, str] = {}

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.update({name: value or "" for name, value in attrs})

    Reader().feed(html)
    return found


def test_live_writes_what_the_script_and_htmx_need() -> None:
    written = attributes(render(TEMPLATE))
    assert read_topic(written.pop("data-live")) == "competition:12"
    assert written == {
        "id": "x",
        "data-topic": "competition:12",
        "data-version": "6",
        "hx-get": "/seasons/3/?page=2&by=name",
        "hx-trigger": "live",
        "hx-target": "this",
        "hx-swap": "outerHTML",
        "hx-request": '{"timeout": 10000}',
        "hx-disinherit": "hx-target hx-swap hx-request",
    }


def test_live_is_the_same_at_each_rendering_so_that_fragments_can_be_cached() -> None:
    assert render(TEMPLATE) == render(TEMPLATE)


def test_live_fetches_from_another_address_when_told() -> None:
    html = render("{% load live %}<p {% live 'competition' 12 6 url='/other/' %}></p>")
    assert attributes(html)["hx-get"] == "/other/"


@pytest.mark.parametrize("path", ['/a/?b="><script>', "/ä/?q=%22"])
def test_live_escapes_the_address(path: str) -> None:
    assert "<script>" not in render(TEMPLATE, path)


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/play/", {"data-fragment", "data-public"}),
        ("/competitions/3/standings/", {"data-fragment"}),
        ("/c/owls/play/", set()),
        ("/seasons/3/", set()),
    ],
)
def test_live_names_the_fragments_that_come_with_the_news(path: str, named: set[str]) -> None:
    assert attributes(render(TEMPLATE, path)).keys() & {"data-fragment", "data-public"} == named
