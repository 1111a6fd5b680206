"""Write tables of ZOP ZOO in a line a row, and play on them by words.

A row is the ids of its cards: `bird-1` lies bare, `bird-1+` below its match (or connected),
`bird-1/beast` below a wild card; `bonus-bird` lies beside the row. Piles are written top first.
An action is its type and what it names: `draw`, `cover bird-1`, `give_unit minus-1 2`.
"""

from typing import Any

from games.base import Event
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.cards import NAMES, Card
from games.zop_zoo.deck import Deck
from games.zop_zoo.match import ZopZooMatch
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.rows import Rows
from games.zop_zoo.setup import ZopZooSetup

JsonObject = dict[str, Any]

UNUSED = "arachnid-3 arachnid-2 arachnid-1 mythical-3 mythical-2 mythical-1"
"""Cards that fit none of the rows written in tests, to draw and to discard."""

ANY_ROW = "reptile-1 reptile-2 reptile-3 marsupial-1 marsupial-2 marsupial-3"
"""A row for whoever does not matter."""


def new_match(seats: int, dealer: int = 0, **options: object) -> ZopZooMatch:
    return ZOP_ZOO.new_match(ZOP_ZOO.options(options), seats, dealer)


def setup_of(match: ZopZooMatch) -> ZopZooSetup:
    setup = match.next_hand()
    assert setup is not None
    return setup


def new_setup(seats: int, dealer: int = 0, **options: object) -> ZopZooSetup:
    return setup_of(new_match(seats, dealer, **options))


def table(
    *rows: str,
    draw: str = UNUSED,
    discard: str = "",
    void: str = "",
    first: int = 0,
    **options: object,
) -> ZopZooState:
    """Return a hand at the beginning of a turn of `first`."""
    setup = new_setup(len(rows), first, **options)
    deck = setup.options.deck
    state = ZopZooState(setup, _lay_out(rows, deck), _cards(draw, deck))
    state.discard_pile = list(reversed(_cards(discard, deck)))
    state.looked_at = [len(state.draw_pile) + len(state.discard_pile)] * len(rows)
    state.used = sum(1 << card for card in _cards(void, deck))
    state.begin_turn()
    return state


def _cards(names: str, deck: Deck) -> tuple[Card, ...]:
    return tuple(deck.card_of_id[name] for name in names.split())


def _lay_out(written: tuple[str, ...], deck: Deck) -> Rows:
    tokens = [row.split() for row in written]
    dealt = [[token for token in row if not token.startswith("bonus-")] for row in tokens]
    names = [[token.rstrip("+").partition("/")[0] for token in row] for row in dealt]
    rows = Rows(deck, [_cards(" ".join(row), deck) for row in names])
    for seat, row in enumerate(tokens):
        for token in row:
            name, _, wild = token.rstrip("+").partition("/")
            if wild:
                rows.cover(seat, deck.card_of_id[name], deck.card_of_id[wild])
            elif token.endswith("+") or token.startswith("bonus-"):
                rows.gain(seat, deck.card_of_id[name])
    return rows


def in_words(action: JsonObject) -> str:
    return " ".join(str(value) for value in action.values())


def from_words(words: str) -> JsonObject:
    kind, *named = words.split()
    fields = {
        "take_unit": ["unit"],
        "give_unit": ["unit", "seat"],
        "switch_units": ["unit", "for"],
    }.get(kind, ["card"])
    action: JsonObject = {"type": kind, **dict(zip(fields, named, strict=False))}
    if "seat" in action:
        action["seat"] = int(action["seat"])
    return action


def legal(state: ZopZooState) -> set[str]:
    """Write the legal actions of the acting seat."""
    return {
        in_words(state.action_as_json(state.turn, action))
        for action in state.legal_actions(state.turn)
    }


def act(state: ZopZooState, *actions: str) -> list[Event]:
    """Let whoever's turn it is carry out the actions, and return what the log tells of them."""
    events = []
    for words in actions:
        action = state.read_action(state.turn, from_words(words))
        events.append(state.event(state.turn, action))
        state.apply(state.turn, action)
    return events


def refused(state: ZopZooState, words: str) -> tuple[str, str | None]:
    """Return the code and the rule by which an action of the acting seat is refused."""
    violation = state.check(state.turn, state.read_action(state.turn, from_words(words)))
    assert violation is not None
    return violation.code, violation.rule


def row_of(state: ZopZooState, seat: int) -> dict[str, int | None]:
    """Return the points that each card of a row shows."""
    row: Any = state.observation(None).as_json()["rows"]
    return {card["card"]: card["points"] for card in row[seat]}


def bonuses_of(state: ZopZooState, seat: int) -> list[str]:
    bonuses: Any = state.observation(None).as_json()["bonuses"]
    return list(bonuses[seat])


def discard_pile(state: ZopZooState) -> str:
    """Write the whole discard pile, top first."""
    ids = state.setup.options.deck.ids
    return " ".join(ids[card] for card in reversed(state.discard_pile))


def all_black_cards(state: ZopZooState) -> list[str]:
    """List every black card that is somewhere on the table or in its piles, sorted."""
    ids = state.setup.options.deck.ids
    rows = state.rows
    piles = [*state.discard_pile, *state.draw_pile[state.drawn :], state.held]
    found = [ids[card] for card in piles if card in ids]
    for matched, bonuses in zip(rows.matched, rows.bonuses, strict=True):
        found += [ids[card] for card in ids if (matched | bonuses) >> card & 1]
    for beasts, best in zip(rows.under_beast, rows.under_best, strict=True):
        found += ["beast"] * beasts.bit_count() + ["best_beast"] * best.bit_count()
    assert set(NAMES.values()) <= set(ids.values())
    return sorted(found)
