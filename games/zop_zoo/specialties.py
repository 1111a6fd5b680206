"""The three specialty cards: who can use them, with which choices, to what effect (ZZ-17)."""

from collections.abc import Iterator

from games.base import Action, Seat
from games.zop_zoo.actions import GIVE_UNIT, SWITCH_UNITS, TAKE_UNIT, parts, with_cards
from games.zop_zoo.cards import EARTHWORM, RACCOON, Card, cards_in
from games.zop_zoo.rows import Rows


def can_use(specialty: Card, rows: Rows, seat: Seat) -> bool:
    """Tell whether a seat can use a specialty: the units that it needs are there."""
    if specialty != RACCOON and not rows.units(seat):
        return False
    if specialty in {EARTHWORM, RACCOON}:
        return any(rows.units(other) for other in _others(rows, seat))
    return True


def choices(specialty: Card, rows: Rows, seat: Seat) -> list[Action]:
    """List every way in which a seat can use a specialty; none where it cannot."""
    if specialty == EARTHWORM:
        return _switches(rows, seat)
    if specialty == RACCOON:
        return [
            with_cards(TAKE_UNIT, unit)
            for other in _others(rows, seat)
            for unit in _units_worth_most(rows, other)
        ]
    return [
        with_cards(GIVE_UNIT, unit, other)
        for unit in _units_worth_least(rows, seat)
        for other in _others(rows, seat)
    ]


def carry_out(action: Action, rows: Rows, seat: Seat) -> None:
    """Move the units that an action of a specialty names."""
    kind, unit, other = parts(action)
    if kind == GIVE_UNIT:
        rows.move(unit, seat, other)
    elif kind == TAKE_UNIT:
        rows.move(unit, rows.owner(unit), seat)
    else:
        owner = rows.owner(other)
        rows.move(unit, seat, owner)
        rows.move(other, owner, seat)


def _others(rows: Rows, seat: Seat) -> Iterator[Seat]:
    return (other for other in range(len(rows.wants)) if other != seat)


def _switches(rows: Rows, seat: Seat) -> list[Action]:
    """List each own unit with each of another player: one for one (ZZ-R6)."""
    theirs = [unit for other in _others(rows, seat) for unit in cards_in(rows.units(other))]
    return [
        with_cards(SWITCH_UNITS, unit, other)
        for unit in cards_in(rows.units(seat))
        for other in theirs
    ]


def _units_worth_most(rows: Rows, seat: Seat) -> list[Card]:
    """List the highest units of a seat: several where they are level (ZZ-R5)."""
    worth = {unit: rows.unit_points(seat, unit) for unit in cards_in(rows.units(seat))}
    most = max(worth.values(), default=0)
    return [unit for unit, points in worth.items() if points == most]


def _units_worth_least(rows: Rows, seat: Seat) -> list[Card]:
    """List the lowest units of a seat: several where they are level (ZZ-R5)."""
    worth = {unit: rows.unit_points(seat, unit) for unit in cards_in(rows.units(seat))}
    least = min(worth.values(), default=0)
    return [unit for unit, points in worth.items() if points == least]
