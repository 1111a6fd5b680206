"""People at online tables: each with a stream of news and a connection, as their browsers have."""

import asyncio
import contextlib
import json
import random
import time
from collections import deque
from collections.abc import Sequence
from http import HTTPStatus
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from games.shuffle import SECRET_BYTES, Place, digest_of, share_text
from tests.benchmarks.online_beside import LONGEST_WAIT, Company, SiteAnswerError, Tally, follow
from tests.benchmarks.online_forms import defaults_of
from tests.benchmarks.phones import TOKEN, Phone

View = dict[str, Any]
# A hand and how many of its moves are seen; later is greater.
Moment = tuple[int, int]

GAMES = ("franks-zoo", "zop-zoo", "animal-poker")
SEATS = 4
# Views that a person remembers to have seen, and when.
REMEMBERED = 60


class Player:
    """A person at a table: what the script of the page does, without a screen."""

    def __init__(self, port: int, name: str, tally: Tally) -> None:
        self.name = name
        self._port = port
        self._tally = tally
        self._wanted = 0
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.changed = asyncio.Event()
        self.seen: deque[tuple[float, Moment]] = deque(maxlen=REMEMBERED)

    async def connect(self) -> None:
        """Open the connections that moves and views go over."""
        self._phone = await Phone(self._port).open()
        self._fetcher = await Phone(self._port).open()

    async def send_form(self, path: str, form: dict[str, str]) -> str:
        """Send a form of a page, and return the path of the page that it leads to."""
        status, answer, _ = await self._phone.post(path, {**form, "csrfmiddlewaretoken": TOKEN})
        if status != HTTPStatus.FOUND:
            raise SiteAnswerError(f"{path} answered {status}: {answer[:500]!r}")
        return self._phone.led_to

    async def page(self, path: str) -> str:
        """Return a page."""
        status, answer = await self._phone.get(path)
        if status != HTTPStatus.OK:
            raise SiteAnswerError(f"{path} answered {status}: {answer[:500]!r}")
        return answer.decode()

    async def open_screen(self, path: str) -> None:
        """Open the page of a table, and follow it."""
        page = await self.page(path)
        _, _, rest = page.partition('<script id="screen" type="application/json">')
        screen = json.loads(rest.partition("</script>")[0])
        self._path, self._key = path, screen["key"]
        self.view: View = screen["view"]
        self._wanted = self.view["version"]
        self.take(self.view)
        stream = follow(self._port, screen["topic"], self._wanted, self._hear)
        self._tasks = [asyncio.create_task(stream), asyncio.create_task(self._fetch_news())]

    def _hear(self, version: int) -> None:
        self._wanted = max(self._wanted, version)
        if self._wanted > self.view["version"]:
            self._news.set()

    async def _fetch_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._wanted > self.view["version"]:
                query = urlencode({"after": self.view["moves"], "version": self._wanted})
                own = f"X-Seat-Key: {self._key}\r\n"
                status, answer = await self._fetcher.get(f"{self._path}view/?{query}", own)
                if status != HTTPStatus.OK:
                    self._tally.errors.append(f"view {status}")
                    await asyncio.sleep(1)
                    continue
                self._tally.count("views")
                self.take(json.loads(answer))

    def take(self, view: View) -> None:
        """Show a view, unless a newer one is there."""
        if view["version"] >= self.view["version"]:
            self._wanted = max(self._wanted, view["version"])
            self.view = view
            self.seen.append((time.perf_counter(), (view["hand"], view["moves"])))
            self.changed.set()

    async def see(self, moment: Moment) -> float:
        """Return when this screen showed a moment; raises TimeoutError."""
        async with asyncio.timeout(LONGEST_WAIT):
            while not self.seen or self.seen[-1][1] < moment:
                self.changed.clear()
                await self.changed.wait()
        return next(at for at, seen in self.seen if seen >= moment)

    @property
    def is_acting(self) -> bool:
        """Say whether the table waits for this person."""
        view = self.view
        return bool(view["phase"] == "playing" and self._seat in view["observation"]["acting"])

    @property
    def _seat(self) -> int:
        return int(self.view["you"])

    async def move(self, chance: random.Random) -> tuple[int, View, Moment]:
        """Send a legal move; return the status, the answer, and the moment it made."""
        hand, moves = self.view["hand"], self.view["moves"]
        frame = {"hand": hand, "moves": moves, "key": str(uuid4())}
        status, told = await self._send("move", {**frame, "action": choose(self.view, chance)})
        own = [each["n"] for each in told["view"]["events"] if each["seat"] == self._seat]
        return status, told, (hand, next((n for n in own if n > moves), moves))

    async def get_ready(self) -> None:
        """Wish for the next hand."""
        await self._send("action", {"action": "ready", "moves": self.view["moves"]})

    async def commit(self, asked: View) -> None:
        """Commit to a share of the shuffle that the table asks for."""
        self._share = token_hex(SECRET_BYTES)
        self._attempt = {"hand": asked["hand"], "attempt": asked["attempt"]}
        place = Place(asked["table"], asked["hand"], asked["attempt"])
        text = share_text(place, self._seat, asked["commitment"], self._share)
        await self._send("share", {**self._attempt, "commitment": digest_of(text)})

    async def open_share(self) -> None:
        """Open the share that was committed to last."""
        await self._send("share", {**self._attempt, "share": self._share})

    async def _send(self, what: str, body: View) -> tuple[int, View]:
        message = {"seat": self._key, **body}
        status, answer = await self._phone.post_json(f"{self._path}{what}/", message)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.FORBIDDEN:
            raise SiteAnswerError(f"{what} answered {status}")
        told: View = json.loads(answer)
        self.take(told["view"])
        return status, told

    def leave(self) -> None:
        """Close everything."""
        for task in self._tasks:
            task.cancel()
        self._phone.close()
        self._fetcher.close()


