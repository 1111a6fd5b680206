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
            "The black deck has 74 cards: a match for each white card, 5 wild cards, 6 moles, "
            "3 specialties and 8 side bonuses."
        ),
        "ZZ-03": _record(
            "Categories are worth 10 to 65, a connected animal 80, the best beast 50 and other "
            "beasts nothing. A minus card costs its points until its match makes them positive."
        ),
        "ZZ-04": _record(
            "Every category except mammal and marsupial has one side bonus, worth as much as a "
            "card of the category."
        ),
        "ZZ-05": _play(
            "For each hand, both decks are shuffled and each player is dealt six white cards "
            "face up; the other white cards are out of play."
        ),
        "ZZ-06": _record(
            "The dealer gets the first card and starts; later the winner of the previous hand "
            "or, without a winner, the player with its highest score. Turns go clockwise."
        ),
        "ZZ-07": _play(
            "Cards match only by the same animal, never by category: cover it, or connect the "
            "upper half to the lower one."
        ),
        "ZZ-08": _play("In one turn you use the draw pile or the discard pile, not both."),
        "ZZ-09": _play(
            "Draw, and as long as the card is usable, draw again. An unusable card is "
            "discarded and ends the turn."
        ),
        "ZZ-10": _play(
            "If the top of the discard pile fits, you must take it and all usable cards below "
            "it, one after another. Then your turn is over."
        ),
        "ZZ-11": _play(
            "A wild card covers one of your uncovered cards permanently: that animal can no "
            "longer be matched. Then draw again."
        ),
        "ZZ-12": _play("There is always a card to cover, so wild cards are never discarded."),
        "ZZ-13": _play("A visible minus card counts as a card that shows points."),
        "ZZ-14": _play(
            "If you draw a mole, look through the discard pile and take what gives you points. "
            "If you took a card, draw again; if not, your turn is over."
        ),
        "ZZ-15": _play(
            "A mole on top of the discard pile may be used instead of drawing. It stays there, "
            "and your turn is over."
        ),
        "ZZ-16": _play("A mole never brings back a specialty, and nobody keeps a mole."),
        "ZZ-17": _play(
            "The earthworm exchanges one of your point units for another player’s, the raccoon "
            "takes another player’s highest, the hyena gives away your lowest."
        ),
        "ZZ-18": _play(
            "A point unit is a covered card, a connected animal, a bare minus card or a side "
            "bonus. It moves whole, whether it is worth much, nothing or less."
        ),
        "ZZ-19": _play(
            "A specialty must be used if possible. After a drawn one, draw again; an unusable "
            "one is discarded still active; using one from the discard pile takes the whole "
            "turn."
        ),
        "ZZ-20": _play("A specialty works once and is then void. What you gain joins your row."),
        "ZZ-21": _play(
            "A side bonus is for the player who shows its category: on a category card, or on "
            "the upper half of a connected animal."
        ),
        "ZZ-22": _record("Side bonuses count for you even if you lose the hand."),
        "ZZ-23": _record("The first player to show points on every card wins the hand at once."),
        "ZZ-24": _record(
            "The winner scores everything on show; the others score only their bare minus cards "
            "and their side bonuses."
        ),
        "ZZ-25": _record(
            "If the draw pile runs out before a player wins, all players score everything they "
            "have on show."
        ),
        "ZZ-26": _record(
            "The match ends when a player reaches the target; the highest total wins."
        ),
        "ZZ-27": _play(
            "At a physical table, the next player decides about a card missed by mistake."
        ),
        "ZZ-R1": _play(
            "The best beast is one of the five wild cards, unless the table plays with five "
            "beasts in addition to it."
        ),
        "ZZ-R2": _play(
            "The animals of the deck are data. Details missing from the rulebook were made up "
            "here and are marked as such."
        ),
        "ZZ-R3": _play(
            "Two minus cards are known, -75 and -90; the values of the other four are made up."
        ),
        "ZZ-R4": _play(
            "An active specialty on the discard pile must be used if possible, unless the "
            "table has agreed that using it is optional."
        ),
        "ZZ-R5": _play(
            "Choose whose highest unit the raccoon takes, and who gets your lowest from the "
            "hyena. Among equal units, choose freely."
        ),
        "ZZ-R6": _play(
            "The earthworm needs a unit on both sides, and must be used even to your disadvantage."
        ),
        "ZZ-R7": _play(
            "Rows may grow or shrink through exchanges. Yours wins when everything in it shows "
            "points, checked after each use in your own turn."
        ),
        "ZZ-R8": _play(
            "A wild card hides the category of the card below it; a matching card still shows it."
        ),
        "ZZ-R9": _play(
            "An active specialty uncovered by taking must be used, an uncovered mole may be; "
            "that ends the turn. A void specialty blocks what is below it, except for a mole."
        ),
        "ZZ-R10": _play(
            "A digging player chooses freely among the cards that give points. The others keep "
            "their order."
        ),
        "ZZ-R11": _record(
            "The draw pile is empty once the last card drawn has been played to its end."
        ),
        "ZZ-R12": _record(
            "If several players scored most in a hand without a winner, the earliest in its "
            "turn order starts."
        ),
        "ZZ-R13": _record("Players with equal totals share the place and the win."),
        "ZZ-R14": _play("In online play, a card on the discard pile that fits must be taken."),
        "ZZ-R15": _play("A row dealt only minus cards wins when its first turn starts."),
        "ZZ-R16": _record("For a loser, a covered minus card counts neither way."),
        "ZZ-R17": _play(
            "Hidden are the draw pile, the leftover white cards, and the discard pile below "
            "its top card, which only a digging player sees while digging."
        ),
    }
)
