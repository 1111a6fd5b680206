"""Where the engine has a line for each game that it can play."""

import importlib
from pathlib import Path
from types import MappingProxyType

import pytest

from games.bots.chance import choose_at_random
from games.bots.search import Budget, searcher
from tests.examples.cuckoo import CUCKOO
from tests.examples.cuckoo.bots import choose_by_rank, look

TEMPLATES = Path(__file__).parent / "on_site" / "templates"
SEARCH = Budget(playouts=100)
BOTS = {
    "random": choose_at_random,
    "greedy": choose_by_rank,
    "heuristic": choose_by_rank,
    "search": searcher(look, SEARCH),
}

ENGINE = (
    ("games.registry", "_GAMES", CUCKOO),
    ("games.bots.catalogue", "BOTS", BOTS),
    ("games.bots.catalogue", "LOOKS", look),
    ("games.bots.catalogue", "SEARCH", SEARCH),
    ("games.commands.bench", "TABLES", (4,)),
    ("games.commands.playouts", "SEATS", 4),
)


def enter_cuckoo(patch: pytest.MonkeyPatch) -> None:
    """Enter Cuckoo in all places of the engine, until the test is over."""
    for module, name, line in ENGINE:
        place = getattr(importlib.import_module(module), name)
        if isinstance(place, dict):
            patch.setitem(place, CUCKOO.slug, line)
        else:
            patch.setattr(f"{module}.{name}", MappingProxyType({**place, CUCKOO.slug: line}))