def choose(view: View, chance: random.Random) -> Any:
    """Return some legal action of the seat whose view this is."""
    seen = view["observation"]
    legal: Sequence[Any] = seen.get("actions") or seen.get("legal_actions") or ()
    if legal:
        return chance.choice(legal)
    help_ = view["help"]
    animals = chance.sample([*seen["seasons"], "elephant"], help_["count"])
    return {"type": "submit", "animals": animals, "guess": chance.choice(help_["guesses"])}


class OnlineTable:
    """A table that somebody opened: its people play on at a steady pace, match after match."""

    def __init__(self, port: int, number: int, company: Company, tally: Tally) -> None:
        self._port, self._number, self._company, self._tally = port, number, company, tally
        self._chance = random.Random(number)
        self._game = GAMES[number % len(GAMES)]
        self.players: list[Player] = []

    async def open(self) -> None:
        """Let somebody open a table, the others sit down, and bots take what is left."""
        names = [f"Player {self._number}-{seat}" for seat in range(self._company.people)]
        self.players = [Player(self._port, name, self._tally) for name in names]
        for player in self.players:
            await player.connect()
        host = self.players[0]
        lobby = f"/play/?game={self._game}"
        wanted = defaults_of(await host.page(lobby))
        wanted |= {"seats": str(SEATS), "company": "people", "hands": "", "name": host.name}
        path = await host.send_form(lobby, wanted)
        for seat, player in enumerate(self.players[1:], start=1):
            await player.page(path)
            await player.send_form(f"{path}sit/{seat}/", {"name": player.name})
        for seat in range(self._company.people, SEATS):
            await host.send_form(f"{path}bot/{seat}/", {"bot": self._company.bot})
        for player in self.players:
            await player.open_screen(path)
        await self._shuffle()

    async def _shuffle(self) -> None:
        """Let all browsers take part in the shuffle, as their scripts do."""
        newest = max((player.view for player in self.players), key=lambda view: view["version"])
        asked = newest["shuffle"]
        if asked is None:
            return
        for player in self.players:
            await player.commit(asked)
        for player in self.players:
            await player.open_share()

    async def play(self) -> None:
        """Make a move whenever a beat of the pace is over and a person is to act."""
        await asyncio.sleep(self._chance.uniform(0, self._company.pace))
        while True:
            beat = asyncio.create_task(asyncio.sleep(self._company.pace))
            await self._act()
            await beat

    async def _act(self) -> None:
        host = self.players[0]
        while True:
            host.changed.clear()
            if host.view["phase"] == "over":
                self.leave()
                await self.open()
                return
            if host.view["phase"] == "between":
                await self._begin_next()
                return
            acting = [player for player in self.players if player.is_acting]
            if acting:
                await self._move(self._chance.choice(acting))
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await host.changed.wait()

    async def _begin_next(self) -> None:
        begun = time.perf_counter()
        hand = self.players[0].view["hand"]
        await asyncio.gather(*(player.get_ready() for player in self.players))
        await self._shuffle()
        if self.players[0].view["phase"] == "over":
            return
        await self._measure("next hand", begun, (hand + 1, 0), self.players)

    async def _move(self, player: Player) -> None:
        begun = time.perf_counter()
        status, told, moment = await player.move(self._chance)
        if status != HTTPStatus.OK:
            self._tally.count("stale" if status == HTTPStatus.CONFLICT else "refused")
            return
        self._tally.add("answer", time.perf_counter() - begun)
        view = told["view"]
        waits_for_bot = view["phase"] == "playing" and not any(
            seat["is_acting"] and not seat["bot"] for seat in view["seats"]
        )
        await self._measure("move", begun, moment, self.players)
        if waits_for_bot:
            await self._measure("bots", begun, (moment[0], moment[1] + 1), [player])

    async def _measure(
        self, name: str, begun: float, moment: Moment, players: Sequence[Player]
    ) -> None:
        """Note how long after `begun` the last of the screens showed a moment."""
        try:
            shown = await asyncio.gather(*(player.see(moment) for player in players))
        except TimeoutError:
            self._tally.errors.append(f"{name} not seen in {LONGEST_WAIT:.0f} s")
            return
        self._tally.add(name, max(shown) - begun)

    def leave(self) -> None:
        """Let everybody go."""
        for player in self.players:
            player.leave()
