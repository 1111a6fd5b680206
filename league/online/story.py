"""The story of a table besides its moves: who came, went, was replaced, and when it rested."""

from collections.abc import Iterable
from datetime import datetime

from league.online.models import Doing, Happening, OnlineSeat, OnlineTable

MOST_TOLD = 40


def write_down(
    table: OnlineTable,
    doing: Doing,
    now: datetime,
    seat: OnlineSeat | None = None,
    *,
    name: str = "",
    by: str = "",
) -> Happening:
    """Write what happened into the story of a table that is locked.

    `name` is who it is about where somebody else has the seat by now.
    """
    return Happening.objects.create(
        table=table,
        doing=doing,
        seat=None if seat is None else seat.number,
        name=name or ("" if seat is None else seat.name),
        by=by,
        hand=table.hand_number,
        moves=table.moves,
        created_at=now,
    )


def story_of(table: OnlineTable) -> tuple[Happening, ...]:
    """Return what happened last at a table, the oldest first."""
    last = Happening.objects.filter(table=table).order_by("-pk")[:MOST_TOLD]
    return tuple(reversed(last))


def told(happening: Happening) -> str:
    """Say in a sentence what happened."""
    words = str(Doing(happening.doing).label) % {"name": happening.name, "by": happening.by}
    return f"{words[:1].upper()}{words[1:]}."


def story_told(happenings: Iterable[Happening]) -> list[dict[str, object]]:
    """Return what a screen shows of a table's story."""
    return [{"words": told(each), "at": each.created_at} for each in happenings]
