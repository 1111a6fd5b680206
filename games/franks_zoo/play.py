"""Play one hand: exchange, tricks, asking for help, the end (FZ-06 to FZ-13, FZ-22 to FZ-26)."""

from collections.abc import Collection, Sequence

from games.base import Action, Event, Json, Seat, Violation
from games.franks_zoo.actions import (
    ASK,
    DECLINE,
    EXCHANGE,
    HELP,
    OVER,
    PASS,
    TURN,
    action_as_json,
    kind_of,
    read_action,
)
from games.franks_zoo.asks import LAYABLE, asks
from games.franks_zoo.cards import JOKER, PACKED_DECKS, TOO_FEW, count, either, fits, without
from games.franks_zoo.deal import FranksZooDeal, deal_problems
from games.franks_zoo.observation import Ask, FranksZooObservation
from games.franks_zoo.record import FranksZooRecord, record_of
from games.franks_zoo.sets import (
    ASKS,
    BEATING,
    FROM_ANY_HAND,
    PAIRS,
    READING,
    answers,
    leads,
    pairs,
)
from games.franks_zoo.setup import NOBODY, FranksZooSetup
from games.franks_zoo.violations import explain
from games.refusals import HandNotOverError, IllegalActionError, InvalidDealError

_ALONE = tuple((seat,) for seat in range(7))
_AFTER = tuple(tuple((seat + 1) % seats for seat in range(seats)) for seats in range(8))


