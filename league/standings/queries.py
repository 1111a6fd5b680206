"""Read standings: what screens, posts and cuts need.

A hand changes what entries have, which is kept. Who stands where is found here, when somebody
looks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from games.tournament.meetings import Meeting
from league.clubs.queries import Visitor
from league.competitions.models import Competition, RoundStatus, Stage, Table
from league.results.models import Hand
from league.results.projections import PlacedRow
from league.standings.ledger import NO_LEDGER, Ledger, Sums
from league.standings.models import Standing, TableResult, Unranked
from league.standings.ranking import (
    Field,
    MeetingsOf,
    Terms,
    first_in,
    rank_field,
    rounds_needed,
)
from league.standings.starting import starting_ratings


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Hold a row of a competition's table as it is shown and posted.

    `place` is None for who is listed without one; `missing` is then how many rounds too few it has
    played, 0 for a guest. `decided_by`, "" if there is no other place, `ahead` and `behind` as in
    ranking.Ranked. `is_provisional`: a table of this entry may still change. `has_left`: it takes
    part no longer. `ledger` holds as much as has been read of its ledger: see shares.with_ledgers.
    """

    entry_id: int
    name: str
    place: int | None
    points: int
    wins: int
    game_points: int
    tables: int
    decided_by: str
    is_provisional: bool
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
        """Say whether it has no place because guests have none."""
        return self.place is None and not self.missing

    @property
    def unranked(self) -> str:
        """Say in a word or two why it has no place; "" if it has one."""
        if self.place:
            return ""
        return str((Unranked.ATTENDANCE if self.missing else Unranked.GUEST).label)

    @property
    def shown_place(self) -> str:
        """Return the place, or a dash for who is listed without one."""
        return str(self.place) if self.place else "–"


def standings_of(competition: Competition) -> list[StandingRow]:
    """List the final table of a competition as it stands, best first.

    Who is in the last stage comes first, by its standing, then those who went no further than the
    stage before, by that one's. Equal ones come by their entries' age, those without a place last.
    """
    provisional = set(provisional_results(competition.pk).values_list("entry_id", flat=True))
    return final_table(standings_by_stage(competition, provisional))


def placed_rows(competition_id: int) -> list[PlacedRow]:
    """List who stands where in a competition and with how many points, best first."""
    rows = standings_of(Competition.objects.get(pk=competition_id))
    return [PlacedRow(row.entry_id, row.name, row.place, row.points) for row in rows]


def standings_by_stage(
    competition: Competition, provisional: Iterable[int] = ()
) -> dict[int, list[StandingRow]]:
    """Return the rows of each stage that has any, by the stage's number, best first.

    `provisional` are the entries with a table that may still change. The ledgers, which grow with
    every round, are not read but for the points brought along: see shares.with_ledgers.
    """
    stages: dict[int, list[_Kept]] = {}
    standings = Standing.objects.filter(competition=competition).order_by("stage", "entry")
    for values in standings.values_list(*COLUMNS):
        kept = _Kept(*values)
        stages.setdefault(kept.stage_number, []).append(kept)
    ratings = starting_ratings(competition) if stages else {}
    open_entries = frozenset(provisional)
    return {
        number: in_order(_rows(stages[number], competition, ratings, open_entries))
        for number in sorted(stages)
    }


def winners_of(competitions: Sequence[Competition]) -> dict[int, list[int]]:
    """Return the entries that are first in the last stage of each competition, by its id.

    They are read together; only where several have the most points is more read of a competition.
    """
    of_each: dict[int, dict[int, list[_Kept]]] = {}
    standings = Standing.objects.filter(competition__in=competitions).order_by("stage", "entry")
    for competition_id, *values in standings.values_list("competition", *COLUMNS):
        kept = _Kept(*values)
        of_each.setdefault(competition_id, {}).setdefault(kept.stage_number, []).append(kept)
    return {
        competition.pk: first_in(
            _field(stages[max(stages)], starting_ratings(competition)), Terms.of(competition)
        )
        for competition in competitions
        if (stages := of_each.get(competition.pk))
    }


def final_table(stages: Mapping[int, Sequence[StandingRow]]) -> list[StandingRow]:
    """Put the rows of stages into one table: see `standings_of`."""
    rows: list[StandingRow] = []
    listed: set[int] = set()
    for number in sorted(stages, reverse=True):
        ahead = sum(row.place is not None for row in rows)
        fresh = [row for row in stages[number] if row.entry_id not in listed]
        places = _places_among(fresh)
        rows += [
            replace(row, place=places[row.place] + ahead) if row.place else row
            for row in _without_strangers(fresh, stages[number])
        ]
        listed |= {row.entry_id for row in fresh}
    return in_order(rows)


