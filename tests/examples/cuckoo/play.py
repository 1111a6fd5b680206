"""One hand of Cuckoo being played, and what a seat may know of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.base import Action, Event, Json, Problem, Rng, Seat, Violation
from games.refusals import HandNotOverError, IllegalActionError, InvalidActionError
from tests.examples.cuckoo.deal import COPIES, RANKS, CuckooDeal, draw, read_deal
from tests.examples.cuckoo.record import CuckooRecord
from tests.examples.cuckoo.setup import CuckooSetup

KEEP: Action = 0
SWAP: Action = 1
NAMES = ("keep", "swap")


@dataclass(frozen=True, slots=True)
class CuckooObservation:
    """What a seat may know: `cards[place]`, None where hidden; the last place is the pile.

    `known[seat]` is the set of places whose card the seat knows, as bits. Every exchange is seen by
    all, so everybody can follow who knows what.
    """

    seat: Seat | None
    setup: CuckooSetup
    turn: int
    cards: tuple[int | None, ...]
    known: tuple[int, ...]
    acting: tuple[Seat, ...]
    legal_actions: Sequence[Action]

    def as_json(self) -> dict[str, Json]:
        """Write the whole view for a screen."""
        return {
            "seat": self.seat,
            "number": self.setup.number,
            "dealer": self.setup.dealer,
            "cards": list(self.cards),
            "acting": list(self.acting),
        }


class CuckooState:
    """Hold one hand: the card at each seat, last the pile's, and whose turn it is."""

    __slots__ = ("_cards", "_known", "_turn", "setup")

    def __init__(
        self, setup: CuckooSetup, cards: Sequence[int], known: Sequence[int], turn: int
    ) -> None:
        self.setup = setup
        self._cards = list(cards)
        self._known = list(known)
        self._turn = turn

    @classmethod
    def start(cls, setup: CuckooSetup, deal: CuckooDeal) -> "CuckooState":
        """Begin a hand: everybody knows the own card alone; raises InvalidDealError."""
        cards = read_deal(setup, deal.as_json()).cards
        return cls(setup, cards, [1 << seat for seat in range(setup.seats)], 0)

    def acting_seats(self) -> tuple[Seat, ...]:
        """Name the seat whose turn it is (CK-03); nobody once the dealer has chosen."""
        return () if self.is_over() else ((self.setup.leader + self._turn) % self.setup.seats,)

    def legal_actions(self, seat: Seat) -> Sequence[Action]:
        """List both actions for the seat whose turn it is."""
        return (KEEP, SWAP) if seat in self.acting_seats() else ()

    def check(self, seat: Seat, action: Action) -> Violation | None:
        """Say why an action is not legal; None where it is."""
        if seat not in self.acting_seats():
            return Violation("not_acting", "CK-03", "It is not your turn.")
        if action not in (KEEP, SWAP):
            return Violation("not_an_action", "CK-03", "Keep your card, or exchange it.")
        return None

    def apply(self, seat: Seat, action: Action) -> None:
        """Check and carry out an action; raises IllegalActionError and then changes nothing."""
        violation = self.check(seat, action)
        if violation is not None:
            raise IllegalActionError(violation)
        self.apply_unchecked(seat, action)

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        """Carry out an action known to be legal."""
        if action == SWAP:
            self._exchange(seat, self._neighbour(seat))
        self._turn += 1

    def _neighbour(self, seat: Seat) -> int:
        """Return the place with which a seat exchanges: for the dealer the pile (CK-04)."""
        seats = self.setup.seats
        return seats if seat == self.setup.dealer else (seat + 1) % seats

    def _exchange(self, seat: Seat, other: int) -> None:
        """Exchange two cards. Who knew one of them knows where it went; both owners know both."""
        cards = self._cards
        cards[seat], cards[other] = cards[other], cards[seat]
        both = 1 << seat | 1 << other
        for each, known in enumerate(self._known):
            if known & both not in (0, both):
                self._known[each] = known ^ both
            if each in (seat, other):
                self._known[each] |= both

    def action_as_json(self, seat: Seat, action: Action) -> dict[str, Json]:
        """Write an action as JSON."""
        return {"type": NAMES[action]}

    def read_action(self, seat: Seat, data: object) -> Action:
        """Read an action from JSON; raises InvalidActionError."""
        if isinstance(data, Mapping) and data.get("type") in NAMES:
            return NAMES.index(str(data["type"]))
        raise InvalidActionError([Problem("not_a_choice", "type", "CK-03", "Keep or swap.")])

    def event(self, seat: Seat, action: Action) -> Event:
        """Describe an action as the log tells it: everybody sees an exchange, nobody the cards."""
        return Event(seat, NAMES[action], self.action_as_json(seat, action), None)

    def observation(self, seat: Seat | None) -> CuckooObservation:
        """Return what a seat may know now; at the end everybody sees the cards at all seats."""
        shown = (1 << self.setup.seats) - 1 if self.is_over() else 0
        seen = shown | (0 if seat is None else self._known[seat])
        return CuckooObservation(
            seat=seat,
            setup=self.setup,
            turn=self._turn,
            cards=tuple(
                card if seen >> place & 1 else None for place, card in enumerate(self._cards)
            ),
            known=tuple(self._known),
            acting=self.acting_seats(),
            legal_actions=() if seat is None else self.legal_actions(seat),
        )

    def is_over(self) -> bool:
        """Tell whether everybody has chosen."""
        return self._turn == self.setup.seats

    def record(self) -> CuckooRecord:
        """Return who has the lowest card (CK-05); raises HandNotOverError while somebody is due."""
        if not self.is_over():
            raise HandNotOverError("Somebody has yet to choose.")
        cards = self._cards[: self.setup.seats]
        lowest = min(cards)
        return CuckooRecord(tuple(seat for seat, card in enumerate(cards) if card == lowest))

    def clone(self) -> "CuckooState":
        """Return an independent copy."""
        return CuckooState(self.setup, self._cards, self._known, self._turn)


def resample(view: CuckooObservation, rng: Rng) -> CuckooState:
    """Return some hand that looks like this to the seat: the cards it does not know drawn anew."""
    left = Counter(dict.fromkeys(RANKS, COPIES))
    left.subtract(card for card in view.cards if card is not None)
    drawn = iter(draw(left, view.cards.count(None), rng))
    cards = [next(drawn) if card is None else card for card in view.cards]
    return CuckooState(view.setup, cards, view.known, view.turn)
