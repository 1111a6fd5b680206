"""Find a bot by its game and its name."""

from collections.abc import Mapping

from games.bots.animal_poker.greedy import choose_greedily as choose_greedily_in_animal_poker
from games.bots.animal_poker.heuristic import choose_mixed
from games.bots.chance import choose_at_random
from games.bots.franks_zoo.greedy import choose_greedily
from games.bots.franks_zoo.heuristic import choose_by_plan
from games.bots.zop_zoo.greedy import choose_greedily as choose_greedily_in_zop_zoo
from games.bots.zop_zoo.heuristic import choose_by_weight
from games.match_log import Choose

BOTS: Mapping[str, Mapping[str, Choose]] = {
    "franks-zoo": {
        "random": choose_at_random,
        "greedy": choose_greedily,
        "heuristic": choose_by_plan,
    },
    "zop-zoo": {
        "random": choose_at_random,
        "greedy": choose_greedily_in_zop_zoo,
        "heuristic": choose_by_weight,
    },
    "animal-poker": {
        "random": choose_at_random,
        "greedy": choose_greedily_in_animal_poker,
        "heuristic": choose_mixed,
    },
}
"""The bots of each game by name, weakest first."""


class UnknownBotError(LookupError):
    """No bot of this game has this name."""

    def __init__(self, slug: str, name: str) -> None:
        known = ", ".join(BOTS.get(slug, ()))
        super().__init__(f"There is no bot {name!r} for {slug}. Known are: {known}.")


def bot(slug: str, name: str) -> Choose:
    """Return the bot of a game with this name; raises UnknownBotError."""
    try:
        return BOTS[slug][name]
    except KeyError:
        raise UnknownBotError(slug, name) from None
