"""What every change of a seating needs: the round's tables under its lock, and the refusals."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Game
from games.registry import game as find_game
from league.competitions.models import CheckIn, Entry, Round, Seat, Table
from league.competitions.queries import tables_of_round
from league.competitions.services import bump
from league.results.models import Hand
from league.rounds.queries import recorded_table_ids
from league.rounds.services.life import WrongStatusError
from league.rounds.services.locking import RoundError, lock_round
from league.rounds.services.seating import SeatingChangedError, fill_seats, replace_table


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

    def check_in(self, entry: Entry, now: datetime) -> None:
        """Note that whoever gets a seat is there."""
        CheckIn.objects.get_or_create(round=self.round, entry=entry, defaults={"created_at": now})

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

    def reseat(self, entries_by_table: Mapping[int, Sequence[Entry]], now: datetime) -> None:
        """Write the seats of tables anew, and tell their screens."""
        played = set(
            Hand.objects.filter(table__in=entries_by_table).values_list("table", flat=True)
        )
        told = list(entries_by_table)
        for table_id, entries in entries_by_table.items():
            table = self.tables[table_id]
            if table_id in played:
                told.append(replace_table(table, entries, now).pk)
                continue
            table.seats.all().delete()
            fill_seats(table, entries)
        Table.objects.filter(pk__in=entries_by_table).update(seating=F("seating") + 1)
        self.tell(told)

    def tell(self, table_ids: Collection[int]) -> None:
        """Bump the competition and these tables."""
        bump(competition_id=self.round.stage.competition_id, table_ids=table_ids)
