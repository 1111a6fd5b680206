"""Work out what seating a round would do: who, at tables of which sizes, and what else would do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import ngettext

from games.base import Game
from games.tournament.seating import NoTableSizesError, table_sizes
from league.competitions.models import Absence, Competition, Entry, Round, Table
from league.competitions.queries import tables_of_round
from league.core.games import site_game
from league.rounds.queries import checked_in, recorded_table_ids

MOST_CHOICES = 4


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """Say what seating a round now would do, or why it cannot be done.

    `entries` are to be seated, by id; `kept_tables` stay because hands are recorded there,
    `free_tables` would be dissolved. `sizes` is empty when no sizes fit the competition's limits;
    `refusal` then says so. `alternatives` would do if the limits gave way, or if so many sat out.
    """

    game: Game
    entries: Sequence[Entry]
    kept_tables: Sequence[Table]
    free_tables: Sequence[Table]
    sizes: Sequence[int]
    refusal: str
    alternatives: Sequence[Sequence[int]]

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """Return the sizes of tables that can be chosen, the best first."""
        if not self.entries:
            return []
        competition_sizes = [tuple(self.sizes)] if self.sizes else []
        return list(dict.fromkeys([*competition_sizes, *map(tuple, self.alternatives)]))


def plan_seating(round: Round) -> SeatingPlan:
    """Work out what seating a round now would do."""
    competition = round.stage.competition
    recorded = recorded_table_ids(round)
    tables = list(tables_of_round(round))
    kept = [table for table in tables if table.pk in recorded]
    seats = [seat for table in kept for seat in table.seats.all()]
    playing = {seat.entry_id for seat in seats}
    players = {seat.player_id for seat in seats}
    idle = set(round.sitting_out.exclude(reason=Absence.BYE).values_list("entry", flat=True))
    entries = [
        entry
        for entry in checked_in(round)
        if entry.pk not in playing | idle and entry.player_id not in players
    ]
    game = site_game(competition.game).engine
    sizes, refusal, alternatives = _sizes_for(len(entries), competition, game)
    return SeatingPlan(
        game=game,
        entries=sorted(entries, key=lambda entry: entry.pk),
        kept_tables=kept,
        free_tables=[table for table in tables if table.pk not in recorded],
        sizes=sizes,
        refusal=refusal,
        alternatives=alternatives,
    )


def _sizes_for(
    count: int, competition: Competition, game: Game
) -> tuple[Sequence[int], str, Sequence[Sequence[int]]]:
    """Return the best sizes; or why there are none; and what else would do."""
    within = list(_even_spreads(count, competition.table_min, competition.table_max))
    try:
        sizes = table_sizes(
            count,
            minimum=competition.table_min,
            preferred=tuple(competition.table_preferred),
            maximum=competition.table_max,
            widest=game.seats,
        )
    except NoTableSizesError as error:
        words = (
            ngettext(
                "%(count)d player does not fit at tables of %(least)d.",
                "%(count)d players do not fit at tables of %(least)d.",
                count,
            )
            if competition.table_min == competition.table_max
            else ngettext(
                "%(count)d player does not fit at tables of %(least)d to %(most)d.",
                "%(count)d players do not fit at tables of %(least)d to %(most)d.",
                count,
            )
        )
        limits = {"least": competition.table_min, "most": competition.table_max}
        others = [*error.alternatives, *_with_some_idle(count, competition)]
        return (), words % {"count": count, **limits}, others[:MOST_CHOICES]
    nearest = sorted(within, key=lambda other: abs(len(other) - len(sizes)))
    return sizes, "", [other for other in nearest if other != sizes][: MOST_CHOICES - 1]


def _even_spreads(count: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """List the spreads over tables of nearly equal sizes within the limits."""
    for tables in range(max(1, ceil(count / most)), count // least + 1):
        size, larger = divmod(count, tables)
        yield (size + 1,) * larger + (size,) * (tables - larger)


def _with_some_idle(count: int, competition: Competition) -> Iterator[tuple[int, ...]]:
    """Return the sizes within the limits at which the fewest sit out."""
    for playing in range(count - 1, competition.table_min - 1, -1):
        spreads = list(_even_spreads(playing, competition.table_min, competition.table_max))
        if spreads:
            yield spreads[0]
            return
