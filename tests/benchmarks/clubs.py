"""Many clubs that have played before, and the tables that they play at now."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from django.utils import timezone

from games.base import Match
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Table,
    TableCode,
)
from league.core.live import sign_topic, topic_name
from league.results.scoring import begin_match
from league.rounds.loadtest.season import Sizes
from league.rounds.loadtest.services import analyze, make_load_test
from league.site_games.franks_zoo import play_hand
from tests.benchmarks.season import form_of, redeem, sign_in

HANDS_A_TABLE = 12


class Club(NamedTuple):
    """A club's competition, and its desks."""

    competition: Competition
    topic: str
    token: str
    desks: Sequence["ClubInbox"]


class ClubInbox:
    """One phone that writes for the same people, match after match."""

    def __init__(self, tables: Sequence[Table], session: str, seats: int, chance: Random) -> None:
        self._tables = tables
        self.session = session
        self._seats = seats
        self._chance = chance
        self._number = 0
        self._match: Match | None = None

    def next_form(self) -> tuple[str, dict[str, str]]:
        """Play on; return the address of the hand's table and what is sent there."""
        at, played = divmod(self._number, HANDS_A_TABLE)
        table = self._tables[at]
        if not played or self._match is None:
            self._match = begin_match(table, self._seats)
        setup = self._match.next_hand()
        if setup is None:
            raise ValueError("The match is over before its time.")
        record = play_hand(setup, [0] * self._seats, self._chance)
        self._match = self._match.add(record)
        self._number += 1
        return f"/tables/{table.pk}/enter/", form_of(played + 1, record) | {"send": "1"}


def make_clubs(
    *, clubs: int, players: int, tables: int, sizes: Sizes, hands: int, tell: Callable[[str], None]
) -> list[Club]:
    """Make clubs with an earlier season of a size, in each so many tables for `hands` more."""
    made = []
    for number in range(clubs):
        competition = make_load_test(
            sizes=sizes, seed=number, now=timezone.now(), report=lambda _text: None
        )
        made.append(_open_tables(competition, tables, players // tables, hands, Random(number)))
        if (number + 1) % 10 == 0:
            tell(f"{number + 1} of {clubs} clubs are there …")
    analyze()
    return made


def _open_tables(
    competition: Competition, count: int, seats: int, hands: int, chance: Random
) -> Club:
    """Seat a competition's people at tables of as many rounds as so many hands take."""
    stage = competition.stages.get()
    last = stage.rounds.latest("number").number
    entries = list(Entry.objects.filter(competition=competition).order_by("pk"))
    chance.shuffle(entries)
    matches = -(-hands // HANDS_A_TABLE)
    by_round = [
        _add_round(competition, last + 1 + at, entries[: count * seats], seats)
        for at in range(matches)
    ]
    desks = []
    for at, own in enumerate(zip(*by_round, strict=True)):
        session = redeem(own) if at % 2 else sign_in(own[0])
        desks.append(ClubInbox(own, session, seats, chance))
    topic = topic_name("competition", competition.pk)
    return Club(competition, topic, sign_topic(topic), desks)


def _add_round(
    competition: Competition, number: int, entries: Sequence[Entry], seats: int
) -> list[Table]:
    now = timezone.now()
    round_ = Round.objects.create(
        stage=competition.stages.get(), number=number, status=RoundStatus.OPEN, opened_at=now
    )
    tables = Table.objects.bulk_create(
        Table(
            round=round_,
            number=at + 1,
            game=competition.game,
            options=competition.options,
            created_at=now,
        )
        for at in range(len(entries) // seats)
    )
    TableCode.objects.bulk_create(TableCode(table=table, created_at=now) for table in tables)
    Seat.objects.bulk_create(
        Seat(table=tables[at // seats], number=at % seats, player_id=entry.player_id, entry=entry)
        for at, entry in enumerate(entries)
    )
    return tables
