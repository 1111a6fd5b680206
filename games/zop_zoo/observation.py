"""What a seat may know of a hand (ZZ-R17)."""

from dataclasses import dataclass

from games.base import Action, Json, Seat
from games.zop_zoo.actions import action_as_json
from games.zop_zoo.cards import (
    BEAST,
    BEST_BEAST,
    BEST_BEAST_POINTS,
    BONUS_CATEGORIES,
    FIRST_BONUS,
    MINUSES,
    NO_CARD,
    SPECIALTIES,
    WHITES,
    Card,
    Cards,
    black_deck,
    cards_in,
)
from games.zop_zoo.phases import NAMES, OVER, Phase
from games.zop_zoo.rows import Rows
from games.zop_zoo.setup import ZopZooSetup


@dataclass(frozen=True, slots=True)
class ZopZooObservation:
    """Hold what lies open, and for a player who digs the discard pile, its top last.

    The rows are packed as in `Rows`: per seat a set of cards. `used` are the specialties that are
    void: everybody saw them used. Everybody also saw who looked through the discard pile, and when:
    `looked_at[seat]` is how high the draw pile was then, all of it for who never did.
    """

    seat: Seat | None
    setup: ZopZooSetup
    acting: tuple[Seat, ...]
    legal_actions: tuple[Action, ...]
    phase: Phase
    turn: Seat
    wants: tuple[Cards, ...]
    matched: tuple[Cards, ...]
    under_beast: tuple[Cards, ...]
    under_best: tuple[Cards, ...]
    bonuses: tuple[Cards, ...]
    draw_pile_size: int
    discard_pile_size: int
    top: Card
    discard_pile: tuple[Card, ...] | None
    looked_at: tuple[int, ...]
    used: Cards
    held: Card
    has_fetched: bool
    winner: Seat | None

    def rows(self) -> Rows:
        """Return the rows as they lie, free to be changed."""
        rows = Rows(self.setup.options.deck, ((),) * self.setup.seats)
        rows.wants = list(self.wants)
        rows.matched = list(self.matched)
        rows.under_beast = list(self.under_beast)
        rows.under_best = list(self.under_best)
        rows.bonuses = list(self.bonuses)
        return rows

    def unseen(self) -> list[Card]:
        """List the black cards that do not lie open to this seat: those to draw and the buried."""
        unseen = list(black_deck(self.setup.options.beasts))
        for cards in (*self.matched, *self.bonuses):
            for card in cards_in(cards):
                unseen.remove(card)
        for _ in range(sum(cards.bit_count() for cards in self.under_beast)):
            unseen.remove(BEAST)
        if any(self.under_best):
            unseen.remove(BEST_BEAST)
        for card in (self.held, *(self.discard_pile or (self.top,))):
            if card != NO_CARD:
                unseen.remove(card)
        return unseen

    def as_json(self) -> dict[str, Json]:
        """Write the whole view for a screen; cards by their ids, null where there is none."""
        deck = self.setup.options.deck
        seats = range(self.setup.seats)
        pile = self.discard_pile
        return {
            "seat": self.seat,
            **self.setup.as_log(),
            "acting": list(self.acting),
            "legal_actions": [action_as_json(action, deck) for action in self.legal_actions],
            "phase": NAMES[self.phase],
            "turn": self.turn,
            "rows": [self._row_as_json(seat) for seat in seats],
            "bonuses": [
                [BONUS_CATEGORIES[card - FIRST_BONUS] for card in cards_in(self.bonuses[seat])]
                for seat in seats
            ],
            "draw_pile_size": self.draw_pile_size,
            "discard_pile_size": self.discard_pile_size,
            "top": None if self.top == NO_CARD else deck.ids[self.top],
            "discard_pile": None if pile is None else [deck.ids[card] for card in pile],
            "looked_at": list(self.looked_at),
            "used": [deck.ids[card] for card in SPECIALTIES if self.used >> card & 1],
            "held": None if self.held == NO_CARD else deck.ids[self.held],
            "has_fetched": self.has_fetched,
            "is_over": self.phase == OVER,
            "winner": self.winner,
        }

    def _row_as_json(self, seat: Seat) -> list[Json]:
        """Write the cards of a row in the order of their numbers."""
        covered = self.matched[seat] | self.under_beast[seat] | self.under_best[seat]
        row = self.wants[seat] & WHITES | covered
        return [self._card_as_json(card, seat) for card in cards_in(row)]

    def _card_as_json(self, card: Card, seat: Seat) -> Json:
        """Write a card of a row: what covers it, and the points it shows, null for none."""
        animal = self.setup.options.deck.animals[card]
        cover: str | None = None
        points: int | None = None
        bit = 1 << card
        if bit & self.matched[seat]:
            cover, points = "match", animal.points
        elif bit & self.under_beast[seat]:
            cover, points = "beast", 0
        elif bit & self.under_best[seat]:
            cover, points = "best_beast", BEST_BEAST_POINTS
        elif bit & MINUSES:
            points = -animal.points
        return {"card": animal.id, "cover": cover, "points": points}
