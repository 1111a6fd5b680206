"""Find a bot by its game and its name."""

from collections.abc import Callable, Mapping

from games.bots.animal_poker.greedy import choose_greedily as choose_greedily_in_animal_poker
from games.bots.animal_poker.heuristic import choose_mixed
from games.bots.animal_poker.searching import look as look_at_animal_poker
from games.bots.chance import choose_at_random
from games.bots.franks_zoo.greedy import choose_greedily
from games.bots.franks_zoo.heuristic import choose_by_plan
from games.bots.franks_zoo.searching import look as look_at_franks_zoo
from games.bots.search import Budget, Look, searcher
from games.bots.zop_zoo.greedy import choose_greedily as choose_greedily_in_zop_zoo
from games.bots.zop_zoo.heuristic import choose_by_weight
from games.bots.zop_zoo.searching import look as look_at_zop_zoo
from games.bots.zop_zoo.strong import strong_player
from games.match_log import Choose

LOOKS: Mapping[str, Look] = {
    "franks-zoo": look_at_franks_zoo,
    "zop-zoo": look_at_zop_zoo,
    "animal-poker": look_at_animal_poker,
}
"""How each game looks at a moment in which a player searches."""

SEARCH: Mapping[str, Budget] = {
    "franks-zoo": Budget(playouts=150),
    "zop-zoo": Budget(playouts=800),
    "animal-poker": Budget(playouts=800),
}
"""The budget of each game’s search where none is named: it repeats, and takes up to 200 ms."""

SEARCHERS: Mapping[str, Callable[[Look, Budget], Choose]] = {
    "franks-zoo": searcher,
    "zop-zoo": strong_player,
    "animal-poker": searcher,
}
"""What makes the strong player of each game, which may search at some sizes of table alone."""


def search_bot(slug: str, budget: Budget) -> Choose:
    """Return the strong player of a game, with a budget of one’s own where it searches."""
    return SEARCHERS[slug](LOOKS[slug], budget)


BOTS: Mapping[str, Mapping[str, Choose]] = {
    "franks-zoo": {
        "random": choose_at_random,
        "greedy": choose_greedily,
        "heuristic": choose_by_plan,
        "search": search_bot("franks-zoo", SEARCH["franks-zoo"]),
    },
    "zop-zoo": {
        "random": choose_at_random,
        "greedy": choose_greedily_in_zop_zoo,
        "heuristic": choose_by_weight,
        "search": search_bot("zop-zoo", SEARCH["zop-zoo"]),
    },
    "animal-poker": {
        "random": choose_at_random,
        "greedy": choose_greedily_in_animal_poker,
        "heuristic": choose_mixed,
        "search": search_bot("animal-poker", SEARCH["animal-poker"]),
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
