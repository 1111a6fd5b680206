"""One hand of ZOP ZOO, played action by action.

Every card drawn or taken is an action, so that each can be seen to come. A card without a choice
plays itself: a match covers its card, an unusable card is discarded and ends the turn.
"""

from collections.abc import Sequence

from games.base import Action, Deal, Event, Json, Seat, Violation
from games.refusals import HandNotOverError, IllegalActionError
from games.zop_zoo.actions import (
    COVER,
    DIG,
    DRAW,
    FETCH,
    FETCH_ALL,
    PASS,
    STOP,
    TAKE,
    action_as_json,
    parts,
    read_action,
    type_of,
    with_cards,
)
from games.zop_zoo.cards import (
    BEAST,
    EARTHWORM,
    HYENA,
    MOLE,
    NO_CARD,
    TO_COVER,
    WHITES,
    Card,
    cards_in,
)
from games.zop_zoo.deal import ZopZooDeal, check_deal
from games.zop_zoo.observation import ZopZooObservation
from games.zop_zoo.phases import (
    COVERING,
    DIGGING,
    DRAWING,
    MOLE_ON_TOP,
    MOLE_UNCOVERED,
    OVER,
    SPECIALTY_DRAWN,
    SPECIALTY_ON_TOP,
    SPECIALTY_UNCOVERED,
    TAKING,
    Phase,
)
from games.zop_zoo.record import ZopZooRecord
from games.zop_zoo.refusals import refusal
from games.zop_zoo.rows import Rows
from games.zop_zoo.setup import ZopZooSetup
from games.zop_zoo.specialties import can_use, carry_out, choices

_ONLY: tuple[tuple[Action, ...] | None, ...] = (
    (DRAW,),
    (TAKE,),
    (DRAW, DIG),
    (DIG, PASS),
    None,
    None,
    None,
    None,
    None,
    (),
)
"""The legal actions by phase, where they are always the same."""


