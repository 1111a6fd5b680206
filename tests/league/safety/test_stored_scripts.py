"""Names and words that are markup: whoever reads them, wherever, they stay words."""

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import caches
from django.db.models import F, Model, Value
from django.db.models.functions import Concat
from openpyxl import load_workbook
from pytest_django import DjangoDbBlocker

from league.clubs.models import Club, Player, ShareLink, User
from league.competitions.models import Competition, Entry, Stage
from league.notifications.channels.email import make_message
from league.notifications.models import ChatIntegration, Delivery, Device, Notification, Post
from league.online.models import ChatMessage, OnlineSeat
from league.results.models import Adjustment, HandResponse, HandRevision, TableCall
from tests.league.matrix.asking import Asking
from tests.league.matrix.table import views_that_take
from tests.league.safety.season import season_of_module
from tests.portions import some_of

pytestmark = pytest.mark.django_db

MARKER = """'"><img onerror=q1(1)>{{7}}"""
"""Closes an attribute and a tag, and begins an element of its own."""
CLOSING = "</script><script>q1(2)</script>"
"""Ends a script that holds data, which `<img` does not."""
FORMULA = "=1+1"

NAMED: tuple[tuple[type[Model], str], ...] = (
    (Club, "name"),
    (Player, "name"),
    (Player, "real_name"),
    (User, "name"),
    (Competition, "name"),
    (Stage, "name"),
    (Entry, "team"),
    (ShareLink, "label"),
    (Post, "title"),
    (Post, "body"),
    (Notification, "subject"),
    (Notification, "text"),
    (ChatIntegration, "label"),
    (Device, "label"),
    (OnlineSeat, "name"),
    (ChatMessage, "name"),
    (ChatMessage, "text"),
    (Adjustment, "reason"),
    (HandResponse, "reason"),
    (HandRevision, "reason"),
    (TableCall, "message"),
)
"""Whatever people write that others read."""


def write_markup(text: str) -> None:
    """Put it before each name and word, which stay apart by what they were."""
    for model, field in NAMED:
        written = model._default_manager.exclude(**{field: ""})
        written.update(**{field: Concat(Value(text), F(field))})
    for kept in ("default", "pictures"):
        caches[kept].clear()


@pytest.fixture(scope="module")
def asking(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Asking]:
    """Build a season once for this module in which every name is markup."""
    with season_of_module(django_db_blocker) as (_season, asking):
        write_markup(FORMULA + MARKER + CLOSING)
        yield asking


class _Page(HTMLParser):
    """Collect what a browser would run: elements, handlers and addresses made of a name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (value or "").lower().startswith("javascript:"):
                self.found.append(f"{tag} {name}={value}")
            if tag == "img" and name == "src" and value == "x":
                self.found.append("img")
        if tag == "script" and not any(name in {"src", "type"} for name, _value in attrs):
            self.found.append("script")


def scripts_in(text: str) -> list[str]:
    """Return what of a page a browser would run though a name has brought it."""
    page = _Page()
    page.feed(text)
    page.close()
    return page.found


def faults_of_html(raw: bytes) -> list[str]:
    """Return what a browser would run; raise ValueError for a script's data that is cut short."""
    text = raw.decode()
    for each in re.findall(r'<script[^>]*"application/json"[^>]*>(.*?)</script>', text, re.DOTALL):
        json.loads(each)
    return scripts_in(text)


def faults_of_xml(raw: bytes) -> list[str]:
    """Return the elements of a page among those of a feed or a drawing."""
    names = {str(each.tag).rpartition("}")[2] for each in ET.fromstring(raw).iter()}
    return sorted(names & {"img", "script"})


def faults_of_csv(raw: bytes) -> list[str]:
    """Return the cells that a spreadsheet would calculate."""
    rows = csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""))
    return [cell for row in rows for cell in row if cell.startswith(FORMULA[0])]


def faults_of_workbook(raw: bytes) -> list[str]:
    """Return the cells that are formulas."""
    sheet = load_workbook(io.BytesIO(raw)).worksheets[0]
    return [str(cell) for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def faults_of_json(raw: bytes) -> list[str]:
    """Return nothing; raise ValueError for what is no JSON."""
    json.loads(raw)
    return []


def faults_of_pdf(raw: bytes) -> list[str]:
    """Return a word where this is no document."""
    return [] if raw.startswith(b"%PDF") else ["no PDF"]


READERS = {
    "html": faults_of_html,
    "xml": faults_of_xml,
    "csv": faults_of_csv,
    "spreadsheetml": faults_of_workbook,
    "json": faults_of_json,
    "pdf": faults_of_pdf,
}
"""How an answer is read, by a word of its kind."""


def faults_of(kind: str, raw: bytes) -> list[str]:
    """Return what is wrong with an answer of a kind, whose names are markup."""
    words = re.findall(r"\w+", kind)
    reader = next((READERS[word] for word in words if word in READERS), None)
    return reader(raw) if reader else []


def pages_and_files(asking: Asking) -> Iterator[tuple[str, str]]:
    """Yield each address that shows something, by the name of its view; files in every form."""
    for name in views_that_take("GET"):
        path = asking.paths[name]
        yield name, path
        if path.endswith(".csv"):
            yield from ((name, path.removesuffix("csv") + form) for form in ("xlsx", "json"))


@pytest.mark.parametrize(
    ("visitor", "every", "least"),
    some_of([("site owner", 6, 10), ("site owner", 1, 60), ("player", 1, 40)], 1, 1),
)
def test_names_that_are_markup_stay_words_on_every_page_and_in_every_file(
    asking: Asking, visitor: str, every: int, least: int
) -> None:
    wrong, shown = [], set()
    for name, path in list(pages_and_files(asking))[::every]:
        answer: Any = asking.browser(visitor).get(path)
        raw = answer.getvalue() if answer.streaming else answer.content
        if answer.status_code != 200:
            continue
        wrong += [(name, fault) for fault in faults_of(answer.headers["Content-Type"], raw)]
        if b"{{7}}" in raw:
            shown.add(name)

    assert wrong == []
    # That nothing is wrong says something only where names are shown.
    assert len(shown) > least


def test_mail_shows_names_that_are_markup_as_words(asking: Asking) -> None:
    mail = make_message(list(Delivery.objects.all()))

    html = [str(each[0]) for each in mail.alternatives]
    assert [scripts_in(each) for each in html] == [[]]
    assert "{{7}}" in html[0]
    assert "\n" not in mail.subject
