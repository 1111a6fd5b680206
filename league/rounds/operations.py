"""Operations on the seating of a running round, without database access; they raise RoundError."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.tournament.one_round import seat_round
from league.competitions.models import SUBSTITUTE, AbsenceReason
from league.rounds.errors import RoundError, cannot_reduce, table_size, too_few_players
from league.rounds.models import ChangeKind
from league.rounds.move_options import repair_seating
from league.rounds.seating_context import (
    SeatAssignment,
    SeatedTable,
    SeatingChangeRequest,
    SeatingContext,
    SeatingState,
    free_numbers,
)
from league.rounds.swaps import BY_HAND

Outcome = tuple[SeatingState, dict[str, Any]]
"""The seating after a change, and the data of its text."""


def open_table(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Open a table for entries without a seat."""
    entries = [context.known(entry) for entry in dict.fromkeys(query.entries)]
    for entry in entries:
        if context.state.table_of(entry.pk):
            text = _("%(name)s already has a seat. The tables have been updated.")
            raise RoundError("seating_changed", text, name=context.name(entry.pk))
    if len(entries) not in context.game.seats:
        raise table_size(context.game, len(entries))
    number = free_numbers([table.number for table in context.state.tables])[0]
    seats = [SeatAssignment(entry.pk, entry.player_id, reason=BY_HAND) for entry in entries]
    state = context.state.with_tables(SeatedTable(0, number, tuple(seats)))
    return arrived(state, [entry.pk for entry in entries]), {"number": number}


