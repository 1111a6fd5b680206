"""What the rows look like after an action that changes them."""

from games.base import Action, Seat
from games.zop_zoo.actions import COVER, parts
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.rows import Rows
from games.zop_zoo.specialties import carry_out


def rows_after(view: ZopZooObservation, seat: Seat, action: Action) -> Rows:
    """Return the rows after a seat has covered a card or used a specialty; else as they are."""
    rows = view.rows()
    kind, card, _ = parts(action)
    if kind == COVER:
        rows.cover(seat, card, view.held)
    elif kind > COVER:
        carry_out(action, rows, seat)
    return rows
