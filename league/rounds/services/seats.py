"""Change a seating: move, swap, add, take out, open and dissolve tables."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.competitions.models import Entry, Table
from league.rounds.services.locking import RoundError
from league.rounds.services.repair import Repair
from league.rounds.services.seating import SeatingChangedError, dissolve_tables, make_table


@transaction.atomic
def seat_player(*, round_id: int, entry_id: int, table_id: int, now: datetime) -> Table:
    """Put a player at the end of a table: a late arrival, or somebody from another table."""
    repair = Repair(round_id)
    table = repair.table(table_id)
    entry = repair.entry(entry_id)
    seat = repair.seat_of(entry_id)
    if seat is not None and seat.table_id == table_id:
        return table
    changes: dict[int, Sequence[Entry]] = {table_id: repair.entries_with(table, entry)}
    if seat is not None:
        changes[seat.table_id] = repair.entries_without(seat)
    repair.check_in(entry, now)
    repair.reseat(changes, now)
    return table


@transaction.atomic
def swap_players(
    *, round_id: int, entry_id: int, other_id: int, table_id: int, number: int, now: datetime
) -> None:
    """Let two players change places; the other sits at `table_id` on seat `number`.

    Done already when the first sits there. Raises SeatingChangedError when a third one does.
    """
    repair = Repair(round_id)
    seat, other = repair.seat_of(entry_id), repair.seat_of(other_id)
    place = (table_id, number)
    if seat is not None and (seat.table_id, seat.number) == place:
        return
    if seat is None or other is None or (other.table_id, other.number) != place:
        raise SeatingChangedError(
            _("One of the two does not sit there any more. These are the tables now.")
        )
    changes: dict[int, Sequence[Entry]] = {}
    instead = {entry_id: other.entry, other_id: seat.entry}
    for pk in {seat.table_id, other.table_id}:
        repair.refuse_recorded(repair.table(pk))
        seats = repair.table(pk).seats.all()
        changes[pk] = [instead.get(sitting.entry_id, sitting.entry) for sitting in seats]
    repair.reseat(changes, now)


@transaction.atomic
def take_out_player(*, round_id: int, entry_id: int, now: datetime) -> None:
    """Let a player leave the round: the seat and the check-in go."""
    repair = Repair(round_id)
    if (seat := repair.seat_of(entry_id)) is not None:
        repair.reseat({seat.table_id: repair.entries_without(seat)}, now)
    if repair.round.check_ins.filter(entry=entry_id).delete()[0] and seat is None:
        repair.tell([])


class TableSizeError(RoundError):
    """The game cannot be played by so few, or so many."""


@transaction.atomic
def open_table(*, round_id: int, entry_ids: Collection[int], now: datetime) -> Table:
    """Open an extra table for players who are there and sit nowhere, in the order given.

    If just these sit at one table already, that is the table.
    """
    repair = Repair(round_id)
    entries = [repair.entry(entry_id) for entry_id in entry_ids]
    seats = [seat for entry_id in entry_ids if (seat := repair.seat_of(entry_id))]
    for table in repair.tables.values():
        if seats and {seat.pk for seat in seats} == {seat.pk for seat in table.seats.all()}:
            return table
    if seats:
        raise SeatingChangedError(
            _("%(name)s has a seat by now. These are the tables.") % {"name": seats[0].player}
        )
    _check_size(repair, len(entries))
    for entry in entries:
        repair.check_in(entry, now)
    taken = {table.number for table in repair.tables.values()}
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    table = make_table(repair.round, number, entries, now)
    repair.tell([table.pk])
    return table


def _check_size(repair: Repair, count: int) -> None:
    if count not in repair.game.seats:
        raise TableSizeError(
            _("A table of %(game)s has %(least)d to %(most)d players; these are %(count)d.")
            % {
                "game": repair.game.title,
                "least": repair.game.seats[0],
                "most": repair.game.seats[-1],
                "count": count,
            }
        )


@transaction.atomic
def dissolve_table(*, round_id: int, table_id: int, now: datetime) -> None:
    """Dissolve a table; its players stay checked in and wait for another. Gone stays gone."""
    repair = Repair(round_id)
    if table_id not in repair.tables:
        return
    repair.refuse_recorded(repair.tables[table_id])
    dissolve_tables([repair.tables[table_id]], now)
    repair.tell([table_id])