def merge_tables(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Move the players of one table to another."""
    table, other = context.free_table(query.table), context.free_table(query.other)
    if table.key == other.key:
        raise RoundError("seating_changed", _("Choose two different tables."))
    count = len(table.assignments) + len(other.assignments)
    if count > context.game.seats[-1]:
        raise table_size(context.game, count)
    moved = [replace(one, reason=BY_HAND, pair=None) for one in other.assignments]
    merged = table.with_entries([*table.assignments, *moved])
    state = context.state.with_tables(merged, without=[other.key])
    return state, {"number": table.number, "other": other.number}


def split_table(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Split a table with as few repeat meetings as possible."""
    table = context.free_table(query.table)
    count = len(table.assignments)
    sizes = (count - count // 2, count // 2)
    if sizes[1] < context.game.seats[0]:
        raise table_size(context.game, sizes[1])
    apart, seed = list(context.apart), context.round.seating
    plan = seat_round(table.entries, sizes, history=context.history, apart=apart, seed=seed)
    stay = min(plan.rounds[0], key=lambda entries: (-len(entries), entries))
    number = free_numbers([table.number for table in context.state.tables])[0]
    staying = [one for one in table.assignments if one.entry in stay]
    going = [one for one in table.assignments if one.entry not in stay]
    moved = tuple(replace(one, reason=BY_HAND, pair=None) for one in going)
    state = context.state.with_tables(table.with_entries(staying), SeatedTable(0, number, moved))
    return state, {"number": table.number, "other": number}


def dissolve_table(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Dissolve a table; its players wait for another seat."""
    table = context.free_table(query.table)
    return context.state.with_tables(without=[table.key]), {"number": table.number}


def unseat(context: SeatingContext, _change_request: SeatingChangeRequest) -> Outcome:
    """Dissolve the tables without hands."""
    recorded = tuple(table for table in context.state.tables if table.hands)
    if recorded and len(recorded) == len(context.state.tables):
        text = _(
            "Every table has recorded hands, so the seating cannot be undone. Void the hands first."
        )
        raise RoundError("cannot_seat", text)
    if not context.state.tables:
        raise RoundError("cannot_seat", _("There is no seating to undo."))
    if recorded:
        return replace(context.state, tables=recorded), {}
    idle = {entry: why for entry, why in context.state.idle.items() if why != AbsenceReason.BYE}
    undrawn = {"seed": None, "seated_at": None, "draw": None}
    return replace(context.state, tables=(), idle=idle, drawn=undrawn), {}


def draw_seats(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Draw the seats of a table by lot."""
    table = context.free_table(query.table)
    order = seat_round(table.entries, [len(table.entries)], seed=context.round.seating).rounds[0][0]
    if order == table.entries:
        order = (*order[1:], order[0])
    of = {one.entry: one for one in table.assignments}
    table = table.with_entries(of[entry] for entry in order)
    return context.state.with_tables(table), {"number": table.number}


def arrived(state: SeatingState, entries: Iterable[int]) -> SeatingState:
    """Return the state with these entries checked in and not absent."""
    new = set(entries)
    idle = {entry: why for entry, why in state.idle.items() if entry not in new}
    return replace(state, here=state.here | new, idle=idle)


BY_SUBSTITUTE = {"code": SUBSTITUTE, "data": {}}


def change(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Return the seating after a change and the data of its text; raises RoundError."""
    if query.kind not in OPERATIONS:
        raise RoundError("seating_changed", _("Choose a change."))
    state, data = OPERATIONS[query.kind](context, query)
    check(context, state)
    return state, data


def check(context: SeatingContext, state: SeatingState) -> None:
    """Refuse a seating with a player on two seats."""
    for entry, seats in state.seated.items():
        if seats > 1:
            text = _("%(name)s would have two seats.")
            raise RoundError("seated_twice", text, name=context.name(entry))
    for player, seats in state.players.items():
        if seats > 1:
            text = _("%(name)s already plays at another table.")
            raise RoundError("seated_twice", text, name=context.names[player])


def _move(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Seat an entry at a table, or at the best one for a late arrival."""
    entry, state = context.known(query.entry), context.state
    source, name = state.table_of(entry.pk), context.name(entry.pk)
    if source is None and not query.table:
        repaired = repair_seating(context, state, arriving=[entry.pk])
        table = repaired.table_of(entry.pk)
        number = table.number if table else 0
        return arrived(repaired, [entry.pk]), {"name": name, "number": number}
    assignment = SeatAssignment(entry.pk, entry.player_id)
    if source is not None:
        context.free_table(source.key)
        if source.key == query.table:
            return state, {"name": name, "number": source.number}
        assignment = next(one for one in source.assignments if one.entry == entry.pk)
        state = _without(context, state, source, entry.pk)
    target = context.free_table(query.table)
    most = context.game.seats[-1]
    if len(target.assignments) >= most:
        raise RoundError("table_full", number=target.number, most=most, game=context.game.title)
    assignment = replace(assignment, reason=BY_HAND, pair=None)
    seated = target.with_entries([*target.assignments, assignment])
    state = arrived(state.with_tables(seated), [entry.pk])
    return state, {"name": name, "number": target.number}


def _without(
    context: SeatingContext, state: SeatingState, table: SeatedTable, entry: int
) -> SeatingState:
    left = [one for one in table.assignments if one.entry != entry]
    if len(left) < context.game.seats[0]:
        raise too_few_players(table.number, len(left), context.game)
    return state.with_tables(table.with_entries(left))


def _swap(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Swap two entries; partners stay with the seats."""
    (source, one), (target, other) = context.seat(query.entry), context.seat(query.other)
    for table in (source, target):
        context.free_table(table.key)
    instead = {
        one.entry: replace(other, pair=one.pair, reason=BY_HAND),
        other.entry: replace(one, pair=other.pair, reason=BY_HAND),
    }
    changed = [
        replace(table, assignments=tuple(instead.get(one.entry, one) for one in table.assignments))
        for table in {source.key: source, target.key: target}.values()
    ]
    names = {"name": context.name(one.entry), "other": context.name(other.entry)}
    return context.state.with_tables(*changed), names


def _go(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Remove an entry from its table, repairing the others if too few are left."""
    entry = context.known(query.entry).pk
    data = {"name": context.name(entry)}
    state = context.state
    table = state.table_of(entry)
    if table is not None:
        context.free_table(table.key)
        try:
            state = _without(context, state, table, entry)
        except RoundError as too_few:
            try:
                state = repair_seating(context, state, leaving=[entry])
            except RoundError:
                raise too_few from None
    elif entry not in state.here:
        return state, data
    here, idle = state.here, dict(state.idle)
    if query.kind != ChangeKind.SAT_OUT:
        here = here - {entry}
        idle.pop(entry, None)
    if (reason := REASONS.get(query.kind)) is not None:
        idle[entry] = reason
    return replace(state, here=here, idle=idle), data


def _leave_table(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Let a player leave a table with hands, which goes on without, ends, or is void."""
    table, assignment = context.seat(query.entry)
    if assignment.left_from is not None:
        raise RoundError("has_left", name=context.names[assignment.player])
    if not table.hands:
        raise RoundError("nothing_to_leave", name=context.names[assignment.player])
    data = {
        "name": context.names[assignment.player],
        "number": table.number,
        "hand": table.next_hand,
        "hands": table.hands,
    }
    state = replace(context.state, here=context.state.here - {assignment.entry})
    if query.kind == ChangeKind.VOIDED:
        idle = {**state.idle, assignment.entry: str(AbsenceReason.ABSENT)}
        return replace(state.with_tables(without=[table.key]), idle=idle), data
    gone = replace(assignment, left_from=table.next_hand)
    if query.kind == ChangeKind.ENDED:
        there = tuple(gone if one == assignment else one for one in table.assignments)
        return state.with_tables(replace(table, assignments=there)), data
    at, playing = table.assignments.index(assignment), table.playing
    if playing - 1 not in context.game.seats or assignment.pair is not None:
        raise cannot_reduce(context.game, table.number, playing - 1)
    others = [one for one in table.assignments if one != assignment]
    before = table.departures or {"seats": len(table.assignments), "left": []}
    reduced = replace(
        table,
        assignments=(*others[: playing - 1], gone, *others[playing - 1 :]),
        departures={**before, "left": [*before["left"], [table.next_hand, at]]},
    )
    return state.with_tables(reduced), data


REASONS: Mapping[str, AbsenceReason] = {
    ChangeKind.SAT_OUT: AbsenceReason.REQUESTED_BYE,
    ChangeKind.NO_SHOW: AbsenceReason.NO_SHOW,
}


def _substitute(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    """Put another player on a seat from the next hand on; the entry stays."""
    table, assignment = context.seat(query.entry)
    if assignment.left_from is not None:
        raise RoundError("has_left", name=context.names[assignment.player])
    if query.player not in context.names:
        raise RoundError("seating_changed", _("This player is no longer in the club."))
    if query.player in context.spectators:
        raise RoundError("spectator_seated", name=context.names[query.player])
    data = {
        "name": context.names[assignment.player],
        "other": context.names[query.player],
        "number": table.number,
        "hand": table.next_hand,
    }
    if query.player == assignment.player:
        return context.state, data
    substitutions = tuple(each for each in assignment.substitutions if each[2] < table.next_hand)
    own = context.entries[assignment.entry].player_id
    player_out = substitutions[-1][1] if substitutions else own
    if player_out != query.player:
        substitutions += ((player_out, query.player, table.next_hand),)
    reason = BY_SUBSTITUTE if substitutions else BY_HAND
    taken = replace(assignment, player=query.player, substitutions=substitutions, reason=reason)
    assignments = tuple(taken if one == assignment else one for one in table.assignments)
    state = context.state.with_tables(replace(table, assignments=assignments))
    # Who plays for another does not sit out.
    playing = [pk for pk, entry in context.entries.items() if entry.player_id == query.player]
    idle = {entry: why for entry, why in state.idle.items() if entry not in playing}
    return replace(state, idle=idle), data


def _repair(context: SeatingContext, _change_request: SeatingChangeRequest) -> Outcome:
    waiting = waiting_in(context)
    if not waiting:
        raise RoundError("seating_changed", _("No players are waiting for a seat."))
    repaired = repair_seating(context, context.state, arriving=waiting)
    return arrived(repaired, waiting), {"count": len(waiting)}


def waiting_in(context: SeatingContext) -> list[int]:
    """Return the entries that wait for a seat; who plays on the seat of another does not."""
    state = context.state
    waiting = state.here - set(state.seated) - set(state.idle)
    return sorted(pk for pk in waiting if context.entries[pk].player_id not in state.players)


def _deal(context: SeatingContext, query: SeatingChangeRequest) -> Outcome:
    table, assignment = context.seat(query.entry)
    context.free_table(table.key)
    dealt = replace(table, dealer=table.assignments.index(assignment))
    data = {"name": context.name(assignment.entry), "number": table.number}
    return context.state.with_tables(dealt), data


OPERATIONS: Mapping[str, Callable[[SeatingContext, SeatingChangeRequest], Outcome]] = {
    ChangeKind.MOVED: _move,
    ChangeKind.SWAPPED: _swap,
    ChangeKind.LEFT: _go,
    ChangeKind.SAT_OUT: _go,
    ChangeKind.NO_SHOW: _go,
    ChangeKind.SUBSTITUTED: _substitute,
    ChangeKind.OPENED: open_table,
    ChangeKind.MERGED: merge_tables,
    ChangeKind.SPLIT: split_table,
    ChangeKind.DISSOLVED: dissolve_table,
    ChangeKind.UNSEATED: unseat,
    ChangeKind.REPAIRED: _repair,
    ChangeKind.ORDERED: draw_seats,
    ChangeKind.DEALS: _deal,
    ChangeKind.REDUCED: _leave_table,
    ChangeKind.ENDED: _leave_table,
    ChangeKind.VOIDED: _leave_table,
}
