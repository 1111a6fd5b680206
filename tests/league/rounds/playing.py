"""Seat rounds by the method of a stage in tests, and read what came of it."""

from typing import Any

from games.tournament.draw import count_meetings
from league.competitions.models import Competition, Round, RoundStatus, Table
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_competition, make_entry

Tables = list[tuple[int, ...]]


def competition_of(method: str, count: int, **fields: Any) -> tuple[Competition, list[int]]:
    """Make a competition with a stage of this method and so many entries."""
    sizes = {key: fields.pop(key) for key in ("table_min", "table_max") if key in fields}
    competition = make_competition(**sizes)
    competition.stages.update(method=method, **fields)
    return competition, [make_entry(competition).pk for _ in range(count)]


def play(
    competition: Competition, number: int, entries: list[int], *, seed: int = 7, **options: Any
) -> Round:
    """Seat a round of these entries."""
    stage = competition.stages.get()
    round_, _ = Round.objects.get_or_create(
        stage=stage, number=number, defaults={"status": RoundStatus.OPEN, "opened_at": NOW}
    )
    round_.check_ins.all().delete()
    for entry in entries:
        round_.check_ins.create(entry_id=entry, created_at=NOW)
    return seat_round(round_id=round_.pk, seating=round_.seating, seed=seed, now=NOW, **options)


def tables(round_: Round) -> Tables:
    return [
        tuple(table.seats.order_by("number").values_list("entry", flat=True))
        for table in round_.tables.standing().order_by("number")
    ]


def kept(competition: Competition, field: str) -> Any:
    """Return what the stage keeps."""
    return getattr(competition.stages.get(), field)


def drawn(round_: Round) -> Any:
    """Return what the round keeps of its draw."""
    return round_.draw


def reasons_at(table: Table) -> dict[int, Any]:
    """Return by entry why it sits at a table."""
    return dict(table.seats.values_list("entry", "reason"))


def repeats(rounds: list[Tables]) -> int:
    met = count_meetings(rounds)
    return sum(times - 1 for times in met.values() if times > 1)
