"""Standings as they are shown: places are computed on reading."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from games.tournament.meetings import Meeting
from league.clubs.queries import Visitor
from league.competitions.models import Competition, RoundStatus, Stage, Table
from league.results.locked_table import PlacedRow
from league.results.models import Hand
from league.standings.ledger import (
    NO_LEDGER,
    Field,
    Ledger,
    MeetingsOf,
    Totals,
    first_in,
    rank_field,
    starting_ratings,
)
from league.standings.models import Standing, TableResult, Unranked


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the standings; `missing` rounds, or 0 of a guest, are why there is no place."""

    entry_id: int
    name: str
    points: int
    wins: int
    game_points: int
    tables: int
    is_provisional: bool
    place: int | None = None
    decided_by: str = ""
    missing: int = 0
    rounds: int = 0
    places: Sequence[int] = ()
    byes: int = 0
    ahead: Sequence[Any] | None = None
    behind: Sequence[Any] | None = None
    stage_number: int = 1
    stage_name: str = ""
    team: str = ""
    has_left: bool = False
    ledger: Ledger = NO_LEDGER

    @property
    def is_guest(self) -> bool:
        """Whether it has no place as a guest."""
        return self.place is None and not self.missing

    @property
    def unranked(self) -> str:
        """The reason without a place, else empty."""
        if self.place:
            return ""
        return str((Unranked.ATTENDANCE if self.missing else Unranked.GUEST).label)

    @property
    def shown_place(self) -> str:
        """The place, or a dash."""
        return str(self.place) if self.place else "–"


def standings_of(competition: Competition) -> list[StandingRow]:
    """Return the final standings of a competition, best first: by the last stage reached."""
    provisional = set(provisional_results(competition.pk).values_list("entry_id", flat=True))
    return final_table(standings_by_stage(competition, provisional))


def placed_rows(competition_id: int) -> list[PlacedRow]:
    """Return the places and points of a competition, best first."""
    rows = standings_of(Competition.objects.get(pk=competition_id))
    return [PlacedRow(row.entry_id, row.name, row.place, row.points) for row in rows]


def standings_by_stage(
    competition: Competition, provisional: Iterable[int] = ()
) -> dict[int, list[StandingRow]]:
    """Return the rows of each stage by its number, best first, without ledgers."""
    standings = Standing.objects.filter(competition=competition)
    stages = _read_stages(standings, frozenset(provisional)).get(competition.pk, {})
    ratings = starting_ratings(competition) if stages else {}
    return {
        number: in_order(
            ranked_rows(stages[number].rows, stages[number].field(ratings), competition)
        )
        for number in sorted(stages)
    }


def winners_of(competitions: Sequence[Competition]) -> dict[int, list[int]]:
    """Return the entries in first place of the last stage, by competition id."""
    of_each = _read_stages(Standing.objects.filter(competition__in=competitions))
    return {
        competition.pk: first_in(
            stages[max(stages)].field(starting_ratings(competition)), competition
        )
        for competition in competitions
        if (stages := of_each.get(competition.pk))
    }


def final_table(stages: Mapping[int, Sequence[StandingRow]]) -> list[StandingRow]:
    """Return the final standings of the rows of stages."""
    rows: list[StandingRow] = []
    listed: set[int] = set()
    for number in sorted(stages, reverse=True):
        ahead = sum(row.place is not None for row in rows)
        fresh = [row for row in stages[number] if row.entry_id not in listed]
        places = _places_among(fresh)
        rows += [
            replace(row, place=places[row.place] + ahead) if row.place else row
            for row in _without_outer_gaps(fresh, stages[number])
        ]
        listed |= {row.entry_id for row in fresh}
    return in_order(rows)


def in_order(rows: Iterable[StandingRow]) -> list[StandingRow]:
    """Return rows by place, then points and entry; those without a place last."""

    def key(row: StandingRow) -> tuple[bool, int, int, int]:
        return row.place is None, row.place or 0, -row.points, row.entry_id

    return sorted(rows, key=key)


def provisional_results(competition_id: int) -> QuerySet[TableResult]:
    """Return the results of unfinished matches and of matches with a disputed hand."""
    matches = Table.objects.filter(round__stage__competition=competition_id, score__is_over=False)
    disputed = Hand.objects.filter(is_disputed=True, is_void=False)
    # Three short lists: asked for as one condition, every table of the season would be looked at.
    tables = (
        matches.filter(round__status=RoundStatus.OPEN)
        .values("pk")
        .union(matches.filter(adjourned_at__isnull=False).values("pk"), disputed.values("table"))
    )
    return TableResult.objects.filter(table__in=tables, entry__competition=competition_id)


