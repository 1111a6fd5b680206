"""People who look at the lobby: each with a stream that brings its tables when one comes or goes.

They fetch what it does not bring, as live.js does.
"""

import asyncio
import random
import re
import time
from http import HTTPStatus

from tests.benchmarks.online_beside import LONGEST_WAIT, SiteAnswerError, Tally, follow
from tests.benchmarks.online_forms import defaults_of
from tests.benchmarks.phones import COALESCE, LONGEST_REST, REST, Phone

LOBBY = "/play/?game=franks-zoo"
FOLLOWED = re.compile(
    r'id="tables"[^>]*data-spread="(\d+)"[^>]*data-live="([^"]+)"[^>]*data-version="(\d+)"'
    r'[^>]*data-fragment="([^"]+)"'
)
OPENS_EVERY = 5  # seconds


class LobbyScreen:
    """An open page of the lobby."""

    def __init__(self, port: int, tally: Tally) -> None:
        self._port, self._tally = port, tally
        self._is_stale = asyncio.Event()
        self.version = self._shown = 0
        self.heard = asyncio.Event()

    async def open(self) -> None:
        """Load the page, and follow what it follows."""
        self._phone = await Phone(self._port).open()
        _, page = await self._phone.get(LOBBY)
        found = FOLLOWED.search(page.decode())
        if found is None:
            raise SiteAnswerError("The lobby follows nothing.")
        self._spread, self.version = int(found[1]) / 1000, int(found[3])
        stream = follow(
            self._port, found[2], self.version, self._hear, fragment=found[4], show=self._show
        )
        self._tasks = [asyncio.create_task(stream), asyncio.create_task(self._fetch())]

    def _show(self, version: int) -> None:
        self._shown = version

    def _hear(self, version: int) -> None:
        self.version = version
        self.heard.set()
        if version > self._shown:
            self._is_stale.set()

    async def hear(self, version: int) -> None:
        """Wait until this page was told of a version."""
        while self.version < version:
            self.heard.clear()
            await self.heard.wait()

    async def _fetch(self) -> None:
        while True:
            await self._is_stale.wait()
            await asyncio.sleep(COALESCE + random.uniform(0, self._spread))
            self._is_stale.clear()
            if self._shown >= self.version:
                continue
            begun = time.perf_counter()
            status, _ = await self._phone.get_fragment(LOBBY, "tables")
            took = time.perf_counter() - begun
            if status != HTTPStatus.OK:
                self._tally.errors.append(f"lobby {status}")
            self._tally.add("fragment", took)
            await asyncio.sleep(min(REST * took, LONGEST_REST))

    def leave(self) -> None:
        """Close the page."""
        for task in self._tasks:
            task.cancel()
        self._phone.close()


class Lobby:
    """So many open pages of the lobby, where strangers open tables one after the other."""

    def __init__(self, port: int, count: int, tally: Tally) -> None:
        self._port, self._tally = port, tally
        self._screens = [LobbyScreen(port, tally) for _ in range(count)]

    async def open(self) -> None:
        """Let the pages be loaded, one after the other."""
        for screen in self._screens:
            await screen.open()

    async def play(self) -> None:
        """Let somebody open a table at each beat, and wait until all pages have heard of it."""
        while True:
            beat = asyncio.create_task(asyncio.sleep(OPENS_EVERY))
            phone = await Phone(self._port).open()
            form = defaults_of((await phone.get(LOBBY))[1].decode()) | {"company": "lobby"}
            wanted = max(screen.version for screen in self._screens) + 1
            begun = time.perf_counter()
            status, answer, _ = await phone.post(LOBBY, form)
            if status != HTTPStatus.FOUND:
                raise SiteAnswerError(f"{LOBBY} answered {status}: {answer[:500]!r}")
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    await asyncio.gather(*(screen.hear(wanted) for screen in self._screens))
                self._tally.add("lobby", time.perf_counter() - begun)
            except TimeoutError:
                self._tally.errors.append("lobby not heard")
            phone.close()
            await beat

    def leave(self) -> None:
        """Close the pages."""
        for screen in self._screens:
            screen.leave()
