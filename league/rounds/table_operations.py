"""What an organiser can do to the tables of a running round: a seating in, a seating out."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.tournament.one_round import seat_round
from league.competitions.models import Absence
from league.rounds.errors import RoundError, table_size
from league.rounds.scenes import Asked, Scene
from league.rounds.states import SeatedTable, Sitting, State

BY_HAND = {"code": "by_hand", "data": {}}

Outcome = tuple[State, dict[str, Any]]
"""The seating after a change, and what fills its words."""


def open_table(scene: Scene, asked: Asked) -> Outcome:
    """Open a table for those who sit nowhere."""
    entries = [scene.known(entry) for entry in dict.fromkeys(asked.entries)]
    for entry in entries:
        if scene.state.table_of(entry.pk):
            raise RoundError(
                "seating_changed",
                _("%(name)s has a seat by now. These are the tables."),
                name=scene.name(entry.pk),
            )
    if len(entries) not in scene.game.seats:
        raise table_size(scene.game, len(entries))
    number = free_number(scene.state)
    sittings = tuple(Sitting(entry.pk, entry.player_id, reason=BY_HAND) for entry in entries)
    state = scene.state.with_tables(SeatedTable(0, number, sittings))
    return arrived(state, [entry.pk for entry in entries]), {"number": number}


def free_number(state: State) -> int:
    """Return the smallest number that no table has."""
    taken = {table.number for table in state.tables}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def merge_tables(scene: Scene, asked: Asked) -> Outcome:
    """Bring the players of one table to another."""
    table, other = scene.free_table(asked.table), scene.free_table(asked.other)
    if table.key == other.key:
        raise RoundError("seating_changed", _("Choose two different tables."))
    count = len(table.sittings) + len(other.sittings)
    if count > scene.game.seats[-1]:
        raise table_size(scene.game, count)
    moved = [replace(one, reason=BY_HAND, pair=None) for one in other.sittings]
    merged = table.with_entries([*table.sittings, *moved])
    state = scene.state.with_tables(merged, without=[other.key])
    return state, {"number": table.number, "other": other.number}


def split_table(scene: Scene, asked: Asked) -> Outcome:
    """Make two tables of one, so that as few as possible meet again."""
    table = scene.free_table(asked.table)
    count = len(table.sittings)
    sizes = (count - count // 2, count // 2)
    if sizes[1] < scene.game.seats[0]:
        raise table_size(scene.game, sizes[1])
    drawn = seat_round(
        table.entries,
        sizes,
        history=scene.history,
        apart=list(scene.apart),
        seed=scene.round.seating,
    ).rounds[0]
    of = {one.entry: one for one in table.sittings}
    stay, go = sorted(drawn, key=lambda entries: (-len(entries), entries))
    number = free_number(scene.state)
    kept = [one for one in table.sittings if one.entry in stay]
    moved = tuple(
        replace(of[entry], reason=BY_HAND, pair=None) for entry in table.entries if entry in go
    )
    state = scene.state.with_tables(table.with_entries(kept), SeatedTable(0, number, moved))
    return state, {"number": table.number, "other": number}


def dissolve_table(scene: Scene, asked: Asked) -> Outcome:
    """Dissolve a table; its players wait for another seat."""
    table = scene.free_table(asked.table)
    return scene.state.with_tables(without=[table.key]), {"number": table.number}


def unseat(scene: Scene, _asked: Asked) -> Outcome:
    """Dissolve the tables without hands; who sat there stays checked in."""
    kept = tuple(table for table in scene.state.tables if table.hands)
    if len(kept) == len(scene.state.tables):
        raise RoundError(
            "cannot_seat",
            _("Hands are recorded at every table, so the seating stays. Void them first.")
            if kept
            else _("There is no seating to undo."),
        )
    if kept:
        return replace(scene.state, tables=kept), {}
    idle = {entry: why for entry, why in scene.state.idle.items() if why != Absence.BYE}
    undrawn = {"seed": None, "seated_at": None, "draw": None}
    return replace(scene.state, tables=(), idle=idle, drawn=undrawn), {}


def draw_seats(scene: Scene, asked: Asked) -> Outcome:
    """Draw the seats of a table by lot."""
    table = scene.free_table(asked.table)
    order = seat_round(table.entries, [len(table.entries)], seed=scene.round.seating).rounds[0][0]
    if order == table.entries:
        order = (*order[1:], order[0])
    of = {one.entry: one for one in table.sittings}
    sittings = [replace(of[entry], reason=of[entry].reason) for entry in order]
    return scene.state.with_tables(table.with_entries(sittings)), {"number": table.number}


def arrived(state: State, entries: Iterable[int]) -> State:
    """Note that whoever gets a seat is here, and sits out no longer."""
    new = set(entries)
    idle = {entry: why for entry, why in state.idle.items() if entry not in new}
    return replace(state, here=state.here | new, idle=idle)
