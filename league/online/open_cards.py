"""What lay on the table in a hand that is over, as pages draw it: cards with names, in groups."""

from collections.abc import Sequence
from typing import NamedTuple

from games.base import HandState
from league.core.games import online_part
from league.core.games.entry import Who
from league.core.games.online import Group, Names


class Place(NamedTuple):
    """What lies before somebody; `is_acting`: the table waits for them."""

    who: Who
    is_acting: bool
    groups: tuple[Group, ...]


class OpenTable(NamedTuple):
    """What lies in the middle, and before each."""

    middle: tuple[Group, ...]
    places: tuple[Place, ...]


def open_table_of(game: str, state: HandState, names: Names) -> OpenTable:
    """Lay out a position as the seat `names.you` sees it; None: with everybody's cards open."""
    part = online_part(game)
    seats = range(len(names.names))
    eyes = [seat if names.you is None else names.you for seat in seats]
    views = {eye: state.observation(eye).as_json() for eye in dict.fromkeys(eyes)}
    acting = state.acting_seats()
    places = tuple(
        Place(
            Who(seat, names.of(seat)),
            seat in acting,
            _filled(part.place(views[eyes[seat]], seat, names)),
        )
        for seat in seats
    )
    return OpenTable(_filled(part.middle(views[eyes[0]], names)), places)


def _filled(groups: Sequence[Group]) -> tuple[Group, ...]:
    return tuple(group for group in groups if group.faces or group.words)
