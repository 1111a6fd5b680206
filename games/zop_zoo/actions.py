"""The actions of a turn, packed into whole numbers, and how they are written.

An action is its kind, in the bits above, with a card and a second card or a seat, six bits each,
below. A point unit is known by its animal, or by the number of its side bonus card.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.base import Action, Json, Problem, Seat
from games.refusals import InvalidActionError
from games.validation import is_whole_number, unknown_fields
from games.zop_zoo.cards import BONUS_CARDS, WHITE_CARDS, Card
from games.zop_zoo.deck import Deck
from games.zop_zoo.setup import SEATS

_BITS = 6
_LOW = (1 << _BITS) - 1
_KIND = 2 * _BITS

DRAW, TAKE, DIG, PASS, FETCH_ALL, STOP = range(6)
COVER, FETCH, TAKE_UNIT, GIVE_UNIT, SWITCH_UNITS = (kind << _KIND for kind in range(1, 6))

_PLAIN = ("draw", "take", "dig", "pass", "fetch_all", "stop")
_WITH_CARDS = ("cover", "fetch", "take_unit", "give_unit", "switch_units")


def with_cards(kind: Action, card: Card, other: Card | Seat = 0) -> Action:
    """Pack a kind of action with a card, and with another card or a seat."""
    return kind | other << _BITS | card


class Parts(NamedTuple):
    """An action taken apart; `other` is a second card or a seat, 0 where there is none."""

    kind: Action
    card: Card
    other: Card | Seat


def parts(action: Action) -> Parts:
    """Take an action apart that `with_cards` packed."""
    return Parts(action >> _KIND << _KIND, action & _LOW, action >> _BITS & _LOW)


def type_of(action: Action) -> str:
    """Return the name of an action's kind."""
    return _PLAIN[action] if action < len(_PLAIN) else _WITH_CARDS[(action >> _KIND) - 1]


def action_as_json(action: Action, deck: Deck) -> dict[str, Json]:
    """Write an action as JSON; cards and units by their ids."""
    values: dict[str, Json] = {"type": type_of(action)}
    kind, card, other = parts(action)
    if kind in {COVER, FETCH}:
        values["card"] = deck.ids[card]
    elif kind in {TAKE_UNIT, GIVE_UNIT, SWITCH_UNITS}:
        values["unit"] = deck.ids[card]
    if kind == GIVE_UNIT:
        values["seat"] = other
    elif kind == SWITCH_UNITS:
        values["for"] = deck.ids[other]
    return values


_FIELDS: Mapping[str, tuple[str, ...]] = {
    "draw": ("card",),
    "take": ("card",),
    "fetch_all": ("cards",),
    "cover": ("card",),
    "fetch": ("card",),
    "take_unit": ("unit",),
    "give_unit": ("unit", "seat"),
    "switch_units": ("unit", "for"),
}
"""What stands beside the type. A card drawn or taken is told by the event, not by the action."""

_UNITS = frozenset((*WHITE_CARDS, *BONUS_CARDS))


def read_action(data: object, deck: Deck) -> Action:
    """Read an action from JSON, whatever value it is; raises InvalidActionError."""
    if not isinstance(data, Mapping):
        raise InvalidActionError(
            [Problem("not_an_object", "", None, "An action must be given by name.")]
        )
    name = data.get("type")
    if not isinstance(name, str) or name not in {*_PLAIN, *_WITH_CARDS}:
        known = ", ".join((*_PLAIN, *_WITH_CARDS))
        raise InvalidActionError(
            [Problem("not_a_choice", "type", None, f"Choose one of: {known}.")]
        )
    problems = unknown_fields(data, ("type", *_FIELDS.get(name, ())))
    if name in _PLAIN:
        action = _PLAIN.index(name)
    else:
        values = [_read_value(data, field, deck, problems) for field in _FIELDS[name]]
        action = with_cards(_WITH_CARDS.index(name) + 1 << _KIND, *values)
    if problems:
        raise InvalidActionError(problems)
    return action


def _read_value(
    data: Mapping[object, object], field: str, deck: Deck, problems: list[Problem]
) -> int:
    """Return the number of a card or seat; 0, with a problem, for what is none."""
    value = data.get(field)
    if field == "seat":
        if is_whole_number(value) and 0 <= value < SEATS[-1]:
            return value
        problems.append(Problem("not_a_seat", field, None, "This is not a seat."))
        return 0
    card = deck.card_of_id.get(value) if isinstance(value, str) else None
    if card is not None and card in _UNITS:
        return card
    problems.append(Problem("unknown_card", field, None, "There is no such card to choose."))
    return 0
