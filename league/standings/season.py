"""Read a competition's season: its stages, their rounds, and who stands where in each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from league.competitions.models import SETTLED, Competition, Entry, Round, Stage, Table
from league.results.models import Adjustment
from league.standings.ledger import OF_A_ROUND
from league.standings.models import TableResult
from league.standings.queries import StandingRow, provisional_results, standings_by_stage


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """Hold a round, and whether anybody has something of it."""

    round: Round
    has_result: bool


@dataclass(frozen=True, slots=True)
class Season:
    """Hold all that is read of a competition: its stages, and their rounds and rows by number.

    `playing` are the tables that may still change, with the numbers of their rounds.
    """

    competition: Competition
    stages: Sequence[Stage]
    rounds: Mapping[int, list[SeasonRound]]
    rows: Mapping[int, list[StandingRow]]
    playing: Mapping[int, int]

    @property
    def stages_shown(self) -> list[Stage]:
        """Return the stages that have a table."""
        return [stage for stage in self.stages if stage.number in self.rows]

    def rounds_to_read(self, stage: int, after: int) -> set[int]:
        """Return the rounds whose results tell of a stage after one of them.

        They are, up to that one, what may still change, and the last round with a result. What came
        later is only added up (see shares.sums_after); where only the best rounds count, those
        count, too (see shares.with_best_rounds).
        """
        rounds = [each for each in self.rounds.get(stage, ()) if each.round.number <= after]
        playing = {number for number in self.playing.values() if number <= after}
        unsure = {each.round.number for each in rounds if each.round.status not in SETTLED}
        past = [each.round.number for each in rounds if each.has_result]
        settled = [number for number in past if number not in playing]
        return unsure | playing | set(settled[-1:])


def read_season(competition: Competition) -> Season:
    """Read a season without its ledgers."""
    results = provisional_results(competition.pk)
    playing = list(results.values_list("entry_id", "table_id", "table__round__number"))
    return Season(
        competition=competition,
        stages=list(competition.stages.order_by("number")),
        rounds=_rounds_by_stage(competition),
        rows=standings_by_stage(competition, [entry for entry, _, _ in playing]),
        playing={table: number for _, table, number in playing},
    )


def entries_waiting(competition: Competition) -> list[Entry]:
    """List who takes part and has not played, by name."""
    entries = competition.entries.filter(withdrawn_at=None, standings=None)
    return list(entries.select_related("player").order_by("player__name", "pk"))


def _rounds_by_stage(competition: Competition) -> Mapping[int, list[SeasonRound]]:
    result = TableResult.objects.filter(table=OuterRef("pk"))
    # Table by table: asked for in one step, PostgreSQL would go through all results for each round.
    tables = Table.objects.filter(Exists(result), round=OuterRef("pk"))
    added = Adjustment.objects.filter(round=OuterRef("pk"), kind__in=OF_A_ROUND, cancelled_at=None)
    rounds = Round.objects.filter(stage__competition=competition)
    found: dict[int, list[SeasonRound]] = defaultdict(list)
    for round in (
        rounds.annotate(has_result=Exists(tables) | Exists(added))
        .select_related("stage")
        .order_by("stage__number", "number")
    ):
        has_result: bool = getattr(round, "has_result")  # noqa: B009 - annotated
        found[round.stage.number].append(SeasonRound(round, has_result))
    return found
