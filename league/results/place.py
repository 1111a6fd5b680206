"""A table as it is read to write at it: who sits there, its code, and its hands so far."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from django.db.models import OuterRef

from league.competitions.models import Seat, Table, TableCode
from league.core.prepared import Listed, Prepared
from league.results.models import Hand


class Place(NamedTuple):
    """A table with its seats clockwise, the code that is valid for it, and its hands by number.

    The seats come with their players and entries, the hands, void ones too, with their revision in
    force. `code` is None without one.
    """

    table: Table
    seats: Sequence[Seat]
    code: TableCode | None
    hands: list[Hand]

    @classmethod
    def of(cls, table: Table) -> "Place":
        """Return the place that a table is which was read with the LISTS."""
        read = cast("_Read", table)
        own: list[Seat | TableCode | Hand] = [*read.seats_read, *read.codes_read, *read.hands_read]
        for each in own:
            each.table = table
        return cls(table, read.seats_read, next(iter(read.codes_read), None), read.hands_read)

    @property
    def names(self) -> list[str]:
        """The names of the players by seat."""
        return [seat.player.name for seat in self.seats]


class _Read(Protocol):
    """What is read with a table."""

    seats_read: list[Seat]
    codes_read: list[TableCode]
    hands_read: list[Hand]


LISTS = {
    "seats_read": Listed(
        Seat.objects.filter(table=OuterRef("pk"))
        .select_related("player", "entry")
        .only(
            *("table", "number", "pair", "phone", "entry__player", "entry__is_guest"),
            *(f"player__{name}" for name in ("club", "user", "name", "role", "left_at")),
        )
        .order_by("number")
    ),
    "codes_read": Listed(
        TableCode.objects.filter(table=OuterRef("pk"), revoked_at=None).only("table", "token")
    ),
    "hands_read": Listed(
        Hand.objects.filter(table=OuterRef("pk"))
        .select_related("current")
        .only(
            *("table", "number", "revision", "is_void", "is_disputed"),
            *(f"current__{name}" for name in ("hand", "number", "kind", "record", "reason")),
        )
        .order_by("number", "pk")
    ),
}
"""What a place is read with beside its table."""

PLACES: Prepared[Table] = Prepared(
    lambda given: (
        Table.objects.filter(pk=given("table"))
        .select_related("round__stage__competition__club")
        .only(
            *("game", "options", "dealer", "hands_limit"),
            "round__stage__competition__club__slug",
        )
        .annotate(**LISTS)
    )
)


def read_place(table_id: int) -> Place | None:
    """Return no more of a table than it takes to read what was sent, and to know by whom."""
    return next(map(Place.of, PLACES.read(table=table_id)), None)
