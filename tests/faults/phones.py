"""Phones that send hands as the site's own queue does: under a key, until it has answered."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from http.client import HTTPException
from typing import NamedTuple, Self
from urllib.parse import urlencode
from uuid import uuid4

from tests.site import PATIENCE, Site

CUT_OFF = 0
"""The status of an answer that never came."""
RECORDED = 200
LATER = {CUT_OFF, 500, 503}
# As the queue waits, but shorter.
PAUSE = 0.1
# The longest time between two hands of a table: people play, they do not measure the machine.
REFLECTION = 0.4
# Every so manyth hand goes twice, as after an answer that was lost.
TWICE = 4


class Table(NamedTuple):
    """A table, and the code on it."""

    pk: int
    code: str


class Phone(threading.Thread):
    """Enter one hand after the other at a table, each until it is recorded."""

    def __init__(
        self, table: Table, sites: Sequence[Site], seed: object, reflection: float
    ) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.keys: list[str] = []
        self.statuses: Counter[int] = Counter()
        self.surprises: list[object] = []
        self._sites = sites
        self._reflection = reflection
        self._chance = random.Random(str(seed))
        self._is_over = threading.Event()
        self._has_given_up = threading.Event()

    def run(self) -> None:
        """Enter hands until told to stop; the last one is recorded."""
        while not self._is_over.is_set():
            key, fields = str(uuid4()), self._fields()
            self._send(key, fields)
            self.keys.append(key)
            if len(self.keys) % TWICE == 0:
                self._send(key, fields)
            self._is_over.wait(self._chance.uniform(0, self._reflection))

    def stop(self) -> None:
        """Send what is begun, and no more."""
        self._is_over.set()

    def give_up(self) -> None:
        """Leave even what is begun."""
        self._has_given_up.set()
        self._is_over.set()

    def _fields(self) -> dict[str, object]:
        seats = self._chance.sample(range(4), 4)
        return {
            "number": len(self.keys) + 1,
            "seating": 1,
            "code": self.table.code,
            "finish": ",".join(map(str, seats[:-1])),
        }

    def _send(self, key: str, fields: dict[str, object]) -> None:
        """Send a hand until the site says that it is recorded."""
        while self._try({**fields, "key": key}) in LATER and not self._has_given_up.wait(PAUSE):
            pass

    def _try(self, fields: dict[str, object]) -> int:
        site = self._chance.choice(list(self._sites))
        try:
            status, body = site.request(
                "POST",
                f"/tables/{self.table.pk}/send/",
                urlencode(fields).encode(),
                **{"Content-Type": "application/x-www-form-urlencoded"},
            )
        except (OSError, HTTPException):
            status, body = CUT_OFF, b""
        self.statuses[status] += 1
        if status == RECORDED:
            answer = json.loads(body)
            if (answer["hand"], answer["outcome"]) != (fields["number"], "counted"):
                self.surprises.append(answer)
        elif status not in LATER:
            self.surprises.append((status, body))
        return status


class Room:
    """Phones at several tables, from the beginning to the end of a `with`, however that ends."""

    def __init__(
        self,
        tables: Sequence[Table],
        sites: Sequence[Site],
        seed: object,
        reflection: float = REFLECTION,
    ) -> None:
        self.phones = [Phone(table, sites, (seed, table.pk), reflection) for table in tables]

    def __enter__(self) -> Self:
        for phone in self.phones:
            phone.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Let all give up what they have not done by now, and wait for them."""
        for phone in self.phones:
            phone.give_up()
        for phone in self.phones:
            phone.join()

    @property
    def hands(self) -> int:
        """How many hands the site has acknowledged."""
        return sum(len(phone.keys) for phone in self.phones)

    @property
    def statuses(self) -> Counter[int]:
        """What was answered, how often."""
        return sum((phone.statuses for phone in self.phones), Counter())

    def more(self, count: int) -> Callable[[], bool]:
        """Return what says whether every phone has entered so many hands more than now."""
        wanted = [len(phone.keys) + count for phone in self.phones]
        return lambda: all(
            len(phone.keys) >= most for phone, most in zip(self.phones, wanted, strict=True)
        )

    def close(self) -> None:
        """Let each phone send what it has begun; fail if that has no end."""
        for phone in self.phones:
            phone.stop()
        end = time.monotonic() + PATIENCE
        for phone in self.phones:
            phone.join(max(0.0, end - time.monotonic()))
        assert not any(phone.is_alive() for phone in self.phones), self.statuses
        assert [phone.surprises for phone in self.phones] == [[] for _ in self.phones]
