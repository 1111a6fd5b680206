"""Who is there beside the people at online tables, and what they all note."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol
from urllib.parse import urlencode

from tests.benchmarks.phones import HOST, Phone

LONGEST_WAIT = 15.0
LOOK_EVERY = 0.25
PREFIX = b"data: "


class SiteAnswerError(Exception):
    """The site answered what no page of it expects."""


class There(Protocol):
    """Somebody who is there during an evening, or a table of such."""

    async def open(self) -> None:
        """Come."""

    async def play(self) -> None:
        """Do something for ever."""

    def leave(self) -> None:
        """Go."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays at every table, and how: the other seats are bots’, a move every `pace` seconds."""

    people: int
    bot: str
    pace: float


@dataclass(slots=True)
class Tally:
    """What was measured: seconds a measure, and how often something was told."""

    times: dict[str, list[float]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def add(self, measure: str, seconds: float) -> None:
        """Note a time."""
        self.times.setdefault(measure, []).append(seconds)

    def count(self, what: str) -> None:
        """Note that something has happened."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def take(self) -> "Tally":
        """Return what was noted, and begin anew."""
        taken = Tally(self.times, self.counts, self.errors)
        self.times, self.counts, self.errors = {}, {}, []
        return taken


async def follow(
    port: int,
    topic: str,
    version: int,
    hear: Callable[[int], None],
    *,
    fragment: str = "",
    show: Callable[[int], object] = int,
) -> None:
    """Read a topic's stream for ever; hear each version and show each fragment that it tells."""
    query = urlencode(
        {"topic": topic, "version": version} | ({"fragment": fragment} if fragment else {})
    )
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(f"GET /live/?{query} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(PREFIX) and line.strip() != b"data: {}":
                said = json.loads(line.removeprefix(PREFIX))
                (show if "gzip" in said else hear)(int(said["version"]))
    finally:
        writer.close()


class BareTable:
    """As many screens that follow a bare topic, which a bare view raises."""

    def __init__(self, port: int, number: int, company: Company, tally: Tally, topic: str) -> None:
        self._port, self._number, self._pace, self._tally = port, number, company.pace, tally
        self._topic = topic
        self._heard: list[int] = [0] * company.people
        self._changed = asyncio.Event()

    async def open(self) -> None:
        """Let the screens follow the topic."""
        self._phone = await Phone(self._port).open()
        self._tasks = [
            asyncio.create_task(follow(self._port, self._topic, 0, self._hearing(at)))
            for at in range(len(self._heard))
        ]

    def _hearing(self, at: int) -> Callable[[int], None]:
        def hear(version: int) -> None:
            self._heard[at] = version
            self._changed.set()

        return hear

    async def play(self) -> None:
        """Write a row at each beat of the pace, and wait until all screens were told."""
        await asyncio.sleep(self._pace * self._number / 10)
        while True:
            beat = asyncio.create_task(asyncio.sleep(self._pace))
            begun = time.perf_counter()
            status, answer, _ = await self._phone.post(f"/bare/told/{self._number}/", {})
            if status == HTTPStatus.OK:
                await self._wait_for(int(answer), begun)
            else:
                self._tally.errors.append(f"bare {status}")
            await beat

    async def _wait_for(self, version: int, begun: float) -> None:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                while min(self._heard) < version:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            self._tally.errors.append("bare not heard")
            return
        self._tally.add("bare", time.perf_counter() - begun)

    def leave(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        self._phone.close()


class Visitor:
    """Somebody who looks at a page that has nothing to do with the tables, again and again."""

    def __init__(self, port: int, tally: Tally) -> None:
        self._port, self._tally = port, tally

    async def open(self) -> None:
        """Connect."""
        self._phone = await Phone(self._port).open()

    async def play(self) -> None:
        """Look at the page several times a second."""
        while True:
            begun = time.perf_counter()
            status, _ = await self._phone.get("/play/")
            if status != HTTPStatus.OK:
                self._tally.errors.append(f"page {status}")
            self._tally.add("page", time.perf_counter() - begun)
            await asyncio.sleep(LOOK_EVERY)

    def leave(self) -> None:
        """Hang up."""
        self._phone.close()


async def open_all(comers: Sequence[There], at_once: int = 4) -> None:
    """Let all come, a few at a time."""
    turn = asyncio.Semaphore(at_once)

    async def open_one(opening: Callable[[], Awaitable[None]]) -> None:
        async with turn:
            await opening()

    await asyncio.gather(*(open_one(each.open) for each in comers))
