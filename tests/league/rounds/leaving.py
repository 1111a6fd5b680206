"""Matches of Frank’s Zoo that somebody leaves in the middle."""

import io
from typing import Any

from django.core.management import call_command

from league.competitions.models import Table
from league.competitions.queries import tables
from league.results.models import TableScore
from league.results.queries import hands_of_table
from league.results.table_view import build_table_view
from league.rounds.models import ChangeKind, SeatingChange
from league.standings.models import TableResult
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import send
from tests.league.rounds.changing import do, entry_at, names_at


def make_match(seats: int = 5, hands: int = 2, **fields: Any) -> Table:
    """Make a table of Frank's Zoo in simple mode that has played, the highest seat best."""
    options = {"mode": "simple", "target": 99, "final_trick": "owner"}
    competition = make_competition(
        options=options, place_points=[10, 6, 3, 1], bye_points=4, absence_points=-1, **fields
    )
    table = make_table(make_round(competition), seats=seats)
    for _ in range(hands):
        send(table, *reversed(range(seats)))
    return fresh(table)


def fresh(table: Table) -> Table:
    return tables().get(pk=table.pk)


def leave(table: Table, kind: ChangeKind, seat: int = 1) -> SeatingChange | None:
    """Let the player of a seat leave."""
    return do(table.round, kind, entry=entry_at(table, seat).pk)


def play(table: Table, *finish: int) -> None:
    """Send the next hand of those who play."""
    now = fresh(table)
    send(now, record={"finish": list(finish)}, number=next_number(now))


def next_number(table: Table) -> int:
    view = build_table_view(table, list(hands_of_table(table)))
    return view.match.number


def score(table: Table) -> dict[str, tuple[int, int]]:
    """Return total and place by name."""
    stored = TableScore.objects.get(table=table)
    return dict(zip(names_at(table), zip(stored.totals, stored.places, strict=True), strict=True))


def points(table: Table) -> dict[str, int]:
    rows = TableResult.objects.filter(table=table).order_by("seat")
    return {row.entry.player.name: row.points for row in rows.select_related("entry__player")}


def check_rebuild() -> None:
    call_command("rebuild", "--check", stdout=io.StringIO())
