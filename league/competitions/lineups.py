"""Who played which hand on the seats of a table, substitutes included."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.models import (
    Departures,
    Seat,
    Substitution,
    Table,
    departures_of,
    playing_seats,
)

Value = TypeVar("Value")


def player_of_hand(now: Value, before: Sequence[tuple[int, Value]], hand: int) -> Value:
    """Return who played a hand on a seat: `now` sits there, `before` until a hand, in order."""
    return next((player for until, player in before if hand < until), now)


def seats_of_hand(stored: Departures, seats: Sequence[Value], hand: int) -> list[Value]:
    """Return the seats that played a hand as they were numbered then; `seats` as they are now."""
    found = list(playing_seats(stored, seats))
    gone = seats[len(found) :]
    for (first, number), seat in zip(reversed(departures_of(stored)), gone, strict=True):
        if hand >= first:
            break
        found.insert(number, seat)
    return found


class Spell(NamedTuple):
    """A player on a seat from hand `first` on, until before hand `until` (None: to the end)."""

    table: Table
    seat: Seat
    player: Player
    first: int
    until: int | None

    @property
    def is_substitute(self) -> bool:
        """Whether the seat is another player's."""
        return self.player.pk != self.seat.entry.player_id

    @property
    def last(self) -> int | None:
        """The last hand, None while the player sits there."""
        return self.until and self.until - 1

    @property
    def text(self) -> str:
        """Who plays or played for whom, and which hands."""
        named = self.table.site_game.hand_named
        data = {"name": self.player.name, "own": self.seat.entry.player.name}
        data["first"] = named(self.first)
        if self.until is None:
            text = _("%(name)s plays for %(own)s from %(first)s.")
            return (text if self.first > 1 else _("%(name)s plays for %(own)s.")) % data
        data["last"] = named(self.until - 1)
        if not self.is_substitute:
            return _("%(name)s left after %(last)s.") % data
        if self.first == self.last:
            return _("%(name)s played %(first)s for %(own)s.") % data
        return _("%(name)s played for %(own)s from %(first)s to %(last)s.") % data

    def has_played(self, hands: Iterable[int]) -> bool:
        """Say whether one of these hands was played in it."""
        return any(self.first <= hand and (not self.until or hand < self.until) for hand in hands)


@dataclass(frozen=True, slots=True)
class Lineup:
    """The seats of a table clockwise; `before` are earlier players by seat id, see above."""

    table: Table
    seats: tuple[Seat, ...]
    before: Mapping[int, Sequence[tuple[int, Player]]]

    def seats_at(self, hand: int) -> list[Seat]:
        """Return the seats that played a hand, as they were numbered then."""
        return seats_of_hand(self.table.departures, self.seats, hand)

    def players(self, hand: int) -> tuple[Player, ...]:
        """Return who played a hand, by seat."""
        return tuple(
            player_of_hand(seat.player, self.before.get(seat.pk, ()), hand)
            for seat in self.seats_at(hand)
        )

    def names(self, hand: int) -> tuple[str, ...]:
        """Return the names of who played a hand, by seat."""
        return tuple(player.name for player in self.players(hand))

    @property
    def spells(self) -> list[Spell]:
        """Who sat there from which hand on, by seat."""
        found = []
        for seat in self.seats:
            first = 1
            for until, player in self.before.get(seat.pk, ()):
                if until > first:
                    found.append(Spell(self.table, seat, player, first, until))
                first = until
            found.append(Spell(self.table, seat, seat.player, first, seat.left_from))
        return found

    @property
    def changes(self) -> list[Spell]:
        """Who plays or played for another, or has left the match."""
        return [
            spell
            for spell in self.spells
            if spell.is_substitute or (spell.until and spell.until == spell.seat.left_from)
        ]


def lineup_of(table: Table) -> Lineup:
    """Return the lineup of a table whose seats are fetched with players and entries."""
    return lineups_of([table])[table.pk]


def lineups_of(tables: Iterable[Table]) -> dict[int, Lineup]:
    """Return the lineups of such tables by id; substitutions are read if there may be any."""
    seats = {table: sorted(table.seats.all(), key=attrgetter("number")) for table in tables}
    changed = [seat for of_table in seats.values() for seat in of_table if seat.has_substitutes]
    before: dict[int, list[tuple[int, Player]]] = defaultdict(list)
    if changed:
        found = Substitution.objects.filter(seat__in=changed).select_related("player_out")
        for each in found.order_by("from_hand", "pk"):
            before[each.seat_id].append((each.from_hand, each.player_out))
    return {table.pk: Lineup(table, tuple(of_table), before) for table, of_table in seats.items()}
