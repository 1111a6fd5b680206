"""Every rule and ruling of Animal Poker by its id, in our own words."""

from collections.abc import Mapping
from types import MappingProxyType


def _rule(text: str) -> str:
    """Mark a text of a rule as one to translate."""
    return text


RULES: Mapping[str, str] = MappingProxyType(
    {
        "AP-01": _rule(
            "Each animal but the elephant has four season cards, one a season; the elephant has "
            "a single card for the whole year."
        ),
        "AP-02": _rule(
            "From low to high: mouse, rabbit, snake, cat, ape, dog, goat, horse, elephant. "
            "The ape is left out with three or four players."
        ),
        "AP-03": _rule(
            "A hand begins with a new season card for every animal and a coin in the pot for "
            "every player."
        ),
        "AP-04": _rule(
            "All players secretly choose two different animals, three of them with three "
            "players, and one set as their guess."
        ),
        "AP-05": _rule(
            "A herd is two or more of one animal. A chain is three or more different animals "
            "without a gap, named by its highest; it cannot go on from top to bottom."
        ),
        "AP-06": _rule(
            "From weak to strong: herd of 2, chain of 3, herd of 3, chain of 4 and so on in turn. "
            "Of two alike, the one of the higher animal is stronger."
        ),
        "AP-07": _rule(
            "Everybody builds from all animals on the table, and takes none away from the others. "
            "Only guessed sets can be made; the strongest wins the pot."
        ),
        "AP-08": _rule(
            "Equal best sets share the pot in whole coins; the rest of it, or all of it where "
            "nobody has a set, waits for the next hand."
        ),
        "AP-09": _rule(
            "No season of an animal returns before the other three have been on show: after four "
            "hands its cards are shuffled."
        ),
        "AP-10": _rule(
            "What an animal does is for its own player alone. Only snakes and the summer rabbit "
            "reach other players."
        ),
        "AP-11": _rule(
            "A mouse lets its player guess more. Winter: herds of rabbits, snakes or cats. "
            "Spring: herds of 3, chains of 4. Summer: chains to dog, goat or horse. "
            "Fall: what the others guess."
        ),
        "AP-12": _rule(
            "Rabbits, winter: two are worth three wilds. Spring: each is two. Summer: they are "
            "wild, and closed to those who played none. Fall: one more in the next hand."
        ),
        "AP-13": _rule(
            "A snake keeps the others from sets. Winter: herds. Spring: chains. Summer: chains of "
            "5 and all that is stronger. Fall: herds of 3 and all that is weaker."
        ),
        "AP-14": _rule(
            "Cat and dog, winter: cats stand for lower animals, dogs for higher. Spring: a cat "
            "with a dog makes two wilds. Summer: one side is wild if the other was not played. "
            "Fall: the card is both."
        ),
        "AP-15": _rule(
            "A goat wins in place of all sets. Winter: nobody has a set. Spring: no mouse or "
            "elephant. Summer: no other goat. Fall: another player has the same guess."
        ),
        "AP-16": _rule(
            "A horse brings two coins. Winter: for a win. Spring: for another with the same "
            "animals. Summer: always, but without any set. Fall: when everybody has a set."
        ),
        "AP-17": _rule("With an elephant, snakes cannot stop you, and they are wild for you."),
        "AP-18": _rule(
            "Whoever plays an ape is out for the side pot instead of the main pot. Its season "
            "says how many coins that holds; what nobody wins of it is gone."
        ),
        "AP-19": _rule(
            "The match ends when a player wins or shares a pot and had enough coins before the "
            "hand. Of several, the one with most coins afterwards is the winner."
        ),
        "AP-20": _rule(
            "Places go by coins. The winners of a finished match are first all the same."
        ),
        "AP-R1": _rule("A summer horse brings two coins, not one."),
        "AP-R2": _rule(
            "Side pots by season: winter 3, spring one a player without an ape, summer half the "
            "kinds of animals played, fall the copies of the most played animal."
        ),
        "AP-R3": _rule("Nobody has a coin at first, and the bank never runs out."),
        "AP-R4": _rule("A fall cat or fall dog is two animals for its player: a cat and a dog."),
        "AP-R5": _rule(
            "What changes how many there are comes first. Then each animal may become something "
            "else once: wild, one of a range, or part of a pair."
        ),
        "AP-R6": _rule(
            "A player need not use an effect; the best choice is always taken. A rabbit left "
            "without a second under a winter rabbit stays a rabbit."
        ),
        "AP-R7": _rule(
            "Whether an animal was played is a matter of the cards, not of what they become."
        ),
        "AP-R8": _rule(
            "The rabbit from fall belongs to its owner alone, was not played, is doubled, paired "
            "or wild like others, and is there for one hand only."
        ),
        "AP-R9": _rule(
            "Snakes stop guesses added by a mouse as well, and two players of snakes stop each "
            "other. A goat wins in spite of them."
        ),
        "AP-R10": _rule("A fall mouse and a fall goat look at the guesses as they were submitted."),
        "AP-R11": _rule("A submitted guess has a size from 2 to 9. A mouse may add larger herds."),
        "AP-R12": _rule(
            "Goats and horses look at all players, whatever pot they play for. Having a set does "
            "not mean to win with it."
        ),
        "AP-R13": _rule(
            "Winning the side pot counts for the winter horse and for the end of the match."
        ),
        "AP-R14": _rule("A share of no coins is a win too; only a side pot can be so small."),
        "AP-R15": _rule(
            "First come pools and guesses, then snakes and summer horses, the best sets, the "
            "goats, the pots, the coins of horses, and whether the match is over."
        ),
        "AP-R16": _rule("After a hand everybody takes the own animals back."),
        "AP-R17": _rule(
            "If all play an ape the main pot waits. Without apes there is no side pot."
        ),
        "AP-R18": _rule("A wild is any animal in use, and wilds alone can make a set."),
        "AP-R19": _rule("A guess must name a set that exists; how likely it is does not matter."),
        "AP-R20": _rule(
            "Rabbits closed by a summer rabbit are closed for every purpose. Wilds and ranged "
            "cats may still stand for one."
        ),
    }
)
