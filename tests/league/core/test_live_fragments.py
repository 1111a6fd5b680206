"""Fragments that come with the news: for whom, how often made, and what comes without them."""

import asyncio
import gzip
import json
from base64 import b64decode
from typing import Any

import pytest
from django.test import Client

from league.core import live_fragments
from league.core.live import Hub, sign_topic, topic_name
from league.core.live_fragments import (
    LiveFragment,
    LiveFragmentRenderer,
    Receive,
    Scope,
    Send,
    read_fragment,
)
from league.core.sse import EventStreamServer
from tests.factories import make_club, make_competition, make_organiser, make_user
from tests.league.core.streams import Stream, open_stream, query
from tests.league.core.test_live_tag import attributes

STANDINGS = LiveFragment("competition:12", "/competitions/12/standings/?rounds=1", "it")
NEWS = 'data: {"topic": "competition:12", "version": 6}\n\n'


class Pages:
    """An application that answers with the same page, and remembers who asked."""

    def __init__(self, status: int = 200, *, seconds: float = 0, is_packed: bool = True) -> None:
        self.asked: list[Scope] = []
        self._status = status
        self._seconds = seconds
        self._encoding = b"gzip" if is_packed else b"identity"

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.asked.append(scope)
        await asyncio.sleep(self._seconds)
        headers = [(b"content-encoding", self._encoding)]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        packed = gzip.compress(b"<section id=standings>")
        await send({"type": "http.response.body", "body": packed[:9], "more_body": True})
        await send({"type": "http.response.body", "body": packed[9:]})


def server(hub: Hub, pages: Any) -> EventStreamServer:
    return EventStreamServer(hub, LiveFragmentRenderer(pages))


def following(version: int = 5, fragment: LiveFragment = STANDINGS) -> str:
    return f"{query(competition_12=version)}&fragment={fragment.token}"


def told(pages: Any) -> str:
    """Return what a stream says when the version becomes 6."""
    hub = Hub()

    async def follow() -> str:
        async with open_stream(server(hub, pages), following()) as stream:
            hub.publish("competition:12", 6)
            return await stream.body()

    return asyncio.run(follow())


def test_fragment_comes_before_the_version_that_it_has() -> None:
    event, _, rest = told(pages := Pages()).partition("\n\n")
    said = json.loads(event.removeprefix("event: fragment\ndata: "))
    packed = b64decode(said.pop("gzip"))
    assert gzip.decompress(packed) == b"<section id=standings>"
    assert said == {"id": "standings", "version": 6}
    assert rest == NEWS
    (scope,) = pages.asked
    assert (scope["path"], scope["query_string"]) == ("/competitions/12/standings/", b"rounds=1")


def test_it_is_asked_for_as_a_visitor_by_the_same_name_of_the_site() -> None:
    pages = Pages()
    names = [(b"host", b"zoo.example"), (b"x-forwarded-proto", b"https")]
    other = [(b"cookie", b"sessionid=x"), (b"authorization", b"Bearer x")]
    scope = {"type": "http", "method": "GET", "headers": names + other}
    asyncio.run(LiveFragmentRenderer(pages).event(scope, STANDINGS, 6))
    assert dict(pages.asked[0]["headers"]) == dict(names) | {
        b"accept-encoding": b"gzip",
        b"accept-language": b"it",
        b"hx-request": b"true",
        b"hx-target": b"standings",
    }


@pytest.fixture
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_fragments, "REST", 0)


@pytest.mark.usefixtures("no_rest")
def test_it_is_made_once_for_all_streams_and_again_for_the_next_version() -> None:
    hub, pages = Hub(), Pages(seconds=0.05)
    events = server(hub, pages)

    async def follow() -> list[str]:
        async with (
            open_stream(events, following()) as one,
            open_stream(events, following()) as two,
            open_stream(events, following(4)) as three,
        ):
            streams = (one, two, three)
            hub.publish("competition:12", 6)
            first = [await stream.body() for stream in streams]
            assert len(pages.asked) == 1
            hub.publish("competition:12", 7)
            return first + [await stream.body() for stream in streams]

    heard = asyncio.run(follow())
    assert all("event: fragment" in each for each in heard)
    assert len(set(heard)) == len(pages.asked) == 2


