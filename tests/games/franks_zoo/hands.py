"""Hands of Frank's Zoo for the tests, in the engine and beside it in the oracle."""

import random
from typing import Any, NamedTuple

import pytest

from games.base import Action
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.actions import TURN
from games.franks_zoo.cards import names, pack
from games.franks_zoo.options import FinalTrick
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.setup import FranksZooSetup
from games.franks_zoo.teams import Team
from games.refusals import IllegalActionError
from tests.oracles import franks_zoo_play as oracle

JsonObject = dict[str, Any]


class Kind(NamedTuple):
    """Name a way to play: all that changes what may happen in a hand."""

    seats: int
    mode: str
    final_trick: str
    number: int

    def __str__(self) -> str:
        return f"{self.seats}-{self.mode}-{self.final_trick}-hand-{self.number}"


KINDS = tuple(
    Kind(seats, mode, final_trick, number)
    for seats in range(3, 8)
    for mode, number in (("partners", 2), ("partners", 1), ("simple", 2))
    for final_trick in ("owner", "nobody")
)


# One of each number of players, with teams and without, the final trick either way.
QUICK_KINDS = (
    Kind(3, "partners", "owner", 2),
    Kind(4, "partners", "nobody", 2),
    Kind(5, "partners", "owner", 2),
    Kind(6, "partners", "nobody", 1),
    Kind(7, "simple", "owner", 2),
)
KINDS_BY_RUN = [
    pytest.param(kind, marks=[] if kind in QUICK_KINDS else [pytest.mark.thorough])
    for kind in KINDS
]
"""All kinds for tests that take long: most of them are left to the thorough run."""


def setup_of(kind: Kind, dealer: int = 0) -> FranksZooSetup:
    """Return the set-up of a hand whose hands before were void."""
    options = FRANKS_ZOO.options({"mode": kind.mode, "final_trick": kind.final_trick})
    match = FRANKS_ZOO.new_match(options, kind.seats, dealer)
    for _ in range(1, kind.number):
        match = match.skip()
    setup = match.next_hand()
    assert setup is not None
    return setup


def deal_hand(kind: Kind, rng: random.Random) -> FranksZooHand:
    """Deal a hand of this kind with some dealer."""
    setup = setup_of(kind, rng.randrange(kind.seats))
    return FranksZooHand.start(setup, FRANKS_ZOO.sample_deal(setup, rng))


def beside(hand: FranksZooHand) -> oracle.Hand:
    """Return the same hand, not yet begun, as the oracle plays it."""
    setup = hand.setup
    return oracle.Hand(
        [names(cards) for cards in hand.hands],
        setup.leader,
        teams=[list(team) for team in setup.teams],
        solo=setup.solo,
        final_trick=setup.final_trick,
    )


def plain(action: JsonObject) -> oracle.Action:
    """Return an action in JSON as the oracle writes it."""
    return oracle.Action(action["type"], tuple(action.get("cards", ())))


def plain_actions(hand: FranksZooHand, seat: int) -> list[oracle.Action]:
    """Return the legal actions of a seat as the oracle writes them."""
    return [plain(hand.action_as_json(seat, action)) for action in hand.legal_actions(seat)]


def plain_view(view: JsonObject) -> JsonObject:
    """Return a view in JSON as the oracle writes it; the order of the actions is free."""
    return {**view, "actions": {plain(action) for action in view["actions"]}}


def some_action(hand: FranksZooHand, rng: random.Random) -> tuple[int, Action]:
    """Choose an acting seat and one of its actions."""
    seat = rng.choice(hand.acting_seats())
    return seat, rng.choice(hand.legal_actions(seat))


def hand_of(*cards: str) -> int:
    """Pack cards written as `lion*3`."""
    listed: list[str] = []
    for card in cards:
        name, _, number = card.partition("*")
        listed += [name] * int(number or 1)
    return pack(listed)


def everything(hand: FranksZooHand) -> list[object]:
    """Return all that a hand is made of, as a value that later play does not change."""
    values = [getattr(hand, name) for name in hand.__slots__]
    return [tuple(value) if isinstance(value, list) else value for value in values]


def table_of(
    *hands: int,
    teams: tuple[tuple[int, int], ...] = (),
    solo: int | None = None,
    leader: int = 0,
    final_trick: FinalTrick = "owner",
) -> FranksZooHand:
    """Return a hand with any cards, after the exchange: the first trick is to be led."""
    setup = FranksZooSetup(
        number=2 if teams else 1,
        seats=len(hands),
        dealer=0,
        leader=leader,
        teams=tuple(Team(*team) for team in teams),
        solo=solo,
        counts_teams=bool(teams),
        counts_cards=bool(teams) or len(hands) == 3,
        final_trick=final_trick,
    )
    hand = FranksZooHand(setup, hands)
    hand.stage = TURN
    hand.acting = (leader,)
    return hand


def play(hand: FranksZooHand, *actions: Action) -> FranksZooHand:
    """Let whoever is to act take these actions, one after the other."""
    for action in actions:
        hand.apply(hand.acting_seats()[0], action)
    return hand


def refusal(hand: FranksZooHand, action: Action, seat: int | None = None) -> tuple[str, str | None]:
    """Return the code and the rule by which an action of the acting seat is refused."""
    before = everything(hand)
    by = hand.acting_seats()[0] if seat is None else seat
    with pytest.raises(IllegalActionError) as refused:
        hand.apply(by, action)
    assert hand.check(by, action) == refused.value.violation
    assert everything(hand) == before
    return refused.value.violation.code, refused.value.violation.rule
