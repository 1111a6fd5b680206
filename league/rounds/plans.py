"""Work out what seating a round would do, and where a player could go."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.base import Game
from games.registry import game as find_game
from games.tournament.seating import NoTableSizesError, table_sizes
from league.competitions.models import Competition, Entry, Round, Seat, Table
from league.competitions.queries import tables_of_round
from league.rounds.queries import checked_in, recorded_table_ids


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """Say what seating a round now would do, or why it cannot be done.

    `entries` are to be seated, by id; `kept_tables` stay because hands are recorded there,
    `free_tables` would be dissolved. `sizes` is empty when no sizes fit the competition's limits;
    `refusal` then says so. `alternatives` would do if the limits gave way.
    """

    game: Game
    entries: Sequence[Entry]
    kept_tables: Sequence[Table]
    free_tables: Sequence[Table]
    sizes: Sequence[int]
    refusal: str
    alternatives: Sequence[Sequence[int]]


def plan_seating(round: Round) -> SeatingPlan:
    """Work out what seating a round now would do."""
    competition = round.stage.competition
    recorded = recorded_table_ids(round)
    tables = list(tables_of_round(round))
    kept = [table for table in tables if table.pk in recorded]
    playing = {seat.entry_id for table in kept for seat in table.seats.all()}
    entries = [entry for entry in checked_in(round) if entry.pk not in playing]
    game = find_game(competition.game)
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
            _("%(count)d players do not fit at tables of %(least)d.")
            if competition.table_min == competition.table_max
            else _("%(count)d players do not fit at tables of %(least)d to %(most)d.")
        )
        limits = {"least": competition.table_min, "most": competition.table_max}
        return (), words % {"count": count, **limits}, error.alternatives
    return sizes, "", ()


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Say of a table what it means for a player to go there.

    `seats` are those one can change places with. `warning` says what is unusual, `refusal` why
    nobody can join or leave. `is_suggested`: the smallest table that has room.
    """

    table: Table
    seats: Sequence[Seat]
    warning: str
    refusal: str
    is_own: bool
    is_suggested: bool


def places_for(round: Round, entry: Entry) -> list[TablePlace]:
    """List the tables of a round as places for a player, the suggested one first."""
    competition = round.stage.competition
    game = find_game(competition.game)
    recorded = recorded_table_ids(round)
    tables = list(tables_of_round(round))
    sizes = {table.pk: len(table.seats.all()) for table in tables}
    places = []
    for table in tables:
        seats = list(table.seats.all())
        refusal = ""
        if table.pk in recorded:
            refusal = _("Hands are recorded here, so its players stay together.")
        elif sizes[table.pk] >= game.seats[-1]:
            refusal = _("This table is full; changing places is possible.")
        warning = ""
        if not refusal and sizes[table.pk] >= competition.table_max:
            warning = _("This is more than the competition's largest table.")
        places.append(
            TablePlace(
                table=table,
                seats=[] if table.pk in recorded else seats,
                warning=warning,
                refusal=refusal,
                is_own=any(seat.entry_id == entry.pk for seat in seats),
                is_suggested=False,
            )
        )
    open_places = [place for place in places if not place.refusal and not place.is_own]
    if not open_places:
        return places
    best = min(open_places, key=lambda place: (sizes[place.table.pk], place.table.number))
    return [replace(best, is_suggested=True), *(place for place in places if place is not best)]
