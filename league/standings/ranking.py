"""Rank the entries of a stage by what they have."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.tournament.meetings import Meeting
from games.tournament.tiebreaks import POINTS, Evidence, Gap, Ranking, Row, Value, rank
from league.competitions.models import Competition
from league.standings.ledger import Rules, Sums
from league.standings.models import Unranked

MeetingsOf = Callable[[frozenset[int]], Sequence[Meeting]]


@dataclass(frozen=True, slots=True)
class Terms:
    """Say how a competition ranks: see Competition."""

    rules: Rules
    tie_breaks: tuple[str, ...]
    lot_seed: int
    attendance_min: int
    are_guests_ranked: bool

    @classmethod
    def of(cls, competition: Competition) -> "Terms":
        """Return the terms of a competition."""
        return cls(
            rules=Rules(competition.best_of, competition.attendance_bonus),
            tie_breaks=tuple(competition.tie_breaks),
            lot_seed=competition.lot_seed,
            attendance_min=competition.attendance_min,
            are_guests_ranked=competition.are_guests_ranked,
        )


@dataclass(frozen=True, slots=True)
class Ranked:
    """Hold the place of an entry, None for who is listed without one; `unranked` says why.

    `decided_by` names the last criterion that was needed for the place. `ahead` and `behind` name
    what separates it from the next place below and above: the criterion, and unless they are sums
    the two values, the entry's own first; None where league points do.
    """

    entry_id: int
    sums: Sums
    place: int | None = None
    unranked: str = ""
    decided_by: str = ""
    ahead: list[Any] | None = None
    behind: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """Hold all entries of a stage: their sums, who is a guest, and who met whom."""

    sums: Mapping[int, Sums]
    guests: frozenset[int]
    meetings: MeetingsOf
    ratings: Mapping[int, int] = field(default_factory=dict)


def rank_field(stage: Field, terms: Terms) -> dict[int, Ranked]:
    """Return everybody's place by entry; those without a place are listed too.

    Nobody has to have played more rounds than whoever has played most.
    """
    ranked: dict[int, Ranked] = {}
    rows: list[Row] = []
    why = _unranked(stage, terms)
    for entry, sums in stage.sums.items():
        if unranked := why(entry):
            ranked[entry] = Ranked(entry, sums, unranked=unranked)
        else:
            rows.append(_row(entry, sums, stage.ratings.get(entry)))
    for ranking in rank(rows, terms.tie_breaks, _evidence(stage, terms)):
        entry = ranking.row.entry
        ranked[entry] = _ranked(ranking, stage.sums[entry])
    return ranked


def first_in(stage: Field, terms: Terms) -> list[int]:
    """Return the entries that `rank_field` puts first, in their order."""
    why = _unranked(stage, terms)
    placed = [entry for entry in stage.sums if not why(entry)]
    most = max((stage.sums[entry].points for entry in placed), default=0)
    rows = [
        _row(entry, stage.sums[entry], stage.ratings.get(entry))
        for entry in placed
        if stage.sums[entry].points == most
    ]
    ranking = rank(rows, terms.tie_breaks, _evidence(stage, terms))
    return [each.row.entry for each in ranking if each.place == 1]


def _unranked(stage: Field, terms: Terms) -> Callable[[int], str]:
    """Return what says why an entry has no place, "" if it has one."""
    most = max((sums.rounds for sums in stage.sums.values()), default=0)
    least = rounds_needed(terms.attendance_min, most)

    def why(entry: int) -> str:
        if entry in stage.guests and not terms.are_guests_ranked:
            return Unranked.GUEST
        return Unranked.ATTENDANCE if stage.sums[entry].rounds < least else ""

    return why


def _evidence(stage: Field, terms: Terms) -> Evidence:
    strengths = {entry: sums.points for entry, sums in stage.sums.items()}
    return Evidence(stage.meetings, strengths, terms.lot_seed)


def rounds_needed(attendance_min: int, most: int) -> int:
    """Return how many rounds make one ranked, where somebody has played `most`."""
    return min(attendance_min, most)


def _row(entry: int, sums: Sums, rating: int | None) -> Row:
    return Row(
        entry=entry,
        points=sums.points,
        wins=sums.wins,
        game_points=sums.game_points,
        places=tuple(sums.places),
        byes=sums.byes,
        rating=rating,
    )


def _ranked(ranking: Ranking, sums: Sums) -> Ranked:
    ahead, behind = ranking.ahead, ranking.behind
    return Ranked(
        entry_id=ranking.row.entry,
        sums=sums,
        place=ranking.place,
        decided_by=ranking.decided_by or "",
        ahead=_gap(ahead, is_better=True) if ahead and ahead.criterion != POINTS else None,
        behind=_gap(behind, is_better=False) if behind and behind.criterion != POINTS else None,
    )


def _gap(gap: Gap, *, is_better: bool) -> list[Any]:
    """Return a gap as it is kept; values that stand in the rows anyway are not kept again."""
    if gap.criterion in Sums._fields:
        return [gap.criterion]
    values = [_value(gap.better), _value(gap.worse)]
    return [gap.criterion, *(values if is_better else reversed(values))]


def _value(value: Value) -> int | list[int | None]:
    return value if isinstance(value, int) else list(value)
