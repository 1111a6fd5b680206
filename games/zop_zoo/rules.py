"""Every rule and ruling of ZOP ZOO by its id, in our own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Rule:
    """Explain one rule. `concerns` tells what it governs: the record, or only the play of a hand.

    A rule concerns the record if it changes what a table writes down or what that is worth.
    """

    text: str
    concerns: Literal["record", "play"]


def _record(text: str) -> Rule:
    return Rule(text, "record")


def _play(text: str) -> Rule:
    return Rule(text, "play")


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "ZZ-01": _play(
            "The white deck has 52 cards: 36 animals of a category, 10 lower halves and 6 minus "
            "cards."
        ),
        "ZZ-02": _play(
            "The black deck has 74: a match for each white card, 5 wild cards, 6 moles, "
            "3 specialties and 8 side bonuses."
        ),
        "ZZ-03": _record(
            "Categories are worth 10 to 65, a connected animal 80, the best beast 50 and other "
            "beasts nothing. A minus card costs its points until its match turns them to good."
        ),
        "ZZ-04": _record(
            "Every category but mammal and marsupial has one side bonus, worth as much as a card "
            "of the category."
        ),
        "ZZ-05": _play(
            "For each hand both decks are shuffled and everybody is dealt six white cards face up; "
            "the other white cards are out of play."
        ),
        "ZZ-06": _record(
            "The dealer is dealt the first card and begins; later the winner of the hand before, "
            "or without one its highest score. Turns go clockwise."
        ),
        "ZZ-07": _play(
            "Cards match by the very same animal, never by category: cover it, or connect the "
            "upper half to the lower one."
        ),
        "ZZ-08": _play("In one turn you use the draw pile or the discard pile, not both."),
        "ZZ-09": _play(
            "Draw, and as long as the card is of use, draw again. A card of no use is discarded "
            "and ends the turn."
        ),
        "ZZ-10": _play(
            "If the top of the discard pile fits, you must take it and all usable cards below it "
            "in turn. Then your turn is over."
        ),
        "ZZ-11": _play(
            "A wild card covers one of your cards without cover, for good: that animal can no "
            "longer be matched. Then draw again."
        ),
        "ZZ-12": _play("There is always a card to cover, so wild cards are never discarded."),
        "ZZ-13": _play("A minus card on show counts as a card that shows points."),
        "ZZ-14": _play(
            "With a mole drawn, look through the discard pile and take what gives you points. "
            "If you took any card, draw again; if not, your turn is over."
        ),
        "ZZ-15": _play(
            "A mole on top of the discard pile may be used in place of drawing. It stays there, "
            "and your turn is over."
        ),
        "ZZ-16": _play("A mole never brings back a specialty, and nobody keeps a mole."),
        "ZZ-17": _play(
            "The earthworm exchanges a point unit of yours for one of somebody else, the raccoon "
            "takes somebody’s highest, the hyena gives away your lowest."
        ),
        "ZZ-18": _play(
            "A point unit is a covered card, a connected animal, a bare minus card or a side "
            "bonus. It moves whole, whether it is worth much, nothing or less."
        ),
        "ZZ-19": _play(
            "A specialty must be used if it can be. After a drawn one draw again; one of no use "
            "is discarded alive; one used from the discard pile is the whole turn."
        ),
        "ZZ-20": _play(
            "A specialty works once and is void from then on. What you gain joins your row."
        ),
        "ZZ-21": _play(
            "A side bonus is for whoever shows its category: on a category card, or on the upper "
            "half of a connected animal."
        ),
        "ZZ-22": _record("Side bonuses count for you even if you lose the hand."),
        "ZZ-23": _record("Whoever is first to show points on every card wins the hand at once."),
        "ZZ-24": _record(
            "The winner scores everything on show; the others score only their bare minus cards "
            "and their side bonuses."
        ),
        "ZZ-25": _record(
            "If the draw pile runs out before anybody wins, everybody scores everything on show."
        ),
        "ZZ-26": _record(
            "The match ends once somebody has the target, and the highest total wins it."
        ),
        "ZZ-27": _play(
            "At a physical table the next player decides about a card missed by mistake."
        ),
        "ZZ-R1": _play(
            "The best beast is one of the five wild cards, unless the table plays with five "
            "beasts besides it."
        ),
        "ZZ-R2": _play(
            "Which animals the deck shows is data. What the rulebook does not tell was made up "
            "here and is marked so."
        ),
        "ZZ-R3": _play("Two minus cards are known, -75 and -90; the values of four are made up."),
        "ZZ-R4": _play(
            "A specialty alive on the discard pile must be used if it can be, unless the table "
            "has agreed that it only may be."
        ),
        "ZZ-R5": _play(
            "Choose whose highest unit the raccoon takes, and who gets your lowest from the hyena; "
            "of equal units choose freely."
        ),
        "ZZ-R6": _play(
            "The earthworm needs a unit on both sides, and must be used even to your own harm."
        ),
        "ZZ-R7": _play(
            "Rows may grow or shrink by exchanges. Yours wins when all that is in it shows "
            "points, looked at after each use in your own turn."
        ),
        "ZZ-R8": _play(
            "A wild card hides the category of the card below it; a matching card still shows it."
        ),
        "ZZ-R9": _play(
            "A living specialty uncovered by taking must be used, an uncovered mole may be; that "
            "ends the turn. A void specialty locks what is below it, but not to a mole."
        ),
        "ZZ-R10": _play(
            "A digger chooses freely among the cards that give points. The others keep their order."
        ),
        "ZZ-R11": _record(
            "The draw pile is out once the last card drawn has been played to its end."
        ),
        "ZZ-R12": _record(
            "If several scored most in a hand nobody won, the earliest in its turn order begins."
        ),
        "ZZ-R13": _record("Players with equal totals share the place, and the win."),
        "ZZ-R14": _play("In online play a discard that fits has to be taken."),
        "ZZ-R15": _play("A row dealt of minus cards alone wins as its first turn begins."),
        "ZZ-R16": _record("To a loser, a minus card with its cover counts neither way."),
        "ZZ-R17": _play(
            "Hidden are the draw pile, the white cards left over, and the discard pile below its "
            "top, which only a digger sees while digging."
        ),
    }
)
