"""How a game is played at an online table: its words, its cards, its bots.

Each sentence is for one pair of eyes: it says no more than the event or the observation that it is
made from, and those hold what that seat may know.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.base import Event, HandState, Json, Options, PlayableGame, Seat
from games.bots.search import Budget
from league.core.games.rule_texts import Texts, Words

Seen: TypeAlias = Mapping[str, Any]


class Names(NamedTuple):
    """The names by seat and those of the cards, and who reads: `you` is None for who watches."""

    names: Sequence[str]
    you: Seat | None
    cards: Mapping[str, str]

    def of(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat]

    def card(self, card: str) -> str:
        """Return what a card is called."""
        return self.cards.get(card, card)


class Face(NamedTuple):
    """A card: its picture's id, what it is called, and what stands below."""

    id: str
    name: str
    note: str = ""


class Group(NamedTuple):
    """Cards that lie together; `words` say what there is beside them."""

    label: str
    faces: tuple[Face, ...]
    words: str = ""


def counted(cards: Sequence[str], names: Names) -> tuple[Face, ...]:
    """Return equal cards as one face that says how many they are."""
    return tuple(
        Face(card, names.card(card), f"× {count}" if count > 1 else "")
        for card, count in Counter(cards).items()
    )


@dataclass(frozen=True, kw_only=True)
class OnlinePart:
    """How a game is played at an online table.

    `cards` returns what each card is called, by id; `facts` what stands on each beside its name,
    the same in any hand. `tell` says in a sentence what happened; `action` is None where it may not
    be seen. `ask` says what the table waits for, `help` returns what helps a seat to choose: only
    from what its observation holds. `script` draws the game in the browser, with `texts`.

    `middle` and `place` lay out a hand that is over: its middle, and what is before a seat.
    `budget` is how long the search looks at one move: a few tenths of a second. `faces` are
    pictures of three cards. `order_out` names the seats of a record in the order in which they
    ended it, where that decides between equals and no place is shared.
    """

    engine: PlayableGame
    texts: Texts
    cards: Callable[[Options], dict[str, str]]
    facts: Callable[[Options], dict[str, Json]]
    tell: Callable[[Event, Names], str]
    ask: Callable[[HandState, Names], str]
    help: Callable[[HandState, Seat], dict[str, Json]]
    middle: Callable[[Seen, Names], list[Group]]
    place: Callable[[Seen, Seat, Names], list[Group]]
    budget: Budget
    summary: Words = ""
    faces: tuple[str, ...] = ()
    script: str = ""
    stylesheet: str = ""
    order_out: Callable[[Mapping[str, Any]], Sequence[Seat]] | None = None
