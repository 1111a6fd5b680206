"""Browsers that take part in shuffling, as the script of a table does."""

from dataclasses import dataclass, field
from datetime import datetime
from secrets import token_hex

from games.base import Seat
from games.shuffle import digest_of, share_text
from league.online.models import OnlineTable, Shuffle
from league.online.services.play import commit_share, open_share
from league.online.services.seat_assignment import Person
from league.online.services.seats import let_bot_sit, sit_down
from tests.league.online.tables import NOW, make_table


@dataclass
class Browser:
    """The page of a seat, with a share of its own for each attempt."""

    table: OnlineTable
    seat: Seat
    shares: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def shuffle(self) -> Shuffle:
        """The attempt that the table asks for now."""
        return self.table.shuffles.latest("number", "attempt")

    def share(self) -> str:
        """Return this browser's share for the attempt."""
        place = (self.shuffle.number, self.shuffle.attempt)
        return self.shares.setdefault(place, token_hex(32))

    def commitment(self) -> str:
        """Return what this browser commits itself to."""
        shuffle = self.shuffle
        return digest_of(share_text(shuffle.place, self.seat, shuffle.commitment, self.share()))

    def commit(self, commitment: str = "", *, now: datetime = NOW) -> OnlineTable:
        """Commit to the share, or to something else."""
        return commit_share(
            table_id=self.table.pk,
            seat=self.seat,
            hand=self.shuffle.number,
            attempt=self.shuffle.attempt,
            commitment=commitment or self.commitment(),
            now=now,
        )

    def open(self, share: str = "", *, now: datetime = NOW) -> OnlineTable:
        """Open the share, or say that something else was it."""
        return open_share(
            table_id=self.table.pk,
            seat=self.seat,
            hand=self.shuffle.number,
            attempt=self.shuffle.attempt,
            share=share or self.share(),
            now=now,
        )


def person(seat: Seat) -> Person:
    """Return somebody whose browser opens the table."""
    return Person(f"Player {seat}", guest=f"{seat:032}", adds_share=True)


def shuffling(
    people: int = 2,
    *,
    game: str = "animal-poker",
    move_seconds: int | None = None,
    now: datetime = NOW,
) -> tuple[OnlineTable, list[Browser]]:
    """Return a table of some people and bots whose first hand is being shuffled."""
    seats = max(people + 1, 3)
    table = make_table(
        game, seats, bots="", hands=2, move_seconds=move_seconds, host=person(0), now=now
    )
    for seat in range(1, people):
        sit_down(table_id=table.pk, seat=seat, person=person(seat), now=now)
    for seat in range(people, seats):
        let_bot_sit(table_id=table.pk, seat=seat, bot="greedy", now=now)
    table.refresh_from_db()
    return table, [Browser(table, seat) for seat in range(people)]


def shuffle_all(browsers: list[Browser], *, now: datetime = NOW) -> OnlineTable:
    """Let all commit, and then open their shares; return the table."""
    for each in browsers:
        each.commit(now=now)
    for each in browsers:
        table = each.open(now=now)
    return table
