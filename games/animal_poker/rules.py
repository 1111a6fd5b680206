"""Every rule and ruling of Animal Poker by its id, in our own words."""

from collections.abc import Mapping
from types import MappingProxyType


def _rule(text: str) -> str:
    """Mark a text of a rule as one to translate."""
    return text


RULES: Mapping[str, str] = MappingProxyType(
    {
        "AP-01": _rule(
            "Each animal except the elephant has four season cards, one per season; the "
            "elephant has a single card for the whole year."
        ),
        "AP-02": _rule(
            "From low to high: mouse, rabbit, snake, cat, ape, dog, goat, horse, elephant. "
            "The ape is left out with three or four players."
        ),
        "AP-03": _rule(
            "A hand starts with a new season card for every animal and a coin in the pot for "
            "every player."
        ),
        "AP-04": _rule(
            "All players secretly choose two different animals (three with three players) and "
            "one set as their guess."
        ),
        "AP-05": _rule(
            "A herd is two or more of one animal. A chain is three or more different animals "
            "without a gap, named after its highest; it cannot continue from the highest "
            "animal to the lowest."
        ),
        "AP-06": _rule(
            "From weak to strong: herd of 2, chain of 3, herd of 3, chain of 4 and so on, "
            "alternating. Of two equal sets, the higher animal is stronger."
        ),
        "AP-07": _rule(
            "Each player builds from all animals on the table without taking any away from the "
            "others. Only guessed sets can be made; the strongest wins the pot."
        ),
        "AP-08": _rule(
            "Equal best sets share the pot in whole coins. The rest, or all of it if nobody "
            "has a set, stays for the next hand."
        ),
        "AP-09": _rule(
            "No season of an animal returns before the other three have been on show: its "
            "cards are shuffled after four hands."
        ),
        "AP-10": _rule(
            "An animal’s effect applies only to its own player. Only snakes and the summer "
            "rabbit affect other players."
        ),
        "AP-11": _rule(
            "A mouse lets its player guess more. Winter: herds of rabbits, snakes or cats. "
            "Spring: herds of 3, chains of 4. Summer: chains to dog, goat or horse. "
            "Fall: what the others guess."
        ),
        "AP-12": _rule(
            "Rabbits, winter: two are worth three wilds. Spring: each counts as two. Summer: "
            "they are wild, and blocked for players who played none. Fall: one more in the "
            "next hand."
        ),
        "AP-13": _rule(
            "A snake forbids sets to the others. Winter: herds. Spring: chains. Summer: chains "
            "of 5 and anything stronger. Fall: herds of 3 and anything weaker."
        ),
        "AP-14": _rule(
            "Cat and dog, winter: cats stand for lower animals, dogs for higher. Spring: a cat "
            "with a dog makes two wilds. Summer: one side is wild if the other was not played. "
            "Fall: the card is both."
        ),
        "AP-15": _rule(
            "A goat wins instead of all sets. Winter: if nobody has a set. Spring: if there is "
            "no mouse or elephant. Summer: if there is no other goat. Fall: if another player "
            "has the same guess."
        ),
        "AP-16": _rule(
            "A horse brings two coins. Winter: for a win. Spring: if another player has the "
            "same animals. Summer: always, but without any set. Fall: if all players have a "
            "set."
        ),
        "AP-17": _rule("With an elephant, snakes cannot stop you and are wild for you."),
        "AP-18": _rule(
            "A player with an ape plays for the side pot instead of the main pot. Its season "
            "sets how many coins that holds; coins that nobody wins are lost."
        ),
        "AP-19": _rule(
            "The match ends when a player who had enough coins before the hand wins or shares "
            "a pot. Of several such players, the one with the most coins afterwards wins."
        ),
        "AP-20": _rule(
            "Places follow the coins. The winners of a finished match are first regardless."
        ),
        "AP-R1": _rule("A summer horse brings two coins, not one."),
        "AP-R2": _rule(
            "Side pots by season: winter 3, spring 1 per player without an ape, summer half "
            "the number of different animals played, fall the number of copies of the most "
            "played animal."
        ),
        "AP-R3": _rule("Players start without coins, and the bank never runs out."),
        "AP-R4": _rule("A fall cat or fall dog is two animals for its player: a cat and a dog."),
        "AP-R5": _rule(
            "Effects that change the number of animals come first. Then each animal may become "
            "something else once: wild, one of a range, or part of a pair."
        ),
        "AP-R6": _rule(
            "Effects are optional; the best choice is always taken. Under a winter rabbit, a "
            "rabbit without a second one stays a rabbit."
        ),
        "AP-R7": _rule(
            "Whether an animal was played depends on the cards, not on what they become."
        ),
        "AP-R8": _rule(
            "The rabbit from fall belongs only to its owner and does not count as played. It "
            "is doubled, paired or wild like others, and lasts for one hand."
        ),
        "AP-R9": _rule(
            "Snakes also stop guesses added by a mouse, and two players with snakes stop each "
            "other. A goat wins despite snakes."
        ),
        "AP-R10": _rule("A fall mouse and a fall goat use the guesses as submitted."),
        "AP-R11": _rule("A submitted guess has a size from 2 to 9. A mouse may add larger herds."),
        "AP-R12": _rule(
            "Goats and horses look at all players, whichever pot they play for. Having a set "
            "does not mean winning with it."
        ),
        "AP-R13": _rule(
            "Winning the side pot counts for the winter horse and for the end of the match."
        ),
        "AP-R14": _rule("A share of 0 coins is also a win; only a side pot can be that small."),
        "AP-R15": _rule(
            "Order of judging: pools and guesses, snakes and summer horses, the best sets, the "
            "goats, the pots, the coins of horses, the end of the match."
        ),
        "AP-R16": _rule("After a hand, all players take their own animals back."),
        "AP-R17": _rule(
            "If all players play an ape, the main pot stays for the next hand. Without apes "
            "there is no side pot."
        ),
        "AP-R18": _rule("A wild stands for any animal in use, and wilds alone can make a set."),
        "AP-R19": _rule("A guess must name a set that exists; how likely it is does not matter."),
        "AP-R20": _rule(
            "Rabbits blocked by a summer rabbit are blocked for every purpose. Wilds and cats "
            "with a range may still stand for a rabbit."
        ),
    }
)