class FranksZooHand:
    """One hand of Frank's Zoo.

    All cards are packed. `acting` are the seats whose action is awaited, `hands` what each holds,
    `piles` what it took in tricks, `played` what it has put on the table in the whole hand, by
    itself or with its partner. `shown` is what everybody knows to be in its hand (FZ-R15, FZ-R6),
    `passed` what it gave away in the exchange. `unplayed` are all cards not yet played.
    `standing` is the reading to beat (0: the turn leads), `owner` whose it is, `table` the cards of
    the trick. `laid` is what the junior `asker` lays and asks with. `asked` lists all that were
    asked and refused, for `resample`.
    """

    __slots__ = (
        "acting",
        "after",
        "asked",
        "asker",
        "finish",
        "hands",
        "holders",
        "laid",
        "owner",
        "passed",
        "piles",
        "played",
        "seniors",
        "setup",
        "shown",
        "shown_in_all",
        "stage",
        "standing",
        "table",
        "unplayed",
    )

    def __init__(self, setup: FranksZooSetup, hands: Sequence[int]) -> None:
        seats = setup.seats
        self.setup = setup
        self.after = _AFTER[seats]
        self.seniors = setup.senior_of
        self.hands = list(hands)
        self.piles = [0] * seats
        self.played = [0] * seats
        self.shown = [0] * seats
        self.shown_in_all = 0
        self.passed = [0] * seats
        self.unplayed = PACKED_DECKS[seats]
        self.finish: list[Seat] = []
        self.holders = seats
        self.standing = 0
        self.owner = NOBODY
        self.table = 0
        self.laid = 0
        self.asker = NOBODY
        self.asked: list[Ask] = []
        self.stage = EXCHANGE
        self.acting = setup.first_to_exchange
        if not self.acting:
            self._begin_play()

    @classmethod
    def start(cls, setup: FranksZooSetup, deal: FranksZooDeal) -> "FranksZooHand":
        """Begin a hand; raises InvalidDealError."""
        problems = deal_problems(setup, deal.hands)
        if problems:
            raise InvalidDealError(problems)
        return cls(setup, deal.hands)

    def acting_seats(self) -> tuple[Seat, ...]:
        """List the seats whose action is awaited: several in the exchange, else one or none."""
        return self.acting

    def is_over(self) -> bool:
        """Tell whether at most one seat has cards left (FZ-13)."""
        return self.stage == OVER

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """List every action that `check` accepts; empty for a seat that is not acting."""
        if seat not in self.acting:
            return ()
        hand, standing = self.hands[seat], self.standing
        if self.stage == TURN:
            if not standing:
                return leads(hand) or (PASS,)
            senior = self.seniors[seat]
            if senior == NOBODY or not self.hands[senior] or not hand & LAYABLE[standing]:
                return answers(hand, standing)
            others = self._not_ruled_out(seat, senior)
            return answers(hand, standing) + asks(hand, standing, others, self.hands[senior])
        if self.stage == HELP:
            parts = FROM_ANY_HAND[standing][self.laid]
            return (DECLINE, *[part for part in parts if not (hand - part) & TOO_FEW])
        return pairs(hand)

    def _not_ruled_out(self, junior: Seat, senior: Seat) -> int:
        """Return the cards that a senior may hold for all that is known (FZ-R16).

        Ruled out are the cards played, the junior's own, and those that others have shown.
        """
        others = self.unplayed - self.hands[junior]
        if self.shown_in_all:
            others += self.shown[junior] + self.shown[senior] - self.shown_in_all
        return others

    def check(self, seat: Seat, action: Action) -> Violation | None:
        """Say why an action is not legal; None where it is."""
        if self._is_legal(seat, action):
            return None
        return explain(self.observation(seat), seat, action)

    def _is_legal(self, seat: Seat, action: Action) -> bool:
        if seat not in self.acting:
            return False
        if self.stage == TURN:
            if action == PASS:
                return self.standing > 0 or self.hands[seat] == JOKER
            if action >= ASK:
                return self._may_ask(seat, action - ASK)
            allowed: Collection[int] = BEATING[self.standing] if self.standing else READING
        elif self.stage == HELP:
            if action == DECLINE:
                return True
            allowed = FROM_ANY_HAND[self.standing][self.laid]
        else:
            allowed = PAIRS
        return action in allowed and not (self.hands[seat] - action) & TOO_FEW

    def _may_ask(self, seat: Seat, laid: int) -> bool:
        senior = self.seniors[seat]
        if not self.standing or senior == NOBODY or not self.hands[senior]:
            return False
        if not fits(laid, self.hands[seat]):
            return False
        others = self._not_ruled_out(seat, senior)
        parts = ASKS[self.hands[senior] % 15][self.standing].get(laid, ())
        return any(fits(part, others) for part in parts)

    def apply(self, seat: Seat, action: Action) -> None:
        """Check and carry out an action; raises IllegalActionError and then changes nothing."""
        if not self._is_legal(seat, action):
            raise IllegalActionError(explain(self.observation(seat), seat, action))
        self.apply_unchecked(seat, action)

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        """Carry out an action known to be legal."""
        if self.stage != TURN:
            if self.stage == HELP:
                self._answer(seat, action)
            else:
                self._exchange(seat, action)
            return
        if action >= ASK:
            self._ask(seat, action - ASK)
            return
        if action != PASS:
            self.standing = READING[action]
            self.owner = seat
            self._put_down(seat, action)
            if self.holders == 1:
                self._end()
                return
        elif not self.standing:
            self._show(seat, JOKER)
        self._next_turn(seat)

    def _next_turn(self, seat: Seat) -> None:
        """Go on left of a seat; the trick is taken where that comes round to its owner (FZ-10).

        The owner's place counts even when he has gone out (FZ-R7); then whoever has cards and sits
        next to him leads (FZ-12).
        """
        after, hands, owner = self.after, self.hands, self.owner
        seat = after[seat]
        while seat != owner and not hands[seat]:
            seat = after[seat]
        if seat == owner:
            self.piles[owner] += self.table
            self.table = 0
            self.standing = 0
            self.owner = NOBODY
            while not hands[seat]:
                seat = after[seat]
        self.acting = _ALONE[seat]

    def _ask(self, junior: Seat, laid: int) -> None:
        """Lay cards and wait for the senior (FZ-24)."""
        senior = self.seniors[junior]
        parts = ASKS[self.hands[senior] % 15][self.standing][laid]
        had = self.hands[junior] + self.played[junior]
        self.asked.append(Ask(junior, self._not_ruled_out(junior, senior) + had, parts))
        self.laid = laid
        self.asker = junior
        self.stage = HELP
        self.acting = _ALONE[senior]

    def _answer(self, senior: Seat, added: int) -> None:
        """Carry out a senior's answer to the junior who asks (FZ-24 to FZ-26, FZ-R17)."""
        junior, laid = self.asker, self.laid
        self.asker, self.laid, self.stage = NOBODY, 0, TURN
        if added == DECLINE:
            self._show(junior, laid)
            self._next_turn(junior)
            return
        self.standing = READING[laid + added]
        self.owner = junior
        self._put_down(junior, laid)
        self._put_down(senior, added)
        if self.holders > 1:
            self._next_turn(junior)
        else:
            self._end()

    def _put_down(self, seat: Seat, cards: int) -> None:
        """Move cards from a hand to the table; without cards left the seat goes out (FZ-11)."""
        self.table += cards
        self.unplayed -= cards
        self.played[seat] += cards
        if self.shown[seat]:
            self._hide(seat, cards)
        hand = self.hands[seat] - cards
        self.hands[seat] = hand
        if not hand:
            self.finish.append(seat)
            self.holders -= 1

    def _end(self) -> None:
        """End the hand: at most one seat has cards left (FZ-13, FZ-R5, FZ-R18)."""
        self.finish += [seat for seat, hand in enumerate(self.hands) if hand]
        if self.setup.final_trick == "owner":
            self.piles[self.owner] += self.table
            self.table = 0
        self.stage = OVER
        self.acting = ()

    def _exchange(self, seat: Seat, cards: int) -> None:
        """Pass two cards to the partner, or lay them aside (FZ-22, FZ-R11, FZ-R12)."""
        self.hands[seat] -= cards
        self.passed[seat] = cards
        senior, junior = self.seniors[seat], self.setup.junior_of[seat]
        still = [other for other in self.acting if other != seat]
        if senior != NOBODY:
            self.hands[senior] += cards
            still.append(senior)
        elif junior != NOBODY:
            self.hands[junior] += cards
        self.acting = tuple(sorted(still))
        if not still:
            self._begin_play()

    def _begin_play(self) -> None:
        self.stage = TURN
        self.acting = _ALONE[self.setup.leader]

    def _show(self, seat: Seat, cards: int) -> None:
        """Note that everybody knows a seat to hold these cards."""
        known = either(self.shown[seat], cards)
        self.shown_in_all += known - self.shown[seat]
        self.shown[seat] = known

    def _hide(self, seat: Seat, cards: int) -> None:
        """Note that a seat has played cards, which may be those it was known to hold."""
        known = without(self.shown[seat], cards)
        self.shown_in_all += known - self.shown[seat]
        self.shown[seat] = known

    def action_as_json(self, seat: Seat, action: Action) -> dict[str, Json]:  # noqa: ARG002
        """Write a legal action as JSON: its kind and its cards by name."""
        return action_as_json(self.stage, action)

    def read_action(self, seat: Seat, data: object) -> Action:  # noqa: ARG002
        """Read an action for this moment from JSON; raises InvalidActionError."""
        return read_action(self.stage, data)

    def event(self, seat: Seat, action: Action) -> Event:
        """Describe a legal action before it is applied; an exchange is seen by its team alone."""
        seen_by = None
        if self.stage == EXCHANGE:
            partners = (self.seniors[seat], self.setup.junior_of[seat])
            seen_by = tuple(sorted({seat, *partners} - {NOBODY}))
        return Event(seat, kind_of(self.stage, action), action_as_json(self.stage, action), seen_by)

    def observation(self, seat: Seat | None) -> FranksZooObservation:
        """Return what a seat may know now; None: what a spectator may know."""
        hand = given = received = laid_aside = 0
        if seat is not None:
            hand, given = self.hands[seat], self.passed[seat]
            partner = max(self.seniors[seat], self.setup.junior_of[seat])
            if partner != NOBODY:
                received = self.passed[partner]
            else:
                given, laid_aside = 0, given
        return FranksZooObservation(
            setup=self.setup,
            seat=seat,
            stage=self.stage,
            acting=self.acting,
            legal_actions=() if seat is None else tuple(self.legal_actions(seat)),
            hand=hand,
            given=given,
            received=received,
            laid_aside=laid_aside,
            sizes=tuple(map(count, self.hands)),
            has_passed=tuple(map(bool, self.passed)),
            standing=self.standing,
            owner=self.owner,
            table=self.table,
            asker=self.asker,
            laid=self.laid,
            unplayed=self.unplayed,
            played=tuple(self.played),
            piles=tuple(self.piles),
            shown=tuple(self.shown),
            asked=tuple(self.asked),
            finish=tuple(self.finish),
        )

    def record(self) -> FranksZooRecord:
        """Return the record of the finished hand; raises HandNotOverError while it goes on."""
        if self.stage != OVER:
            raise HandNotOverError("The hand is not over yet.")
        return record_of(self.setup, self.finish, self.hands, self.piles, self.passed)

    def clone(self) -> "FranksZooHand":
        """Return an independent copy."""
        copy = FranksZooHand.__new__(FranksZooHand)
        copy.setup = self.setup
        copy.after = self.after
        copy.seniors = self.seniors
        copy.hands = self.hands[:]
        copy.piles = self.piles[:]
        copy.played = self.played[:]
        copy.shown = self.shown[:]
        copy.shown_in_all = self.shown_in_all
        copy.passed = self.passed[:]
        copy.unplayed = self.unplayed
        copy.finish = self.finish[:]
        copy.holders = self.holders
        copy.standing = self.standing
        copy.owner = self.owner
        copy.table = self.table
        copy.laid = self.laid
        copy.asker = self.asker
        copy.asked = self.asked[:]
        copy.stage = self.stage
        copy.acting = self.acting
        return copy
