"""How the cards fall: the starting rows and the draw pile (ZZ-05)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.base import Json, Problem, Rng, Seat
from games.refusals import InvalidDealError
from games.validation import unknown_fields
from games.zop_zoo.cards import CARDS_IN_ROW, WHITE_CARDS, Card, black_deck
from games.zop_zoo.deck import Deck
from games.zop_zoo.setup import ZopZooSetup


@dataclass(frozen=True, slots=True)
class ZopZooDeal:
    """Hold the starting row of every seat, and the draw pile from its top.

    The white cards that nobody was dealt are out of play, so their order means nothing.
    """

    rows: tuple[tuple[Card, ...], ...]
    draw_pile: tuple[Card, ...]
    deck: Deck

    def as_json(self) -> dict[str, Json]:
        """Write the whole deal in the shape it is read from."""
        return {
            **self.as_seen_by(None),
            "draw_pile": [self.deck.ids[card] for card in self.draw_pile],
        }

    def as_seen_by(self, seat: Seat | None) -> dict[str, Json]:  # noqa: ARG002 - all see the same
        """Write the rows, which lie face up, and null for the draw pile, which nobody sees."""
        rows = [[self.deck.ids[card] for card in row] for row in self.rows]
        return {"rows": rows, "draw_pile": None}


def sample_deal(setup: ZopZooSetup, rng: Rng) -> ZopZooDeal:
    """Shuffle both decks and deal six white cards to each player."""
    seats = setup.seats
    whites = list(WHITE_CARDS)
    shuffle(whites, rng, seats * CARDS_IN_ROW)
    rows = tuple(tuple(whites[seat : seats * CARDS_IN_ROW : seats]) for seat in range(seats))
    blacks = list(black_deck(setup.options.beasts))
    shuffle(blacks, rng, len(blacks))
    return ZopZooDeal(rows, tuple(blacks), setup.options.deck)


def shuffle(cards: list[Card], rng: Rng, drawn: int) -> None:
    """Bring so many cards, drawn by chance, to the front in chance order."""
    chance = rng.random
    left = len(cards)
    for at in range(drawn):
        other = at + int(chance() * left)
        cards[at], cards[other] = cards[other], cards[at]
        left -= 1


def read_deal(setup: ZopZooSetup, data: object) -> ZopZooDeal:
    """Read what `as_json` wrote; raises InvalidDealError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidDealError([Problem("not_an_object", "", None, "A deal is given by name.")])
    problems = unknown_fields(data, ("rows", "draw_pile"))
    ids = setup.options.deck.card_of_id
    rows = data.get("rows")
    if not isinstance(rows, list | tuple):
        problems.append(Problem("not_a_list", "rows", "ZZ-05", "The rows must be a list."))
        rows = []
    read = [_read_cards(row, ids, f"rows[{at}]", problems) for at, row in enumerate(rows)]
    draw_pile = _read_cards(data.get("draw_pile"), ids, "draw_pile", problems)
    if problems:
        raise InvalidDealError(problems)
    deal = ZopZooDeal(tuple(read), draw_pile, setup.options.deck)
    check_deal(setup, deal)
    return deal


def _read_cards(
    data: object, ids: Mapping[str, Card], field: str, problems: list[Problem]
) -> tuple[Card, ...]:
    if not isinstance(data, list | tuple):
        problems.append(Problem("not_a_list", field, "ZZ-05", "This must be a list of cards."))
        return ()
    cards = []
    for at, name in enumerate(data):
        card = ids.get(name) if isinstance(name, str) else None
        if card is None:
            text = "There is no such card in the deck."
            problems.append(Problem("unknown_card", f"{field}[{at}]", "ZZ-02", text))
        else:
            cards.append(card)
    return tuple(cards)


def check_deal(setup: ZopZooSetup, deal: ZopZooDeal) -> None:
    """Refuse what the two decks cannot give; raises InvalidDealError with every fault."""
    problems = []
    if len(deal.rows) != setup.seats or any(len(row) != CARDS_IN_ROW for row in deal.rows):
        text = f"Each of the {setup.seats} players is dealt {CARDS_IN_ROW} cards."
        problems.append(Problem("not_the_count", "rows", "ZZ-05", text))
    dealt = [card for row in deal.rows for card in row]
    if len(set(dealt)) != len(dealt) or not set(dealt) <= _WHITES:
        text = "The rows must hold different cards of the white deck."
        problems.append(Problem("not_the_deck", "rows", "ZZ-01", text))
    if sorted(deal.draw_pile) != _sorted_deck(setup.options.beasts):
        text = "The draw pile must hold the black deck, each card once."
        problems.append(Problem("not_the_deck", "draw_pile", "ZZ-02", text))
    if problems:
        raise InvalidDealError(problems)


_WHITES = frozenset(WHITE_CARDS)
_SORTED = {beasts: sorted(black_deck(beasts)) for beasts in (4, 5)}


def _sorted_deck(beasts: int) -> Sequence[Card]:
    return _SORTED[beasts]