def entry_of(competition: Competition, user: Visitor) -> int | None:
    """Return the entry by which a visitor has a row in a competition's standings."""
    if not user.is_authenticated:
        return None
    own = competition.entries.filter(player__user=user, standings__isnull=False)
    return own.order_by("pk").values_list("pk", flat=True).first()


def points_by_entry(stage: Stage) -> dict[int, int]:
    """Return the league points in a stage, those brought along included, by entry id."""
    return dict(Standing.objects.filter(stage=stage).values_list("entry_id", "points"))


def _without_outer_gaps(
    left: Sequence[StandingRow], stage: Sequence[StandingRow]
) -> list[StandingRow]:
    """Return rows without gaps to rows that are not among them."""
    entries = {row.entry_id for row in left}
    gone = {row.place for row in stage if row.place and row.entry_id not in entries}
    places = sorted({row.place for row in stage if row.place})
    below = dict(pairwise(places))
    above = {lower: upper for upper, lower in below.items()}
    return [
        replace(
            row,
            ahead=None if below.get(row.place or 0) in gone else row.ahead,
            behind=None if above.get(row.place or 0) in gone else row.behind,
        )
        for row in left
    ]


def _places_among(rows: Sequence[StandingRow]) -> dict[int, int]:
    """Return the places among the remaining rows, by old place."""
    places = sorted(row.place for row in rows if row.place)
    return {place: at for at, place in reversed(list(enumerate(places, start=1)))}


class _StageRows(NamedTuple):
    """The rows of a stage without places, and the entries of guests."""

    stage: int
    rows: list[StandingRow]
    guests: set[int]

    def field(self, ratings: Mapping[int, int]) -> Field:
        """Return what is ranked."""
        totals = {
            row.entry_id: Totals(*(getattr(row, name) for name in Totals._fields))
            for row in self.rows
        }
        results = TableResult.objects.filter(table__round__stage=self.stage)
        return Field(totals, self.guests, meetings_in(results), ratings)


def _read_stages(
    standings: QuerySet[Standing], provisional: Collection[int] = ()
) -> dict[int, dict[int, _StageRows]]:
    """Return the rows of each stage, by competition id and stage number."""
    columns = ("stage__number", "stage__name", "entry__player__name", "entry__team")
    others = ("entry__withdrawn_at", "entry__is_guest", "carried", *Totals._fields)
    found: dict[int, dict[int, _StageRows]] = defaultdict(dict)
    for competition, stage, entry, *values in standings.order_by("stage", "entry").values_list(
        "competition", "stage", "entry", *columns, *others
    ):
        number, stage_name, name, team, withdrawn_at, is_guest, carried, *totals = values
        of_stage = found[competition].setdefault(number, _StageRows(stage, [], set()))
        row = StandingRow(
            entry_id=entry,
            name=name,
            is_provisional=entry in provisional,
            stage_number=number,
            stage_name=stage_name,
            team=team,
            has_left=withdrawn_at is not None,
            ledger=Ledger(carried=carried),
            **dict(zip(Totals._fields, totals, strict=True)),
        )
        of_stage.rows.append(row)
        if is_guest:
            of_stage.guests.add(entry)
    return found


PLAYED_BY = "table__seats__player"
"""The player of a result of `played_by_seat`: who played to the table's end, a substitute too."""


def played_by_seat(results: QuerySet[TableResult]) -> QuerySet[TableResult]:
    """Return results, each joined with the seat that it is from."""
    return results.filter(table__seats__number=F("seat"))


def ranked_rows(
    rows: Iterable[StandingRow], field: Field, competition: Competition
) -> list[StandingRow]:
    """Return rows with the sums and places of a field."""
    ranked = rank_field(field, competition)
    return [
        replace(
            row,
            place=each.place,
            decided_by=each.decided_by,
            ahead=each.ahead,
            behind=each.behind,
            missing=each.missing,
            **each.totals._asdict(),
        )
        for row in rows
        if (each := ranked[row.entry_id])
    ]


def meetings_in(results: QuerySet[TableResult]) -> MeetingsOf:
    """Return the meetings in results, read when needed."""

    def meetings(entries: frozenset[int]) -> Sequence[Meeting]:
        rows = results.filter(table__in=results.filter(entry__in=entries).values("table"))
        columns = ("table__round__number", "table_id", "entry_id", "place", "points", "pair")
        return [Meeting(*row) for row in rows.values_list(*columns)]

    return meetings
