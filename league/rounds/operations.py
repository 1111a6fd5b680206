"""What an organiser can do to the seating of a running round: a seating in, a seating out.

Nothing here touches the database: the same function shows what would happen and makes it happen.
What cannot be done raises a RoundError.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from league.competitions.models import Absence
from league.rounds.errors import RoundError, too_few_players
from league.rounds.mending import mend
from league.rounds.models import ChangeKind
from league.rounds.scenes import Asked, Scene
from league.rounds.states import SeatedTable, Sitting, State
from league.rounds.table_operations import (
    BY_HAND,
    Outcome,
    arrived,
    dissolve_table,
    draw_seats,
    merge_tables,
    open_table,
    split_table,
    unseat,
)

SUBSTITUTE = {"code": "substitute", "data": {}}


def change(scene: Scene, asked: Asked) -> Outcome:
    """Return the seating after a change, and what fills its words; raises RoundError."""
    if asked.kind not in OPERATIONS:
        raise RoundError("seating_changed", _("Choose what is to be done."))
    state, data = OPERATIONS[asked.kind](scene, asked)
    check(scene, state)
    return state, data


def check(scene: Scene, state: State) -> None:
    """Refuse a seating with somebody on two seats."""
    twice = [entry for entry, seats in state.seated.items() if seats > 1]
    if twice:
        raise RoundError(
            "seated_twice", _("%(name)s would sit on two seats."), name=scene.name(twice[0])
        )
    for player, seats in state.players.items():
        if seats > 1:
            raise RoundError(
                "seated_twice",
                _("%(name)s plays at another table already."),
                name=scene.names[player],
            )


def _move(scene: Scene, asked: Asked) -> Outcome:
    """Seat somebody at the end of a table; one who comes late where they fit best unless told."""
    entry = scene.known(asked.entry)
    state = scene.state
    source = state.table_of(entry.pk)
    if source is None and not asked.table:
        mended = mend(scene, state, arriving=[entry.pk])
        seat = mended.table_of(entry.pk)
        data = {"name": scene.name(entry.pk), "number": seat.number if seat else 0}
        return arrived(mended, [entry.pk]), data
    if source is not None:
        scene.free_table(source.key)
        if source.key == asked.table:
            return state, {"name": scene.name(entry.pk), "number": source.number}
        sitting = next(one for one in source.sittings if one.entry == entry.pk)
        state = _without(scene, state, entry.pk)
    else:
        sitting = Sitting(entry.pk, entry.player_id)
    target = scene.free_table(asked.table)
    if len(target.sittings) >= scene.game.seats[-1]:
        raise RoundError(
            "table_full",
            number=target.number,
            most=scene.game.seats[-1],
            game=scene.game.title,
        )
    sitting = replace(sitting, reason=BY_HAND, pair=None)
    seated = target.with_entries([*target.sittings, sitting])
    return arrived(state.with_tables(seated), [entry.pk]), {
        "name": scene.name(entry.pk),
        "number": target.number,
    }


def _without(scene: Scene, state: State, entry: int) -> State:
    """Take an entry from its table, if that leaves enough players for a game there."""
    table = state.table_of(entry)
    if table is None:
        return state
    left = [one for one in table.sittings if one.entry != entry]
    if len(left) < scene.game.seats[0]:
        raise too_few_players(table.number, len(left), scene.game)
    return state.with_tables(table.with_entries(left))


def _swap(scene: Scene, asked: Asked) -> Outcome:
    """Let two entries change places; partners stay with the places."""
    (source, one), (target, other) = scene.seat(asked.entry), scene.seat(asked.other)
    for table in (source, target):
        scene.free_table(table.key)
    instead = {
        one.entry: replace(other, pair=one.pair, reason=BY_HAND),
        other.entry: replace(one, pair=other.pair, reason=BY_HAND),
    }
    changed = [
        replace(
            table, sittings=tuple(instead.get(sitting.entry, sitting) for sitting in table.sittings)
        )
        for table in {source.key: source, target.key: target}.values()
    ]
    names = {"name": scene.name(one.entry), "other": scene.name(other.entry)}
    return scene.state.with_tables(*changed), names


def _go(scene: Scene, asked: Asked) -> Outcome:
    """Let somebody have no seat; if too few are left at the table they go to the others."""
    entry = scene.known(asked.entry).pk
    data = {"name": scene.name(entry)}
    state = scene.state
    table = state.table_of(entry)
    if table is not None:
        scene.free_table(table.key)
        left = [one for one in table.sittings if one.entry != entry]
        if len(left) >= scene.game.seats[0]:
            state = state.with_tables(table.with_entries(left))
        else:
            state = _without_table(scene, state, table, entry)
    elif entry not in state.here:
        return state, data
    here, idle = state.here, dict(state.idle)
    if asked.kind != ChangeKind.SAT_OUT:
        here = here - {entry}
        idle.pop(entry, None)
    if asked.kind in (ChangeKind.SAT_OUT, ChangeKind.NO_SHOW):
        idle[entry] = Absence.WISH if asked.kind == ChangeKind.SAT_OUT else Absence.NO_SHOW
    return replace(state, here=here, idle=idle), data


def _without_table(scene: Scene, state: State, table: SeatedTable, entry: int) -> State:
    """Let somebody go from a table that is too small without them."""
    try:
        return mend(scene, state, leaving=[entry])
    except RoundError as error:
        raise too_few_players(table.number, len(table.sittings) - 1, scene.game) from error


def _substitute(scene: Scene, asked: Asked) -> Outcome:
    """Let another player take a seat from the next hand on; the entry stays."""
    table, sitting = scene.seat(asked.entry)
    if asked.player not in scene.names:
        raise RoundError("seating_changed", _("This player is not in the club any more."))
    if asked.player in scene.spectators:
        raise RoundError("spectator_seated", name=scene.names[asked.player])
    data = {
        "name": scene.names[sitting.player],
        "other": scene.names[asked.player],
        "number": table.number,
        "hand": table.next_hand,
    }
    if asked.player == sitting.player:
        return scene.state, data
    earlier = tuple(each for each in sitting.substitutions if each[2] < table.next_hand)
    played = earlier[-1][1] if earlier else scene.entries[sitting.entry].player_id
    went = () if played == asked.player else ((played, asked.player, table.next_hand),)
    taken = replace(
        sitting, player=asked.player, substitutions=(*earlier, *went), reason=SUBSTITUTE
    )
    if not taken.substitutions:
        taken = replace(taken, reason=BY_HAND)
    sittings = tuple(taken if one.entry == sitting.entry else one for one in table.sittings)
    return scene.state.with_tables(replace(table, sittings=sittings)), data


def _repair(scene: Scene, _asked: Asked) -> Outcome:
    """Give everybody who waits a seat, moving as few as possible of those who sit."""
    waiting = waiting_in(scene.state)
    if not waiting:
        raise RoundError("seating_changed", _("Nobody waits for a seat."))
    return arrived(mend(scene, scene.state, arriving=waiting), waiting), {"count": len(waiting)}


def waiting_in(state: State) -> list[int]:
    """List who is here, has no seat and does not sit out."""
    return sorted(state.here - set(state.seated) - set(state.idle))


def _deal(scene: Scene, asked: Asked) -> Outcome:
    """Let somebody deal first."""
    table, sitting = scene.seat(asked.entry)
    scene.free_table(table.key)
    dealt = replace(table, dealer=table.sittings.index(sitting))
    data = {"name": scene.name(sitting.entry), "number": table.number}
    return scene.state.with_tables(dealt), data


OPERATIONS: Mapping[str, Callable[[Scene, Asked], Outcome]] = {
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
}
