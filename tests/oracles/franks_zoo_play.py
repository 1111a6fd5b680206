"""A second, naive way to play a hand of Frank's Zoo, to compare the engine with.

Written from the rules alone: it imports nothing of the project. Cards are names in lists, and what
is known of a hand is worked out again from all that has happened. An action is (kind, cards in the
order of the deck).
"""

from typing import Any, NamedTuple

from tests.oracles.franks_zoo_sets import (
    Cards,
    deck,
    does_beat,
    groups,
    hold,
    sets_that_beat,
    sort,
    splits,
    take,
    what_is,
)

JsonObject = dict[str, Any]


class Action(NamedTuple):
    kind: str
    cards: Cards = ()


class Happened(NamedTuple):
    seat: int
    action: Action
    to_beat: Cards


class Hand:
    """One hand, as a careful player would run it with cards on a table."""

    def __init__(
        self,
        hands: list[list[str]],
        leader: int,
        *,
        teams: list[list[int]] | None = None,
        solo: int | None = None,
        final_trick: str = "owner",
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.seats = len(hands)
        self.leader = leader
        self.teams = teams or []
        self.solo = solo
        self.final_trick = final_trick
        self.happened: list[Happened] = []
        self.did: list[list[int]] = [[] for _ in hands]
        self.passed_on: dict[int, Cards] = {}
        self.piles: list[list[str]] = [[] for _ in hands]
        self.table: list[str] = []
        self.to_beat: Cards = ()
        self.owner: int | None = None
        self.have_passed: set[int] = set()
        self.turn = leader
        self.asking: tuple[int, Cards] | None = None
        self.finish: list[int] = []

    def senior(self, seat: int) -> int | None:
        return next((senior for senior, junior in self.teams if junior == seat), None)

    def junior(self, seat: int) -> int | None:
        return next((junior for senior, junior in self.teams if senior == seat), None)

    def with_cards(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.hands[seat]]

    def is_over(self) -> bool:
        return len(self.with_cards()) <= 1

    def must_pass_on(self) -> list[int]:
        """List who is to pass two cards now: a senior only after its junior (FZ-22)."""
        if not self.teams:
            return []
        return [
            seat
            for seat in range(self.seats)
            if seat not in self.passed_on
            and (self.junior(seat) is None or self.junior(seat) in self.passed_on)
        ]

    def stage(self) -> str:
        if self.is_over():
            return "over"
        if self.must_pass_on():
            return "exchange"
        return "help" if self.asking else "turn"

    def acting(self) -> list[int]:
        if self.is_over():
            return []
        return self.must_pass_on() or [self.turn]

    def legal(self, seat: int) -> set[Action]:
        if seat not in self.acting():
            return set()
        return {
            "exchange": self.legal_exchanges,
            "help": self.legal_answers,
            "turn": self.legal_on_turn,
        }[self.stage()](seat)

    def legal_exchanges(self, seat: int) -> set[Action]:
        hand = self.hands[seat]
        return {
            Action("exchange", sort([one, other]))
            for at, one in enumerate(hand)
            for other in hand[:at]
        }

    def legal_answers(self, seat: int) -> set[Action]:
        assert self.asking is not None
        answers = {Action("decline")}
        for added in groups(self.hands[seat]):
            if does_beat(sort(self.asking[1] + added), self.to_beat):
                answers.add(Action("help", added))
        return answers

    def legal_on_turn(self, seat: int) -> set[Action]:
        hand = self.hands[seat]
        plays = {Action("play", cards) for cards in groups(hand) if does_beat(cards, self.to_beat)}
        if not self.to_beat:
            return plays or {Action("pass")}
        return plays | {Action("pass")} | self.legal_asks(seat)

    def legal_asks(self, seat: int) -> set[Action]:
        senior = self.senior(seat)
        if senior is None or not self.hands[senior]:
            return set()
        hand, elsewhere = self.hands[seat], self.not_ruled_out(seat, senior)
        return {
            Action("ask", laid)
            for cards in sets_that_beat(self.to_beat)
            for laid, added in splits(cards)
            if len(added) <= len(self.hands[senior]) and hold(hand, laid) and hold(elsewhere, added)
        }

    def not_ruled_out(self, junior: int, senior: int) -> list[str]:
        """List the cards that a senior may hold for all that its junior can see (FZ-R16)."""
        played = [card for pile in self.piles for card in pile] + self.table
        cards = take(take(deck(self.seats), self.hands[junior]), played)
        for seat in range(self.seats):
            if seat not in (junior, senior):
                cards = take(cards, self.known_to_hold(seat))
        return cards

    def known_to_hold(self, seat: int) -> Cards:
        """Return what everybody knows to be in a hand: shown when asking, or a last joker."""
        known: dict[str, int] = {}
        for at in self.did[seat]:
            _, action, to_beat = self.happened[at]
            if action.kind == "pass" and not to_beat:
                known["joker"] = 1
            for card in set(action.cards):
                number = action.cards.count(card)
                if action.kind == "ask" and self.was_refused(at):
                    known[card] = max(known.get(card, 0), number)
                elif action.kind in ("play", "help", "joint"):
                    known[card] = max(known.get(card, 0) - number, 0)
        return sort(card for card, number in known.items() for _ in range(number))

    def was_refused(self, at: int) -> bool:
        return at + 1 < len(self.happened) and self.happened[at + 1].action.kind == "decline"

    def apply(self, seat: int, action: Action) -> None:
        self.note(seat, action)
        if action.kind == "exchange":
            self.pass_on(seat, action.cards)
        elif action.kind == "ask":
            senior = self.senior(seat)
            assert senior is not None
            self.asking, self.turn = (seat, action.cards), senior
        elif action.kind == "help":
            assert self.asking is not None
            junior, laid = self.asking
            self.asking = None
            self.note(junior, Action("joint", laid))
            self.put_on_table(junior, {junior: laid, seat: action.cards})
        elif action.kind == "decline":
            assert self.asking is not None
            junior = self.asking[0]
            self.asking = None
            self.pass_turn(junior)
        elif action.kind == "pass":
            self.pass_turn(seat)
        else:
            self.put_on_table(seat, {seat: action.cards})

    def note(self, seat: int, action: Action) -> None:
        """Remember what happened, also by who did it."""
        self.did[seat].append(len(self.happened))
        self.happened.append(Happened(seat, action, self.to_beat))

    def pass_on(self, seat: int, cards: Cards) -> None:
        self.hands[seat] = take(self.hands[seat], cards)
        self.passed_on[seat] = cards
        for senior, junior in self.teams:
            if seat in (senior, junior):
                self.hands[senior + junior - seat].extend(cards)

    def put_on_table(self, owner: int, parts: dict[int, Cards]) -> None:
        for seat, cards in parts.items():
            self.hands[seat] = take(self.hands[seat], cards)
            self.table.extend(cards)
            if not self.hands[seat]:
                self.finish.append(seat)
        self.to_beat = sort(card for cards in parts.values() for card in cards)
        self.owner = owner
        self.have_passed = set()
        if self.is_over():
            self.finish += self.with_cards()
            if self.final_trick == "owner":
                self.piles[owner] += self.table
                self.table = []
            return
        self.turn = owner
        self.go_on()

    def pass_turn(self, seat: int) -> None:
        self.turn = seat
        self.have_passed.add(seat)
        self.go_on()

    def go_on(self) -> None:
        """Find who is next: whoever has cards and sits next; or who leads after a trick."""
        waiting = [seat for seat in self.with_cards() if seat != self.owner]
        if self.to_beat and all(seat in self.have_passed for seat in waiting):
            assert self.owner is not None
            self.piles[self.owner] += self.table
            self.turn, self.owner = self.owner, None
            self.table, self.to_beat, self.have_passed = [], (), set()
            if self.hands[self.turn]:
                return
        self.turn = (self.turn + 1) % self.seats
        while not self.hands[self.turn]:
            self.turn = (self.turn + 1) % self.seats

    def sees(self, seat: int | None) -> JsonObject:
        """Return what a seat, or a spectator, knows of the hand."""
        given, received, laid_aside = self.sees_of_exchange(seat)
        standing = what_is(self.to_beat)
        return {
            "seat": seat,
            "stage": self.stage(),
            "acting": self.acting(),
            "hand": [] if seat is None else list(sort(self.hands[seat])),
            "given": given,
            "received": received,
            "laid_aside": laid_aside,
            "sizes": [len(hand) for hand in self.hands],
            "has_passed": [other in self.passed_on for other in range(self.seats)],
            "table": list(sort(self.table)),
            "standing": standing
            and {"animal": standing[0], "size": standing[1], "owner": self.owner},
            "asking": self.asking and {"junior": self.asking[0], "cards": list(self.asking[1])},
            "shown": [list(self.known_to_hold(other)) for other in range(self.seats)],
            "piles": [len(pile) for pile in self.piles],
            "finish": self.finish,
            "actions": set() if seat is None else self.legal(seat),
        }

    def sees_of_exchange(self, seat: int | None) -> tuple[list[str], list[str], list[str]]:
        """Return what a seat gave, received and laid aside."""
        if seat is None:
            return [], [], []
        own = list(self.passed_on.get(seat, ()))
        for team in self.teams:
            if seat in team:
                partner = sum(team) - seat
                return own, list(self.passed_on.get(partner, ())), []
        return [], [], own

    def record(self, *, counts_cards: bool) -> JsonObject:
        record: JsonObject = {"finish": self.finish}
        if self.teams:
            record["teams"] = self.teams
        if self.solo is not None:
            record["solo"] = self.solo
        if counts_cards:
            piles = [list(pile) for pile in self.piles]
            if self.solo is not None:
                piles[self.solo] += self.passed_on[self.solo]
            record["lions_taken"] = [pile.count("lion") for pile in piles]
            record["lions_in_hand"] = self.hands[self.finish[-1]].count("lion")
            record["hedgehog"] = ["hedgehog" in pile for pile in piles]
        return record


def count_positions(hand: Hand, depth: int) -> int:
    """Return how many sequences of this many actions there are, acting seats in seat order."""
    if depth == 0 or hand.is_over():
        return 1
    seat = hand.acting()[0]
    total = 0
    for action in hand.legal(seat):
        after = copy_of(hand)
        after.apply(seat, action)
        total += count_positions(after, depth - 1)
    return total


def copy_of(hand: Hand) -> Hand:
    copy = Hand(
        hand.hands, hand.leader, teams=hand.teams, solo=hand.solo, final_trick=hand.final_trick
    )
    copy.happened = list(hand.happened)
    copy.did = [list(own) for own in hand.did]
    copy.passed_on = dict(hand.passed_on)
    copy.piles = [list(pile) for pile in hand.piles]
    copy.table = list(hand.table)
    copy.to_beat, copy.owner, copy.turn = hand.to_beat, hand.owner, hand.turn
    copy.have_passed = set(hand.have_passed)
    copy.asking = hand.asking
    copy.finish = list(hand.finish)
    return copy
