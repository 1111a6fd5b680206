"""What has to be true of an evening in the end, whatever was killed while it went on."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from tests.databases import ROOT
from tests.faults.phones import Phone, Room, Table
from tests.faults.servers import wait_until
from tests.site import Environment, run

# What make_evening seats in each round that falls due: see evening.py.
PLAYERS = 6
TABLES_A_ROUND = 2
OFTEN_ENOUGH = 0.3
"""Seconds between two looks at the database, each of which connects anew: it may be away."""

ROUNDS = """
SELECT status, seating, (SELECT count(*) FROM competitions_table t WHERE t.round_id = r.id)
FROM competitions_round r WHERE id = ANY(%s)
"""
NOTIFICATIONS = """
SELECT kind, count(*) FROM notifications_notification WHERE club_id = %s GROUP BY kind ORDER BY kind
"""
DELIVERIES = """
SELECT count(*), count(sent_at), count(DISTINCT (notification_id, channel, target))
FROM notifications_delivery d JOIN notifications_notification n ON n.id = d.notification_id
WHERE n.club_id = %s
"""
HANDS = "SELECT number FROM results_hand WHERE table_id = %s AND NOT is_void ORDER BY number"
KEYS = """
SELECT s.key, s.outcome FROM results_submission s JOIN results_hand h ON h.id = s.hand_id
WHERE h.table_id = %s ORDER BY h.number
"""


class Evening(NamedTuple):
    """What evening.py has made: rounds that are still far off, and tables that are played."""

    club: int
    rounds: list[int]
    tables: list[Table]


def make_evenings(
    environment: Environment, count: int, tables: int, code: str | Path = ROOT
) -> list[Evening]:
    """Make evenings with so many tables each in the database of an environment."""
    arguments = ["-m", "tests.faults.evening", str(count), str(tables)]
    made = json.loads(run(environment, *arguments, code=code))
    return [
        Evening(each["club"], each["rounds"], [Table(*table) for table in each["tables"]])
        for each in made
    ]


class Books:
    """What the database says, read beside those that work on it."""

    def __init__(self, url: str) -> None:
        self._url = url

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self._url) as connection:
            return connection.execute(query, values).fetchall()

    def do(self, statement: str, *values: object) -> None:
        """Change something, as time does."""
        with psycopg.connect(self._url) as connection:
            connection.execute(statement, values)

    def let_fall_due(self, *rounds: int) -> None:
        """Let the hour of these rounds come, by clocks that differ by hours, and last for long."""
        self.do(
            """UPDATE competitions_round SET opens_at = now() - interval '1 day',
            closes_at = now() + interval '2 days' WHERE id = ANY(%s)""",
            list(rounds),
        )

    def let_leases_run_out(self) -> None:
        """Free the mails that were taken by who was killed."""
        self.do("UPDATE notifications_delivery SET leased_until = due_at WHERE sent_at IS NULL")

    def wait_until_opened(self, evening: Evening, round_: int) -> None:
        """Return once a round is open."""
        wait_until(
            lambda: self.has_opened(round_), told=lambda: self.state(evening), pause=OFTEN_ENOUGH
        )

    def wait_until_settled(self, evening: Evening) -> None:
        """Return once all rounds are open and all mails sent."""
        wait_until(
            lambda: self.is_settled(evening), told=lambda: self.state(evening), pause=OFTEN_ENOUGH
        )

    def has_opened(self, round_: int) -> bool:
        """Say whether a round is open."""
        return [row[0] for row in self.ask(ROUNDS, [round_])] == ["open"]

    def is_settled(self, evening: Evening) -> bool:
        """Say whether all rounds are open and all mails sent."""
        opened = [row for row in self.ask(ROUNDS, evening.rounds) if row[0] == "open"]
        [(queued, sent, _distinct)] = self.ask(DELIVERIES, evening.club)
        wanted = len(evening.rounds) * (PLAYERS + 1)
        return bool(len(opened) == len(evening.rounds) and queued >= wanted and sent == queued)

    def state(self, evening: Evening) -> object:
        """Return how far it is, for who waits in vain."""
        return self.ask(ROUNDS, evening.rounds), self.ask(DELIVERIES, evening.club)

    def check(self, evening: Evening, room: Room) -> None:
        """See that all that was acknowledged is there, that it is there once, and nothing else."""
        rounds = len(evening.rounds)
        assert self.ask(ROUNDS, evening.rounds) == [("open", 1, TABLES_A_ROUND)] * rounds
        told = [("round", rounds), ("seat", rounds * PLAYERS)]
        assert self.ask(NOTIFICATIONS, evening.club) == told
        mails = rounds * (PLAYERS + 1)
        assert self.ask(DELIVERIES, evening.club) == [(mails, mails, mails)]
        for phone in room.phones:
            self.check_hands(phone)

    def check_hands(self, phone: Phone) -> None:
        """See that a table has the hands of its phone, in order, each once."""
        numbers = [number for (number,) in self.ask(HANDS, phone.table.pk)]
        assert numbers == list(range(1, len(phone.keys) + 1))
        sent = [(str(key), verdict) for key, verdict in self.ask(KEYS, phone.table.pk)]
        assert sent == [(key, "counted") for key in phone.keys]