def in_order(rows: Iterable[StandingRow]) -> list[StandingRow]:
    """Return rows by place, equal ones by their entries' age, those without a place last."""

    def key(row: StandingRow) -> tuple[bool, int, int, int]:
        return row.place is None, row.place or 0, -row.points, row.entry_id

    return sorted(rows, key=key)


def provisional_results(competition_id: int) -> QuerySet[TableResult]:
    """Return the results of matches that may still go on, and of those with a disputed hand."""
    matches = Table.objects.filter(round__stage__competition=competition_id, score__is_over=False)
    disputed = Hand.objects.filter(is_disputed=True, is_void=False)
    # Three short lists: asked for as one condition, every table of the season would be looked at.
    tables = (
        matches.filter(round__status=RoundStatus.OPEN)
        .values("pk")
        .union(
            matches.filter(adjourned_at__isnull=False).values("pk"),
            disputed.values("table"),
        )
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


def _without_strangers(
    left: Sequence[StandingRow], stage: Sequence[StandingRow]
) -> list[StandingRow]:
    """Return the rows that are left of a stage, without what parts them from rows that are not."""
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
    """Return what each place of a table becomes when only these rows are left of it."""
    places = sorted(row.place for row in rows if row.place)
    return {place: at for at, place in reversed(list(enumerate(places, start=1)))}


class _Kept(NamedTuple):
    """Hold what is read of a standing: see COLUMNS."""

    entry_id: int
    name: str
    team: str
    withdrawn_at: datetime | None
    is_guest: bool
    stage_id: int
    stage_number: int
    stage_name: str
    carried: int
    points: int
    wins: int
    game_points: int
    tables: int
    rounds: int
    places: list[int]
    byes: int

    @property
    def sums(self) -> Sums:
        """What is compared."""
        return Sums(
            self.points,
            self.wins,
            self.game_points,
            self.tables,
            self.rounds,
            self.places,
            self.byes,
        )


COLUMNS: Final = (
    "entry_id",
    "entry__player__name",
    "entry__team",
    "entry__withdrawn_at",
    "entry__is_guest",
    "stage",
    "stage__number",
    "stage__name",
    "carried",
    *Sums._fields,
)


def _field(standings: Sequence[_Kept], ratings: Mapping[int, int]) -> Field:
    return Field(
        {standing.entry_id: standing.sums for standing in standings},
        frozenset(standing.entry_id for standing in standings if standing.is_guest),
        kept_meetings(standings[0].stage_id),
        ratings,
    )


def _rows(
    standings: Sequence[_Kept],
    competition: Competition,
    ratings: Mapping[int, int],
    provisional: frozenset[int],
) -> list[StandingRow]:
    terms = Terms.of(competition)
    ranked = rank_field(_field(standings, ratings), terms)
    needed = rounds_needed(terms.attendance_min, max(standing.rounds for standing in standings))
    return [
        StandingRow(
            entry_id=standing.entry_id,
            name=standing.name,
            place=found.place,
            points=standing.points,
            wins=standing.wins,
            game_points=standing.game_points,
            tables=standing.tables,
            decided_by=found.decided_by,
            is_provisional=standing.entry_id in provisional,
            missing=needed - standing.rounds if found.unranked == Unranked.ATTENDANCE else 0,
            rounds=standing.rounds,
            places=standing.places,
            byes=standing.byes,
            ahead=found.ahead,
            behind=found.behind,
            stage_number=standing.stage_number,
            stage_name=standing.stage_name,
            team=standing.team,
            has_left=standing.withdrawn_at is not None,
            ledger=Ledger(carried=standing.carried),
        )
        for standing in standings
        if (found := ranked[standing.entry_id])
    ]


def kept_meetings(stage_id: int) -> MeetingsOf:
    """Return who met whom in a stage, read once they are needed."""

    def meetings(entries: frozenset[int]) -> Sequence[Meeting]:
        own = TableResult.objects.filter(entry__in=entries, table__round__stage=stage_id)
        rows = TableResult.objects.filter(table__in=own.values("table"))
        columns = ("table__round__number", "table_id", "entry_id", "place", "points", "pair")
        return [Meeting(*row) for row in rows.values_list(*columns)]

    return meetings
