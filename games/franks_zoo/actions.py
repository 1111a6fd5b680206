"""Actions as numbers and as JSON.

A hand has stages, and an action is read by the stage it falls into. In the exchange it is the two
cards passed. On a turn it is the set played, PASS, or ASK plus the cards laid. For a senior who was
asked it is the cards added, or DECLINE.
"""

from collections.abc import Mapping

from games.base import Action, Json, Problem
from games.franks_zoo.cards import ANIMALS, BITS, names, read_cards
from games.refusals import InvalidActionError
from games.validation import short_name, unknown_fields

EXCHANGE, TURN, HELP, OVER = range(4)
"""The stages of a hand: whole numbers, because the fast path compares them."""
STAGES = ("exchange", "turn", "help", "over")

PASS: Action = 0
DECLINE: Action = 0
ASK: Action = 1 << BITS * len(ANIMALS)
"""Above all cards: added to the cards that a junior lays to ask with."""

_WITHOUT_CARDS = {(TURN, "pass"): PASS, (HELP, "decline"): DECLINE}
_WITH_CARDS = {(EXCHANGE, "exchange"): 0, (TURN, "play"): 0, (TURN, "ask"): ASK, (HELP, "help"): 0}
_KINDS = tuple(kind for _, kind in (*_WITH_CARDS, *_WITHOUT_CARDS))


def kind_of(stage: int, action: Action) -> str:
    """Name the kind of an action taken at some stage."""
    if stage == EXCHANGE:
        return "exchange"
    if stage == HELP:
        return "help" if action else "decline"
    if action == PASS:
        return "pass"
    return "ask" if action >= ASK else "play"


def action_as_json(stage: int, action: Action) -> dict[str, Json]:
    """Write an action taken at some stage: its kind and, where there are any, its cards."""
    kind = kind_of(stage, action)
    if action == PASS:
        return {"type": kind}
    return {"type": kind, "cards": names(action % ASK)}


def read_action(stage: int, data: object) -> Action:
    """Read an action for some stage from JSON; raises InvalidActionError."""
    if not isinstance(data, Mapping):
        raise InvalidActionError([Problem("not_an_object", "", None, "An action is an object.")])
    problems = unknown_fields(data, ("type", "cards"))
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        text = f"Choose one of: {', '.join(_KINDS)}."
        problems.append(Problem("not_a_choice", "type", None, text))
        raise InvalidActionError(problems)
    if (stage, kind) in _WITHOUT_CARDS:
        if data.get("cards") is not None:
            text = f"There are no cards to name: {short_name(kind)}."
            problems.append(Problem("not_counted", "cards", None, text))
    elif (stage, kind) not in _WITH_CARDS:
        text = "This cannot be done at this moment."
        problems.append(Problem("not_now", "type", None, text))
    cards = _read_laid(data.get("cards"), kind, problems)
    if problems:
        raise InvalidActionError(problems)
    return _WITH_CARDS.get((stage, kind), 0) + cards


def _read_laid(data: object, kind: str, problems: list[Problem]) -> int:
    """Return the cards of an action; name what is wrong with them."""
    if kind in ("pass", "decline"):
        return 0
    cards = read_cards(data)
    if not cards:
        text = "Name at least one card, and no more of any animal than the deck has."
        problems.append(Problem("not_cards", "cards", "FZ-01", text))
        return 0
    return cards
