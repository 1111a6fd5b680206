"""How a game is played at an online table; every text is for one seat's eyes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.base import Event, HandState, Json, Options, PlayableGame, Seat
from games.bots.search import Budget
from league.core.games.entry import Text, Texts

Seen: TypeAlias = Mapping[str, Any]


class Names(NamedTuple):
    """Names by seat and of cards; `you` is the reading seat, None for a spectator."""

    names: Sequence[str]
    you: Seat | None
    cards: Mapping[str, str]

    def of(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat]

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return self.cards.get(card, card)


class Face(NamedTuple):
    """A card: picture id, name and caption."""

    id: str
    name: str
    note: str = ""


class Group(NamedTuple):
    """Cards that lie together."""

    label: str
    faces: tuple[Face, ...]
    text: str = ""


class RuleTopic(NamedTuple):
    """Rules that belong together, for who looks something up at the table."""

    label: Text
    rules: tuple[str, ...]


def counted(cards: Sequence[str], names: Names) -> tuple[Face, ...]:
    """Return equal cards as one face with their number."""
    return tuple(
        Face(card, names.card(card), f"× {count}" if count > 1 else "")
        for card, count in Counter(cards).items()
    )


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A guided first hand against bots: the deal of `seed`, taken up after `opening` moves.

    Seat 0 is the newcomer's. `coach(seen, advice, names, made)` returns what to say of a position,
    by the step of the game's script ("" where it has none); `advice` is a good move as JSON, None
    once the hand is over, `made` how many moves the newcomer has made. `advises` is the move to
    advise where no bot is asked.
    """

    seats: int
    seed: int
    opening: int
    coach: Callable[[Seen, Json, Names, int], Mapping[str, str]]
    advises: Json = None


@dataclass(frozen=True, kw_only=True)
class OnlinePart:
    """How a game is played at an online table.

    `cards` are names and `facts` captions by card id; `describe` returns an event's text, `ask`
    what the table waits for, `help` hints for a seat, from its observation alone. `script` draws
    the game, `middle` and `place` lay out a finished hand. `budget` limits the search of a bot.
    `order_out` returns the seats in the order in which they finished, if that breaks ties.
    `pictures` is the file with a symbol for each card, "" for a game without. `rule_topics` put the
    rules in the order in which a newcomer needs them; `chart` shows with cards what the first says.
    `lesson` is the guided first hand. `passes` are the types of moves that play nothing, `undoable`
    those that show their own player nothing new, so that they may be taken back.
    """

    engine: PlayableGame
    texts: Texts
    cards: Callable[[Options], dict[str, str]]
    facts: Callable[[Options], dict[str, Json]]
    describe: Callable[[Event, Names], str]
    ask: Callable[[HandState, Names], str]
    help: Callable[[HandState, Seat], dict[str, Json]]
    middle: Callable[[Seen, Names], list[Group]]
    place: Callable[[Seen, Seat, Names], list[Group]]
    budget: Budget
    summary: Text = ""
    faces: tuple[str, ...] = ()
    script: str = ""
    stylesheet: str = ""
    pictures: str = ""
    order_out: Callable[[Mapping[str, Any]], Sequence[Seat]] | None = None
    rule_topics: tuple[RuleTopic, ...] = ()
    chart: Callable[[Names], list[Group]] | None = None
    lesson: Lesson | None = None
    passes: frozenset[str] = frozenset({"pass"})
    undoable: frozenset[str] = frozenset()