def test_no_newer_fragment_is_made_while_one_is_made_or_rests() -> None:
    pages = Pages(seconds=0.1)
    renderer = LiveFragmentRenderer(pages)

    async def make(version: int) -> bytes:
        return await renderer.event({"headers": []}, STANDINGS, version)

    async def hear() -> None:
        slow = asyncio.create_task(make(6))
        await asyncio.sleep(0.05)
        assert await make(7) == b""
        assert b'"version": 6' in await slow
        assert await make(7) == b""
        assert b'"version": 6' in await make(6)
        await asyncio.sleep(0.2 * live_fragments.REST)
        assert b'"version": 7' in await make(7)

    asyncio.run(hear())
    assert len(pages.asked) == 2


def test_made_fragments_are_forgotten() -> None:
    pages = Pages(seconds=0.02)
    renderer = LiveFragmentRenderer(pages)

    async def make() -> None:
        for _ in range(2):
            await renderer.event({"headers": []}, STANDINGS, 6)
        await asyncio.sleep(0.04 * live_fragments.REST)
        assert renderer._rendered == {}
        await renderer.event({"headers": []}, STANDINGS, 6)

    asyncio.run(make())
    assert len(pages.asked) == 2


async def fail(*_arguments: Any) -> None:
    raise RuntimeError("no database")


@pytest.mark.parametrize(
    "pages", [Pages(302), Pages(404), Pages(is_packed=False), Pages(seconds=1), fail]
)
def test_news_come_without_a_fragment_that_cannot_be_had(
    pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_fragments, "PATIENCE", 0.1)
    assert told(pages) == NEWS


def test_fragment_of_another_topic_or_page_is_not_made() -> None:
    pages = Pages()

    async def make() -> bytes:
        hub = Hub()
        other = STANDINGS._replace(topic="competition:13")
        async with open_stream(server(hub, pages), following(fragment=other)) as stream:
            hub.publish("competition:12", 6)
            assert await stream.body() == NEWS
        scope: Scope = {"headers": []}
        elsewhere = STANDINGS._replace(address="/privacy/")
        return await LiveFragmentRenderer(pages).event(scope, elsewhere, 6)

    assert asyncio.run(make()) == b""
    assert pages.asked == []


@pytest.mark.parametrize(
    ("tokens", "status"),
    [(["forged"], 403), ([sign_topic("competition:12")], 403), ([STANDINGS.token] * 6, 400)],
)
def test_wrong_fragments_are_refused(tokens: list[str], status: int) -> None:
    asked = "&".join([query(competition_12=5), *(f"fragment={token}" for token in tokens)])

    async def ask() -> int:
        stream = Stream(server(Hub(), Pages()), asked)
        return int((await stream.next())["status"])

    assert asyncio.run(ask()) == status


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?rounds=1"])
def test_pages_of_visitors_name_their_fragment(query: str) -> None:
    competition = make_competition(make_club())
    path = f"/competitions/{competition.pk}/standings/{query}"
    written = attributes(Client().get(path, headers={"Accept-Language": "de"}).content.decode())
    fragment = read_fragment(written["data-fragment"])
    assert fragment == LiveFragment(topic_name("competition", competition.pk), path, "de")
    assert "data-cached" in written


@pytest.mark.django_db
def test_pages_of_persons_do_not_ask_for_fragments() -> None:
    competition = make_competition(make_club())
    path = f"/competitions/{competition.pk}/standings/"
    for user in (make_organiser(competition.club), make_user()):
        client = Client()
        client.force_login(user)
        assert "data-cached" not in client.get(path).content.decode()
    assert "data-cached" not in Client().get(f"{path}?find=ada").content.decode()
    assert "data-cached" in Client().get(path).content.decode()
