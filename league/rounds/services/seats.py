"""Change a seating: move, swap, add, take out, open and dissolve tables."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Game
from games.registry import game as find_game
from league.competitions.models import CheckIn, Entry, Round, Seat, Table
from league.competitions.queries import tables_of_round
from league.competitions.services import bump
from league.results.services import recompute_table
from league.rounds.queries import recorded_table_ids
from league.rounds.services.life import WrongStatusError
from league.rounds.services.locking import RoundError, lock_round
from league.rounds.services.seating import (
    SeatingChangedError,
    dissolve_tables,
    fill_seats,
    make_table,
)


class HandsRecordedError(RoundError):
    """A hand that counts is recorded at the table, so its seats stay."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            _(
                "Hands are recorded at table %(number)d, so its players stay together. "
                "Void its hands first, or use another table."
            )
            % {"number": table.number}
        )


class TableFullError(RoundError):
    """The game has no room for one more player at the table."""

    def __init__(self, table: Table, game: Game) -> None:
        super().__init__(
            _(
                "Table %(number)d has %(most)d players, the most for %(game)s. "
                "Choose another table, or open an extra one."
            )
            % {"number": table.number, "most": game.seats[-1], "game": game.title}
        )


class TooFewPlayersError(RoundError):
    """The table would have too few players for the game."""

    def __init__(self, table: Table, left: int, game: Game) -> None:
        words = ngettext(
            "Table %(number)d would have %(count)d player left, and %(game)s needs %(least)d.",
            "Table %(number)d would have %(count)d players left, and %(game)s needs %(least)d.",
            left,
        ) % {
            "number": table.number,
            "count": left,
            "game": game.title,
            "least": game.seats[0],
        }
        way_out = _(
            "Move somebody to it first, swap two players, "
            "or dissolve the table and seat its players elsewhere."
        )
        super().__init__(f"{words} {way_out}")


class Repair:
    """An open round's tables and seats, read under its lock, while a seating is changed."""

    def __init__(self, round_id: int) -> None:
        self.round: Round = lock_round(round_id)
        if not self.round.is_open:
            raise WrongStatusError(
                _("Seats can be changed while the round is open. Open it first.")
            )
        self.game = find_game(self.round.stage.competition.game)
        self.tables = {table.pk: table for table in tables_of_round(self.round)}
        self.recorded = recorded_table_ids(self.round)

    def table(self, table_id: int) -> Table:
        """Return a standing table of the round."""
        if table_id not in self.tables:
            raise SeatingChangedError(
                _("This table is not there any more. These are the tables now.")
            )
        return self.tables[table_id]

    def seat_of(self, entry_id: int) -> Seat | None:
        """Return where an entry sits."""
        seats = (seat for table in self.tables.values() for seat in table.seats.all())
        return next((seat for seat in seats if seat.entry_id == entry_id), None)

    def entry(self, entry_id: int) -> Entry:
        """Return an entry of the competition."""
        entries = Entry.objects.select_related("player")
        try:
            return entries.get(pk=entry_id, competition=self.round.stage.competition_id)
        except Entry.DoesNotExist:
            raise SeatingChangedError(
                _("This player does not take part in the competition any more.")
            ) from None

    def refuse_recorded(self, table: Table) -> None:
        """Raise HandsRecordedError for a table whose seats stay."""
        if table.pk in self.recorded:
            raise HandsRecordedError(table)

    def entries_without(self, seat: Seat) -> list[Entry]:
        """Return who is left at a table when a seat's player goes; raises what forbids it."""
        table = self.tables[seat.table_id]
        self.refuse_recorded(table)
        left = [other.entry for other in table.seats.all() if other.pk != seat.pk]
        if len(left) < self.game.seats[0]:
            raise TooFewPlayersError(table, len(left), self.game)
        return left

    def entries_with(self, table: Table, entry: Entry) -> list[Entry]:
        """Return who sits at a table when one more comes; raises what forbids it."""
        self.refuse_recorded(table)
        entries = [seat.entry for seat in table.seats.all()]
        if len(entries) >= self.game.seats[-1]:
            raise TableFullError(table, self.game)
        return [*entries, entry]

    def reseat(self, entries_by_table: dict[int, Sequence[Entry]]) -> None:
        """Write the seats of tables anew, and tell their screens."""
        ids = list(entries_by_table)
        Seat.objects.filter(table__in=ids).delete()
        for table_id, entries in entries_by_table.items():
            fill_seats(self.tables[table_id], entries)
        Table.objects.filter(pk__in=ids).update(seating=F("seating") + 1)
        for table_id in ids:
            recompute_table(table_id=table_id)
        self.tell(ids)

    def tell(self, table_ids: Collection[int]) -> None:
        """Bump the competition and these tables."""
        bump(competition_id=self.round.stage.competition_id, table_ids=table_ids)


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
    CheckIn.objects.get_or_create(round=repair.round, entry=entry, defaults={"created_at": now})
    repair.reseat(changes)
    return table


@transaction.atomic
def swap_players(
    *, round_id: int, entry_id: int, other_id: int, table_id: int, number: int
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
    repair.reseat(changes)


@transaction.atomic
def take_out_player(*, round_id: int, entry_id: int) -> None:
    """Let a player leave the round: the seat and the check-in go."""
    repair = Repair(round_id)
    if (seat := repair.seat_of(entry_id)) is not None:
        repair.reseat({seat.table_id: repair.entries_without(seat)})
    if repair.round.check_ins.filter(entry=entry_id).delete()[0] and seat is None:
        repair.tell([])


@transaction.atomic
def open_table(*, round_id: int, entry_ids: Collection[int], now: datetime) -> Table:
    """Open an extra table for players who are there and sit nowhere, in the order given.

    If just these sit at one table already, that is the table.
    """
    repair = Repair(round_id)
    seats = [repair.seat_of(entry_id) for entry_id in entry_ids]
    table_ids = {seat.table_id if seat else None for seat in seats}
    if len(table_ids) == 1 and (table_id := table_ids.pop()) is not None:
        table = repair.tables[table_id]
        if len(table.seats.all()) == len(seats):
            return table
    if any(seats):
        raise SeatingChangedError(_("One of them has a seat by now. These are the tables."))
    if len(seats) not in repair.game.seats:
        raise RoundError(
            _("A table of %(game)s has %(least)d to %(most)d players; these are %(count)d.")
            % {
                "game": repair.game.title,
                "least": repair.game.seats[0],
                "most": repair.game.seats[-1],
                "count": len(seats),
            }
        )
    entries = [repair.entry(entry_id) for entry_id in entry_ids]
    for entry in entries:
        CheckIn.objects.get_or_create(round=repair.round, entry=entry, defaults={"created_at": now})
    taken = {table.number for table in repair.tables.values()}
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    table = make_table(repair.round, number, entries, now)
    repair.tell([table.pk])
    return table


@transaction.atomic
def dissolve_table(*, round_id: int, table_id: int, now: datetime) -> None:
    """Dissolve a table; its players stay checked in and wait for another. Gone stays gone."""
    repair = Repair(round_id)
    if table_id not in repair.tables:
        return
    repair.refuse_recorded(repair.tables[table_id])
    dissolve_tables([repair.tables[table_id]], now)
    repair.tell([table_id])
