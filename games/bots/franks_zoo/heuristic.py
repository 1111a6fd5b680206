"""A player of Frank's Zoo that plans how to get rid of its hand, and minds its partner."""

from games.base import Action, Observation, Rng, Seat
from games.bots.franks_zoo.chances import Chances
from games.franks_zoo.actions import ASK, EXCHANGE, HELP, PASS
from games.franks_zoo.cards import BITS, JOKER, count, number
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.sets import READING, SPECIES
from games.franks_zoo.setup import NOBODY

RISK_OF_A_GROUP = 1.2
"""What a group costs beside a turn, in turns, where it is sure to be beaten when it is led."""
HELPER_COST = 0.3
PER_CARD = 0.1
LEAD = 0.5
"""What winning the trick is worth, in turns."""
OVER_PARTNER = 0.5
"""What it costs to beat the partner’s set, in turns."""
OUT = 5.0
"""What going out is worth, in turns."""
SUCCESS_OF_ASKING = 0.3
LION = 0.4
HEDGEHOG = 0.7


def choose_by_plan(view: Observation, rng: Rng) -> Action:  # noqa: ARG001
    """Choose the action after which the rest of the hand needs the fewest turns."""
    if not isinstance(view, FranksZooObservation):
        raise TypeError(f"This is no view of Frank’s Zoo: {view!r}")
    plan = Plan(view)
    return max(view.legal_actions, key=plan.worth)


class Plan:
    """Weigh the actions of one seat at one moment, in turns that they save."""

    def __init__(self, view: FranksZooObservation) -> None:
        if view.seat is None:
            raise ValueError("A spectator has nothing to plan.")
        self.view = view
        self.seat: Seat = view.seat
        self.hand = view.hand
        self.chances = Chances(view)
        setup = view.setup
        self.partner = max(setup.senior_of[self.seat], setup.junior_of[self.seat])
        self.now = self.turns(self.hand)

    def worth(self, action: Action) -> float:
        """Return what an action is worth."""
        if self.view.stage == EXCHANGE:
            return self.worth_of_passing(action)
        if self.view.stage == HELP:
            return self.worth_of_helping(action)
        if action == PASS:
            return 0.0
        if action >= ASK:
            return self.worth_of_asking(action - ASK)
        return self.worth_of_playing(action, action, self.seat)

    def turns(self, hand: int) -> float:
        """Return how many turns a hand needs: one a group, and more where it loses the lead."""
        needed = 0.0
        for at in range(len(SPECIES)):
            held = hand >> BITS * at & 7
            if held:
                risk = self.chances.beaten(at << 3 | held, self.partner)
                needed += 1 + RISK_OF_A_GROUP * risk + PER_CARD * held
        return needed + (HELPER_COST if hand >= JOKER else 0.0)

    def worth_of_playing(self, cards: int, own: int, by: Seat) -> float:
        """Return what a set is worth, of which `own` are this seat's cards."""
        rest = self.hand - own
        gain = self.now - self.turns(rest)
        reading = READING[cards]
        partner = self.partner if by == self.seat else self.seat
        wins = 1 - self.chances.beaten(reading, partner)
        gain += wins * (LEAD + self.points_on_table(cards, by))
        if self.partner != NOBODY and self.view.owner == self.partner:
            gain -= OVER_PARTNER
        return gain + (OUT if not rest else 0.0)

    def points_on_table(self, cards: int, by: Seat) -> float:
        """Return what the lions and hedgehogs of the trick are worth, in turns."""
        if not self.view.setup.counts_cards:
            return 0.0
        table = self.view.table + cards
        worth = LION * number(table, "lion")
        if not number(self.view.piles[by], "hedgehog") and number(table, "hedgehog"):
            worth += HEDGEHOG
        return worth

    def worth_of_asking(self, laid: int) -> float:
        """Return what asking is worth: some way to a set where there is no other."""
        rest = self.hand - laid
        gain = self.now - self.turns(rest) + (OUT if not rest else 0.0)
        return SUCCESS_OF_ASKING * gain - (1 - SUCCESS_OF_ASKING) * PER_CARD

    def worth_of_helping(self, added: int) -> float:
        """Return what adding these cards for the partner is worth."""
        if not added:
            return 0.0
        laid = self.view.laid
        goes_out = self.view.sizes[self.view.asker] == count(laid)
        worth = self.worth_of_playing(laid + added, added, self.view.asker)
        return worth + (OUT if goes_out else 1.0)

    def worth_of_passing(self, cards: int) -> float:
        """Return what giving two cards away is worth; laid aside, they count as taken."""
        worth = self.now - self.turns(self.hand - cards)
        if cards >= JOKER:
            worth -= 1.0
        if self.seat == self.view.setup.solo:
            lions = number(cards, "lion")
            worth += (2 * LION if lions == 2 else 0.0) + HEDGEHOG * (number(cards, "hedgehog") > 0)
        return worth
