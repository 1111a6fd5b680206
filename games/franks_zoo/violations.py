"""Say why an action is refused.

Everything here is worked out from the observation of the seat that is told, so no refusal can tell
it more than it knows already.
"""

from games.base import Action, Seat, Violation
from games.franks_zoo.actions import ASK, EXCHANGE, HELP, OVER, PASS, TURN
from games.franks_zoo.cards import JOKER, MOSQUITO, fits, number
from games.franks_zoo.observation import FranksZooObservation
from games.franks_zoo.sets import FROM_ANY_HAND, READING
from games.franks_zoo.setup import NOBODY

_NOT_NOW = {
    EXCHANGE: Violation("not_now", "FZ-22", "You have no cards to pass on now."),
    TURN: Violation("not_now", "FZ-08", "It is another player’s turn."),
    HELP: Violation("not_now", "FZ-24", "Only the senior who was asked can answer."),
    OVER: Violation("hand_over", "FZ-13", "The hand is over."),
}
_NOT_IN_HAND = Violation("not_in_hand", "FZ-06", "You do not have these cards.")
_NOT_TWO_CARDS = Violation("not_two_cards", "FZ-22", "Pass on exactly two cards.")
_LEADER_MUST_PLAY = Violation("leader_must_play", "FZ-07", "You lead, so you cannot pass.")
_JOKER_ALONE = Violation("not_a_set", "FZ-04", "You cannot play the joker alone.")
_NOT_ONE_ANIMAL = Violation(
    "not_a_set", "FZ-04", "A set is cards of one animal, optionally with the joker."
)
_TOO_MANY_MOSQUITOES = Violation("not_a_set", "FZ-05", "Only one mosquito can join elephants.")
_DOES_NOT_BEAT = Violation(
    "does_not_beat",
    "FZ-08",
    "Play the same number of cards of an animal that outranks it, or one more card of the same "
    "animal.",
)
_NOT_A_JUNIOR = Violation("not_a_junior", "FZ-24", "Only a junior partner can ask for help.")
_ASK_WHEN_LEADING = Violation(
    "ask_when_leading", "FZ-R14", "There is no set to beat, so there is no help to ask for."
)
_SENIOR_IS_OUT = Violation("senior_is_out", "FZ-R14", "Your partner has no cards left.")
_NOT_PART_OF_A_SET = Violation(
    "not_part_of_a_set", "FZ-R13", "These cards are not part of a set that beats the current one."
)
_CANNOT_BE_COMPLETED = Violation(
    "cannot_be_completed", "FZ-R16", "Your partner cannot have the missing cards for such a set."
)
_DOES_NOT_COMPLETE = Violation(
    "does_not_complete",
    "FZ-24",
    "Together, these cards do not make a set that beats the current one.",
)


def explain(view: FranksZooObservation, seat: Seat, action: Action) -> Violation:
    """Say why an action that is not legal is not."""
    if seat not in view.acting:
        return _NOT_NOW[view.stage]
    if view.stage == TURN:
        if action >= ASK:
            return _explain_ask(view, seat, action - ASK)
        return _explain_play(view, action)
    if action < 0 or not fits(action, view.hand):
        return _NOT_IN_HAND
    if view.stage == EXCHANGE:
        return _NOT_TWO_CARDS
    return _DOES_NOT_COMPLETE


def _explain_play(view: FranksZooObservation, action: Action) -> Violation:
    if action == PASS:
        return _LEADER_MUST_PLAY
    if action < 0 or not fits(action, view.hand):
        return _NOT_IN_HAND
    if action not in READING:
        return _explain_group(action)
    return _DOES_NOT_BEAT


def _explain_group(cards: int) -> Violation:
    """Say why some cards are not a set."""
    if cards == JOKER:
        return _JOKER_ALONE
    mosquitoes = number(cards, "mosquito") * MOSQUITO
    if mosquitoes and number(cards, "elephant") and cards - mosquitoes in READING:
        return _TOO_MANY_MOSQUITOES
    return _NOT_ONE_ANIMAL


def _explain_ask(view: FranksZooObservation, seat: Seat, laid: int) -> Violation:
    senior = view.setup.senior_of[seat]
    if senior == NOBODY:
        return _NOT_A_JUNIOR
    if not view.standing:
        return _ASK_WHEN_LEADING
    if not view.sizes[senior]:
        return _SENIOR_IS_OUT
    if not fits(laid, view.hand):
        return _NOT_IN_HAND
    if laid not in FROM_ANY_HAND[view.standing]:
        return _NOT_PART_OF_A_SET
    return _CANNOT_BE_COMPLETED
