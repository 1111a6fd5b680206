"""Tables that a player could move to, repair of a seating, and the last change."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tournament.draw import CannotDrawError, SizeLimits, pair
from games.tournament.repair import Repair, repair_round
from league.competitions.models import Round, Table
from league.core.rule_texts import join_names
from league.rounds.errors import RoundError, cannot_seat
from league.rounds.models import SeatingChange
from league.rounds.seating_context import (
    Row,
    SeatAssignment,
    SeatedTable,
    SeatingContext,
    SeatingState,
    free_numbers,
    rows_at,
    state_from_json,
)
from league.rounds.texts import separation_text

CAME_LATE = {"code": "came_late", "data": {}}
MADE_ROOM = {"code": "made_room", "data": {}}


def repair_seating(
    context: SeatingContext,
    state: SeatingState,
    *,
    arriving: Collection[int] = (),
    leaving: Collection[int] = (),
) -> SeatingState:
    """Seat `arriving` and release `leaving` with the smallest change; raises cannot_seat."""
    competition, seats = context.round.stage.competition, context.game.seats
    preferred = tuple(competition.table_preferred)
    repair = partial(
        repair_round,
        [table.entries for table in state.tables],
        arriving=arriving,
        leaving=leaving,
        locked=[at for at, table in enumerate(state.tables) if table.hands],
        history=context.history,
        apart=list(context.apart),
        seed=context.round.seating,
    )
    try:
        found = repair(limits=SizeLimits(competition.table_min, preferred, competition.table_max))
        if found.sitting_out:
            # The game allows more sizes than the competition.
            found = repair(limits=SizeLimits(seats[0], preferred, seats[-1]))
    except CannotDrawError as error:
        raise cannot_seat(error) from error
    if found.sitting_out:
        text = _(
            "No seat left: the other tables are full or have recorded hands. Open a new table "
            "or give a player a bye."
        )
        raise RoundError("cannot_seat", text)
    return _repaired(context, state, found, set(arriving))


def _repaired(
    context: SeatingContext, state: SeatingState, found: Repair, arriving: Collection[int]
) -> SeatingState:
    of = {one.entry: one for table in state.tables for one in table.assignments}
    for entry in arriving:
        of[entry] = SeatAssignment(entry, context.entries[entry].player_id, reason=CAME_LATE)
    moved = {entry: replace(of[entry], pair=None, reason=MADE_ROOM) for entry in found.moved}
    changed: list[SeatedTable] = []
    gone: list[int] = []
    for at, entries in enumerate(found.tables):
        was = state.tables[at] if at < len(state.tables) else None
        assignments = tuple(moved.get(entry) or of[entry] for entry in entries)
        if was is None:
            numbers = [table.number for table in (*state.tables, *changed)]
            changed.append(
                SeatedTable(len(state.tables) - at, free_numbers(numbers)[0], assignments)
            )
        elif not entries:
            gone.append(was.key)
        elif was.entries != entries:
            changed.append(was.with_entries(assignments))
    return state.with_tables(*changed, without=gone)


class MoveOption(NamedTuple):
    """A table that a player could move to, with `notes`, or a `refusal` why not."""

    table: SeatedTable
    seats: Sequence[Row]
    notes: Sequence[str]
    refusal: str
    is_own: bool
    can_swap: bool
    is_suggested: bool


def move_options_for(context: SeatingContext, entry: int) -> list[MoveOption]:
    """Return the tables of a round as options for an entry, the best first."""
    own = context.state.table_of(entry)
    best = _best_table(context, entry) if own is None else None
    options = [
        MoveOption(
            table=table,
            seats=rows_at(context, table),
            notes=[] if table.hands else _notes(context, table, entry),
            refusal="" if table == own else _refusal(context, table),
            is_own=table == own,
            can_swap=not table.hands and own is not None and not own.hands,
            is_suggested=table.key == best,
        )
        for table in context.state.tables
    ]
    return sorted(options, key=lambda option: (not option.is_suggested, option.table.number))


def _best_table(context: SeatingContext, entry: int) -> int | None:
    """Return the key of the best table where nobody else has to move."""
    try:
        after = repair_seating(context, context.state, arriving=[entry])
    except RoundError:
        return None
    table = after.table_of(entry)
    was = context.state.table(table.key) if table else None
    return table.key if table and was and set(was.entries) < set(table.entries) else None


def _refusal(context: SeatingContext, table: SeatedTable) -> str:
    if table.hands:
        return _("Hands are recorded here, so its players stay together.")
    if len(table.assignments) >= context.game.seats[-1]:
        return _("This table is full. You can swap seats.")
    return ""


def _notes(context: SeatingContext, table: SeatedTable, entry: int) -> list[str]:
    others = [other for other in table.entries if other != entry]
    notes = [
        _("Kept apart from %(name)s: %(why)s.")
        % {"name": context.name(other), "why": separation_text(context.apart[both])}
        for other in others
        if (both := pair(entry, other)) in context.apart
    ]
    if met := [context.name(other) for other in others if context.met[pair(entry, other)]]:
        notes.append(_("Repeat meeting: %(names)s.") % {"names": join_names(met)})
    elif context.met:
        notes.append(_("No repeat meetings."))
    if len(others) >= context.round.stage.competition.table_max:
        notes.append(_("More players than the competition’s largest table."))
    return notes


class OwnSeat(NamedTuple):
    """The table and row of an entry."""

    table: SeatedTable
    seat: Row


def seat_of(context: SeatingContext, entry: int) -> OwnSeat | None:
    """Return the table and row where an entry sits, or None."""
    table = context.state.table_of(entry)
    if table is None:
        return None
    return OwnSeat(table, next(row for row in rows_at(context, table) if row.entry == entry))


def tables_to_merge(context: SeatingContext, table: SeatedTable) -> list[SeatedTable]:
    """Return the tables that could join another one."""
    if table.hands:
        return []
    most = context.game.seats[-1] - len(table.assignments)
    return [
        other
        for other in context.state.tables
        if other != table and not other.hands and len(other.assignments) <= most
    ]


def changes_of(round: Round) -> QuerySet[SeatingChange]:
    """Return the seating changes of a round, last first."""
    changes = SeatingChange.objects.filter(round=round).select_related(
        "by", "undone_by", "round__stage__competition"
    )
    return changes.defer("before", "after").order_by("-number")


def last_change(round: Round, tables: Iterable[Table]) -> SeatingChange | None:
    """Return the last change unless one of its tables (read with score) has played since."""
    change = changes_of(round).filter(undone_at=None).first()
    played = {table.pk: hands for table in tables if (hands := _hands(table))}
    if change is None or not played:
        return change
    change.refresh_from_db(fields=["before", "after"])
    before, after = state_from_json(change.before), state_from_json(change.after)
    made = [table for table in after.tables if before.table(table.key) != table]
    is_late = any(played.get(table.key, 0) > table.hands for table in made)
    return None if is_late else change


def _hands(table: Table) -> int:
    score = getattr(table, "score", None)
    return score.hands or int(score.is_over) if score is not None else 0