class ZopZooState:
    """A hand being played.

    `discard_pile` lies with its top last. `drawn` counts the cards taken off the draw pile. `held`
    is a drawn card that waits for a choice. `used` has a bit for each specialty that is void.
    `looked_at[seat]`: so many cards were left to draw when it last looked through the discards.
    """

    __slots__ = (
        "discard_pile",
        "draw_pile",
        "drawn",
        "has_fetched",
        "held",
        "looked_at",
        "phase",
        "rows",
        "setup",
        "turn",
        "used",
        "winner",
    )

    def __init__(self, setup: ZopZooSetup, rows: Rows, draw_pile: Sequence[Card]) -> None:
        self.setup = setup
        self.rows = rows
        self.draw_pile = draw_pile
        self.drawn = 0
        self.discard_pile: list[Card] = []
        self.turn = setup.first
        self.phase: Phase = DRAWING
        self.held: Card = NO_CARD
        self.has_fetched = False
        self.looked_at = [len(draw_pile)] * setup.seats
        self.used = 0
        self.winner: Seat | None = None

    def acting_seats(self) -> tuple[Seat, ...]:
        """List the seat whose turn it is; nobody once the hand is over."""
        return () if self.phase == OVER else (self.turn,)

    def is_over(self) -> bool:
        """Tell whether somebody has won or the draw pile has run out (ZZ-23, ZZ-25)."""
        return self.phase == OVER

    def legal_actions(self, seat: Seat) -> Sequence[Action]:
        """List every action that `check` accepts, each once; empty for a seat not acting."""
        if seat != self.turn:
            return ()
        return _ONLY[self.phase] or self._choices()

    def _choices(self) -> Sequence[Action]:
        """List the legal actions of a phase in which they depend on the cards."""
        phase, seat = self.phase, self.turn
        if phase == COVERING:
            return [with_cards(COVER, card) for card in cards_in(self.rows.wants[seat] & WHITES)]
        if phase == DIGGING:
            fetches = [with_cards(FETCH, card) for card in self._worth_fetching()]
            return [FETCH_ALL, *fetches, STOP] if fetches else [STOP]
        if phase == SPECIALTY_DRAWN:
            return choices(self.held, self.rows, seat)
        if phase == OVER:
            return ()
        uses = choices(self.discard_pile[-1], self.rows, seat)
        if self.setup.options.specialty_on_discard == "may":
            uses.append(DRAW if phase == SPECIALTY_ON_TOP else PASS)
        return uses

    def _worth_fetching(self) -> list[Card]:
        """List the discarded cards that give the digger points (ZZ-14), in their order."""
        wants = self.rows.wants[self.turn]
        return [card for card in self.discard_pile if wants >> card & 1]

    def check(self, seat: Seat, action: Action) -> Violation | None:
        """Say why an action is not legal, whatever whole number it is; None where it is."""
        if action in self.legal_actions(seat):
            return None
        return refusal(self.phase, seat == self.turn, action)

    def apply(self, seat: Seat, action: Action) -> None:
        """Check and carry out an action; raises IllegalActionError and then changes nothing."""
        violation = self.check(seat, action)
        if violation is not None:
            raise IllegalActionError(violation)
        self.apply_unchecked(seat, action)

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        """Carry out an action known to be legal, for search and simulation."""
        if action == DRAW:
            self._draw(seat)
        elif action == TAKE:
            self._take(seat)
        elif action == DIG:
            self.phase = DIGGING
        elif action == PASS:
            self._end_turn()
        elif action == STOP:
            self._stop_digging()
        elif action == FETCH_ALL:
            self._fetch_all(seat)
        else:
            self._choose(seat, action)

    def _draw(self, seat: Seat) -> None:
        card = self.draw_pile[self.drawn]
        self.drawn += 1
        if self.rows.wants[seat] >> card & 1:
            self.rows.gain(seat, card)
            self._draw_again(seat)
        elif card >= BEAST:
            self.held = card
            self.phase = COVERING
        elif card == MOLE:
            self.held = card
            self.phase = DIGGING
        elif card > MOLE and can_use(card, self.rows, seat):
            self.held = card
            self.phase = SPECIALTY_DRAWN
        else:
            self.discard_pile.append(card)
            self._end_turn()

    def _draw_again(self, seat: Seat) -> None:
        """Go on after a drawn card that was used (ZZ-09), if the hand goes on."""
        if self.rows.is_complete(seat):
            self._win(seat)
        elif self.drawn == len(self.draw_pile):
            self.phase = OVER
        else:
            self.phase = DRAWING

    def _win(self, seat: Seat) -> None:
        self.winner = seat
        self.phase = OVER

    def _end_turn(self) -> None:
        """Give the turn to the next seat, if the draw pile is not out (ZZ-R11)."""
        if self.drawn == len(self.draw_pile):
            self.phase = OVER
            return
        self.turn = self.turn + 1 if self.turn + 1 < self.setup.seats else 0
        self.begin_turn()

    def begin_turn(self) -> None:
        """See what the discard pile offers to, or demands of, the seat whose turn it is."""
        seat = self.turn
        wants = self.rows.wants[seat]
        if not wants & TO_COVER:  # dealt nothing but minus cards (ZZ-R15)
            self._win(seat)
            return
        top = self.discard_pile[-1] if self.discard_pile else NO_CARD
        if wants >> top & 1:
            self.phase = TAKING
        elif top < MOLE:
            self.phase = DRAWING
        elif top == MOLE:
            self.phase = MOLE_ON_TOP
        elif self._is_living_specialty(top) and can_use(top, self.rows, seat):
            self.phase = SPECIALTY_ON_TOP
        else:
            self.phase = DRAWING

    def _is_living_specialty(self, card: Card) -> bool:
        return EARTHWORM <= card <= HYENA and not self.used >> card & 1

    def _take(self, seat: Seat) -> None:
        """Take the top of the discard pile, and see what that uncovers (ZZ-10, ZZ-R9)."""
        self.rows.gain(seat, self.discard_pile.pop())
        top = self.discard_pile[-1] if self.discard_pile else NO_CARD
        if self.rows.is_complete(seat):
            self._win(seat)
        elif self.rows.wants[seat] >> top & 1:
            self.phase = TAKING
        elif top == MOLE:
            self.phase = MOLE_UNCOVERED
        elif self._is_living_specialty(top) and can_use(top, self.rows, seat):
            self.phase = SPECIALTY_UNCOVERED
        else:
            self._end_turn()

    def _fetch(self, seat: Seat, card: Card) -> None:
        self.discard_pile.remove(card)
        self.rows.gain(seat, card)
        self.has_fetched = True

    def _fetch_all(self, seat: Seat) -> None:
        """Take all that gives points, also what a card just taken entitles to, and stop."""
        found = self._worth_fetching()
        while found:
            for card in found:
                self._fetch(seat, card)
            found = self._worth_fetching()
        self._stop_digging()

    def _stop_digging(self) -> None:
        """End a dig: only after one with a drawn mole that found something the turn goes on."""
        goes_on = self.held == MOLE and self.has_fetched
        self.has_fetched = False
        self.looked_at[self.turn] = len(self.draw_pile) - self.drawn
        if self.held == MOLE:
            self.discard_pile.append(MOLE)
            self.held = NO_CARD
        if goes_on:
            self._draw_again(self.turn)
        elif self.rows.is_complete(self.turn):
            self._win(self.turn)
        else:
            self._end_turn()

    def _choose(self, seat: Seat, action: Action) -> None:
        """Carry out an action that names a card."""
        kind, card, _ = parts(action)
        if kind == FETCH:
            self._fetch(seat, card)
        elif kind == COVER:
            self.rows.cover(seat, card, self.held)
            self.held = NO_CARD
            self._draw_again(seat)
        else:
            self._use_specialty(seat, action)

    def _use_specialty(self, seat: Seat, action: Action) -> None:
        """Use a specialty, which is void from now on and lies on the discard pile (ZZ-20)."""
        carry_out(action, self.rows, seat)
        is_drawn = self.phase == SPECIALTY_DRAWN
        if is_drawn:
            self.discard_pile.append(self.held)
            self.held = NO_CARD
        self.used |= 1 << self.discard_pile[-1]
        if is_drawn:
            self._draw_again(seat)
        else:
            self._end_turn()

    def action_as_json(self, seat: Seat, action: Action) -> dict[str, Json]:  # noqa: ARG002
        """Write a legal action of a seat as JSON; `type` names its kind."""
        return action_as_json(action, self.setup.options.deck)

    def read_action(self, seat: Seat, data: object) -> Action:  # noqa: ARG002
        """Read an action from JSON, whatever value it is; raises InvalidActionError."""
        return read_action(data, self.setup.options.deck)

    def event(self, seat: Seat, action: Action) -> Event:
        """Describe a legal action, before it is applied, with the cards that it turns up."""
        ids = self.setup.options.deck.ids
        told = self.action_as_json(seat, action)
        if action == DRAW:
            told["card"] = ids[self.draw_pile[self.drawn]]
        elif action == TAKE:
            told["card"] = ids[self.discard_pile[-1]]
        elif action == FETCH_ALL:
            told["cards"] = [ids[card] for card in self._all_to_fetch()]
        return Event(seat, type_of(action), told, None)

    def _all_to_fetch(self) -> list[Card]:
        ahead = self.clone()
        ahead.apply_unchecked(self.turn, FETCH_ALL)
        left = set(ahead.discard_pile)
        return [card for card in self.discard_pile if card not in left]

    def observation(self, seat: Seat | None) -> ZopZooObservation:
        """Return what a seat may know now; None: what a spectator may know (ZZ-R17)."""
        rows, discard_pile = self.rows, self.discard_pile
        is_digging = self.phase == DIGGING and seat == self.turn
        return ZopZooObservation(
            seat,
            self.setup,
            self.acting_seats(),
            () if seat is None else tuple(self.legal_actions(seat)),
            self.phase,
            self.turn,
            tuple(rows.wants),
            tuple(rows.matched),
            tuple(rows.under_beast),
            tuple(rows.under_best),
            tuple(rows.bonuses),
            len(self.draw_pile) - self.drawn,
            len(discard_pile),
            discard_pile[-1] if discard_pile else NO_CARD,
            tuple(discard_pile) if is_digging else None,
            tuple(self.looked_at),
            self.used,
            self.held,
            self.has_fetched,
            self.winner,
        )

    def record(self) -> ZopZooRecord:
        """Return the record of the finished hand; raises HandNotOverError while it goes on."""
        if self.phase != OVER:
            raise HandNotOverError("The hand is still being played.")
        shown = tuple(self.rows.shown(seat) for seat in range(self.setup.seats))
        return ZopZooRecord(self.winner, shown)

    def clone(self) -> "ZopZooState":
        """Return an independent copy."""
        copy = object.__new__(ZopZooState)
        copy.setup = self.setup
        copy.rows = self.rows.clone()
        copy.draw_pile = self.draw_pile
        copy.drawn = self.drawn
        copy.discard_pile = self.discard_pile.copy()
        copy.turn = self.turn
        copy.phase = self.phase
        copy.held = self.held
        copy.has_fetched = self.has_fetched
        copy.looked_at = self.looked_at.copy()
        copy.used = self.used
        copy.winner = self.winner
        return copy


def start(setup: ZopZooSetup, deal: Deal) -> ZopZooState:
    """Begin a hand that was set up and dealt so; raises InvalidDealError."""
    if not isinstance(deal, ZopZooDeal):
        raise TypeError(f"This is no deal of ZOP ZOO: {deal!r}")
    check_deal(setup, deal)
    state = ZopZooState(setup, Rows(setup.options.deck, deal.rows), deal.draw_pile)
    state.begin_turn()
    return state
