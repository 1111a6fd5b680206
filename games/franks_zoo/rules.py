"""Every rule and ruling of Frank's Zoo by its id, in our own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Rule:
    """Explain one rule. `concerns` tells what it governs: the record, or only the play of a hand.

    A rule concerns the record if it changes what a table writes down or what that is worth, so it
    can be seen in a match whose cards nobody watched.
    """

    text: str
    concerns: Literal["record", "play"]


def _record(text: str) -> Rule:
    return Rule(text, "record")


def _play(text: str) -> Rule:
    return Rule(text, "play")


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "FZ-01": _record(
            "The deck has 60 cards: five of each of eleven animals, four mosquitoes and a joker."
        ),
        "FZ-02": _play("A fixed table says which animal beats which."),
        "FZ-03": _play("All cards are dealt out, as evenly as the number of players allows."),
        "FZ-04": _play(
            "A set is any number of one animal. The joker copies the animal it is played with; "
            "one mosquito may join elephants and counts as one of them."
        ),
        "FZ-05": _play(
            "The joker with mosquitoes makes mosquitoes; elephants take one mosquito at most."
        ),
        "FZ-06": _play("Hands stay secret. How many cards each player still holds is public."),
        "FZ-07": _record("In the first hand the player left of the dealer leads."),
        "FZ-08": _play(
            "Beat a set with the same number of cards of an animal that outranks it, or with "
            "exactly one more card of the same animal. Otherwise pass."
        ),
        "FZ-09": _play("A player who passed may come in again later in the same trick."),
        "FZ-10": _play("When all others have passed, the owner of the best set takes the trick."),
        "FZ-11": _record("The order in which players run out of cards is recorded."),
        "FZ-12": _play(
            "If the player who should lead has no cards left, the next player to the left leads."
        ),
        "FZ-13": _record("A hand is over as soon as only one player still holds cards."),
        "FZ-14": _record(
            "First out scores as many points as there are players, the next one fewer, and so on; "
            "the player left with cards scores none."
        ),
        "FZ-15": _record("Points add up over the hands; the highest total is first."),
        "FZ-16": _record("Of two equal totals, the one placed lower before the hand goes first."),
        "FZ-17": _record(
            "After the first hand, the first-placed player deals and the last-placed player leads."
        ),
        "FZ-19": _record(
            "The match ends after a hand in which two or more players have reached the target; "
            "the first-placed player wins."
        ),
        "FZ-20": _record(
            "From the second hand on there are teams by place: the upper half of the standings "
            "is paired in order with the lower half; with an odd number, the middle player "
            "plays alone."
        ),
        "FZ-21": _record("The partner who is placed higher is the senior, the other the junior."),
        "FZ-22": _record(
            "Before play, the junior gives the senior two cards, then gets any two back. A "
            "player without a partner lays two cards aside, which count as taken."
        ),
        "FZ-23": _record("The last-placed player leads; partners keep their own tricks."),
        "FZ-24": _play(
            "On the junior’s turn, the junior may lay part of a set that would beat the "
            "current one and ask the senior to complete it."
        ),
        "FZ-25": _play("If the senior says no, the junior takes the cards back and has passed."),
        "FZ-26": _play("A set completed by the senior counts as the junior’s own."),
        "FZ-27": _record(
            "Partners each score both of their places. A player without a partner scores their "
            "own place plus four points."
        ),
        "FZ-28": _record(
            "Two or more lions taken are worth a point each; one alone is worth nothing."
        ),
        "FZ-29": _record("The player left with cards loses a point for each lion still in hand."),
        "FZ-30": _record("A player who has taken no hedgehog loses a point."),
        "FZ-31": _record(
            "Points for lions and hedgehogs are not shared; a total may fall below zero."
        ),
        "FZ-32": _record(
            "Three players leave out one lion, one elephant, one mouse and two of every other "
            "animal; 39 cards remain."
        ),
        "FZ-33": _record(
            "Three players never form teams. After the first hand, the last-placed player leads."
        ),
        "FZ-34": _record("With three players, places are worth 3, 2 and 0 points."),
        "FZ-35": _record("With three players, the match ends when any of them has the target."),
        "FZ-R1": _record("With seven players, the one in the middle of the standings plays alone."),
        "FZ-R2": _play(
            "With seven players, the four seats from the dealer’s left get one more card."
        ),
        "FZ-R3": _record(
            "Three players count lions and hedgehogs in every hand, including the first."
        ),
        "FZ-R4": _record(
            "“Before” means the whole standings before this hand. If there were none yet, of "
            "two equal totals the player who finished this hand later goes first."
        ),
        "FZ-R5": _record(
            "When a hand ends during a trick, its cards go to the owner of the best set, or to "
            "nobody if the table has chosen so."
        ),
        "FZ-R6": _play("A leader who has only the joker left passes the lead to the left."),
        "FZ-R7": _play("A set stays valid after its owner has gone out, and can win the trick."),
        "FZ-R8": _record("Only printed cards count: the joker is never a lion or a hedgehog."),
        "FZ-R9": _record(
            "The player left with cards scores the lions taken and pays for those in hand."
        ),
        "FZ-R10": _record("A player without a single trick has no hedgehog and loses the point."),
        "FZ-R11": _record(
            "The two cards laid aside by a player without a partner may include lions and "
            "hedgehogs."
        ),
        "FZ-R12": _play("The senior may give back cards they have just received."),
        "FZ-R13": _play("Only the joint set must be legal, and each partner must add to it."),
        "FZ-R14": _play("A leader gets no help, and a senior without cards gives none."),
        "FZ-R15": _play(
            "You may ask for help once per turn; everyone may remember the cards shown."
        ),
        "FZ-R16": _play("A request for help is judged without looking at the senior’s cards."),
        "FZ-R17": _play("If a joint set empties both hands, the junior has gone out first."),
        "FZ-R18": _record(
            "Even if nobody has cards left at the end, the last place is worth nothing."
        ),
    }
)
