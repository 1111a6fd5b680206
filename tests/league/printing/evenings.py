"""Papers to test with: made of data alone, or of what a club has played."""

from typing import Any
from uuid import UUID

from league.clubs.models import Club
from league.competitions.models import Competition, Round, Table
from league.printing.documents import paper_of
from league.printing.rendering import Document
from league.results.services import record_hand
from tests.factories import BY_CODE, make_club, make_competition, make_round, make_table

KEY = "3e8f2d4c-0000-4000-8000-0000000000"


def record(table: Table, number: int, finish: list[int]) -> None:
    """Record a hand of the simple game."""
    record_hand(
        table_id=table.pk,
        number=number,
        key=UUID(f"{KEY}{table.number:x}{number:x}"),
        seating=table.seating,
        record={"finish": finish},
        author=BY_CODE,
    )


def make_evening(tables: int = 1, **club: Any) -> Round:
    """Make an open round of the simple game with a hand at each of its tables."""
    competition = make_competition(
        make_club(**club), name="Friday League", options={"mode": "simple"}
    )
    evening = make_round(competition)
    for number in range(1, tables + 1):
        record(make_table(evening, number=number), 1, [2, 0, 1, 3])
    return evening


def competition_of(evening: Round) -> Competition:
    """Return a round's competition, as the pages read it."""
    return evening.stage.competition


def card_of(name: str, **fields: Any) -> Document:
    """Make a document of one name card, without any database."""
    person = {"name": name, "number": 1, "seat": "", "team": ""}
    data = {"people": [person], "labels": {"fold": "", "nobody": ""}, **fields}
    return paper_of("cards", Club(name=name), name=name, title=name, size="a4", **data)
