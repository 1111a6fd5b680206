"""Who is there on a big evening: phones that write, people who read, screens that follow."""

import asyncio
import contextlib
import json
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from urllib.parse import urlencode

from league.core.live import current_versions
from league.core.live_fragments import LiveFragment
from tests.benchmarks.clubs import Club, ClubInbox
from tests.benchmarks.phones import COALESCE, HOST, JITTER, LONGEST_REST, REST, Phone

# Lines that readers share: nobody waits until another has been answered.
READERS = 500
MOST_WAIT = 60
# Screens that missed a message are told at the next look, which comes every 20 seconds.
PATIENCE = 30


class Tally:
    """What happened, by kind: seconds from when something was due, and what went wrong."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    def clear(self) -> None:
        """Forget what came before the measure; what went wrong stays."""
        self.seconds.clear()


class Screen:
    """A visitor's open page of standings, which has them with the news, or else fetches them."""

    def __init__(
        self,
        club: Club,
        version: int,
        sent: dict[str, float],
        tally: Tally,
        *,
        has_standings: bool = False,
    ) -> None:
        """Open a page of so many versions; without standings it only hears of news."""
        self._club = club
        self._sent = sent
        self._tally = tally
        self._heard_at = 0.0
        self._is_stale = asyncio.Event()
        self.topic = club.topic
        self.version = version
        self._path = f"/competitions/{club.competition.pk}/standings/"
        self._shown = version
        self._has_standings = has_standings

    async def follow(self, port: int, host: str = HOST) -> "asyncio.Task[None]":
        """Open the stream; return what reads it."""
        following = {"topic": self._club.token, "version": self.version}
        if self._has_standings:
            following["fragment"] = LiveFragment(self.topic, self._path, "en").token
        query = urlencode(following)
        self._reader, self._writer = await asyncio.open_connection(host, port)
        self._writer.write(f"GET /live/?{query} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        async with asyncio.timeout(MOST_WAIT):
            await self._reader.readuntil(b"retry: 3000")
        return asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while line := await self._reader.readline():
            if line.startswith(b'data: {"'):
                said = json.loads(line.removeprefix(b"data: "))
                if "gzip" in said:
                    self._show(said["version"])
                else:
                    self._hear(said["version"])
        self._tally.errors.append("A screen's stream has ended.")

    def _show(self, version: int) -> None:
        self._shown = version
        if sent_at := self._sent.get(self.topic):
            self._tally.seconds["fragment"].append(time.perf_counter() - sent_at)

    def _hear(self, version: int) -> None:
        now = time.perf_counter()
        self.version = version
        sent_at = self._sent.get(self.topic, 0.0)
        if sent_at > self._heard_at:
            self._tally.seconds["screen"].append(now - sent_at)
        self._heard_at = now
        if version > self._shown:
            self._is_stale.set()

    async def fetch(self, port: int, host: str = HOST) -> None:
        """Fetch the standings for ever, as live.js does, by the line that its page came by."""
        phone = await Phone(port, host=host).open()
        rests_until = 0.0
        try:
            while True:
                await self._is_stale.wait()
                due = self._sent.get(self.topic, self._heard_at)
                rest = max(0.0, rests_until - time.perf_counter())
                await asyncio.sleep(rest + COALESCE + random.uniform(0, JITTER))
                self._is_stale.clear()
                if self._shown >= self.version:
                    continue
                begun = time.perf_counter()
                await note_time("fragment", self._tally, get(phone, self._path, "standings"), due)
                answered = time.perf_counter()
                rests_until = answered + min(REST * (answered - begun), LONGEST_REST)
        finally:
            phone.close()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Traffic:
    """Send what is due at its moment, whether or not the site has answered what came before."""

    def __init__(
        self, port: int, clubs: Sequence[Club], pages: Sequence[tuple[str, str]], tally: Tally
    ) -> None:
        """Take `pages` as addresses of pages, each with that of a bare one of as many bytes."""
        self._port = port
        self._tally = tally
        self._pages = pages
        self._chance = random.Random(1)
        # By topic: when the last hand was sent, for screens.
        self.sent: dict[str, float] = {}
        self._desks: asyncio.Queue[tuple[Club, ClubInbox, Phone]] = asyncio.Queue()
        self._readers: asyncio.Queue[Phone] = asyncio.Queue()
        self._clubs = clubs

    async def open(self) -> None:
        """Let everybody connect."""
        # A turn through all clubs before any club's next table.
        for desks in zip(*(club.desks for club in self._clubs), strict=True):
            for club, desk in zip(self._clubs, desks, strict=True):
                phone = await Phone(self._port, desk.session).open()
                self._desks.put_nowait((club, desk, phone))
        for _ in range(READERS):
            self._readers.put_nowait(await Phone(self._port).open())

    async def run(self, seconds: float, *, hands: float, pages: float, bare: float) -> None:
        """Send so many of each a second, bare pages and bare rows among them."""
        await asyncio.gather(
            self._send("hand", self._post_hand, seconds, hands),
            self._send("page", self._read_page, seconds, pages),
            self._send("bare page", self._read_bare, seconds, bare),
            self._send("row", self._post_row, seconds, bare),
        )

    async def _send(
        self, kind: str, send: Callable[[], Awaitable[None]], seconds: float, rate: float
    ) -> None:
        begun = time.perf_counter()
        under_way = []
        for number in range(int(seconds * rate)):
            due = begun + number / rate
            await asyncio.sleep(due - time.perf_counter())
            under_way.append(asyncio.create_task(note_time(kind, self._tally, send(), due)))
            under_way = [task for task in under_way if not task.done()]
        await asyncio.gather(*under_way)

    async def _post_hand(self) -> None:
        club, desk, phone = await self._desks.get()
        path, form = desk.next_form()
        self.sent[club.topic] = time.perf_counter()
        try:
            await post(phone, path, form)
        finally:
            self._desks.put_nowait((club, desk, phone))

    async def _post_row(self) -> None:
        await self._with_reader(lambda reader: post(reader, "/bare/", {"finish": "1,2,3"}))

    async def _read_page(self) -> None:
        path, _bare = self._chance.choice(self._pages)
        await self._with_reader(lambda reader: get(reader, path))

    async def _read_bare(self) -> None:
        _path, bare = self._chance.choice(self._pages)
        await self._with_reader(lambda reader: get(reader, bare))

    async def _with_reader(self, use: Callable[[Phone], Awaitable[None]]) -> None:
        reader = await self._readers.get()
        try:
            await use(reader)
        finally:
            self._readers.put_nowait(reader)

    def close(self) -> None:
        """Let everybody go."""
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self._desks.get_nowait()[2].close()
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self._readers.get_nowait().close()


class WrongAnswerError(Exception):
    """The site answered otherwise than it should."""


async def note_time(kind: str, tally: Tally, sending: Awaitable[None], due: float) -> None:
    """Send something; note how long after it was due it was answered, and what went wrong."""
    try:
        async with asyncio.timeout(MOST_WAIT):
            await sending
    except (OSError, EOFError, ValueError, WrongAnswerError) as error:
        tally.errors.append(f"{kind}: {error!r}")
    tally.seconds[kind].append(time.perf_counter() - due)


async def post(phone: Phone, path: str, form: dict[str, str]) -> None:
    """Send a form that leads on."""
    status, answer, _seconds = await phone.post(path, form)
    if status != HTTPStatus.FOUND:
        raise WrongAnswerError(f"{path} answered {status}: {answer[:200]!r}")


async def get(phone: Phone, path: str, fragment: str = "") -> None:
    """Read a page, or the fragment of it that has an id."""
    status, answer = await (phone.get_fragment(path, fragment) if fragment else phone.get(path))
    if status != HTTPStatus.OK:
        raise WrongAnswerError(f"{path} answered {status}: {answer[:200]!r}")


async def count_behind(screens: Sequence[Screen]) -> int:
    """Return how many screens have not been told of the newest version after some patience."""
    topics = {screen.topic for screen in screens}
    for _ in range(PATIENCE):
        versions = await asyncio.to_thread(current_versions, topics)
        behind = sum(screen.version < versions[screen.topic] for screen in screens)
        if not behind:
            return 0
        await asyncio.sleep(1)
    return behind
