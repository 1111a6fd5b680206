"""Where a game is entered: a game of the site has its line in each of these."""

import importlib
from pathlib import Path
from types import MappingProxyType

import pytest

from games.bots.chance import choose_at_random
from games.bots.search import Budget, searcher
from games.final_result import TotalsRule
from tests.examples.cuckoo import CUCKOO
from tests.examples.cuckoo.bots import choose_by_rank, look
from tests.examples.cuckoo.on_site import online, telling, wording
from tests.examples.cuckoo.on_site.entry import CuckooEntry, sheet_columns, sheet_form, sheet_lines
from tests.examples.cuckoo.on_site.options import CuckooOptionsForm

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
    ("games.final_result", "RULES", TotalsRule("CK-07", ties="CK-07")),
    ("games.commands.bench", "TABLES", (4,)),
    ("games.commands.playouts", "SEATS", 4),
)
SITE = (
    ("league.competitions.options_forms", "OPTIONS_FORMS", CuckooOptionsForm),
    ("league.core.wording", "WORDS", wording),
    ("league.results.words", "WORDS", telling),
    ("league.results.entries", "ENTRIES", CuckooEntry),
    ("league.results.paper.inputs", "LINES", sheet_lines),
    ("league.results.paper.inputs", "FORMS", sheet_form),
    ("league.results.paper.inputs", "WAYS", ()),
    ("league.exports.results_file.columns", "HAND_COLUMNS", ()),
    ("league.printing.papers.sheets", "COLUMNS", sheet_columns),
    ("league.online.words", "_WORDS", online),
    ("league.online.open_cards", "_LAYOUTS", online.LAYOUT),
    ("league.online.services.opinions", "BUDGETS", SEARCH),
)
KEYS = {("league.core.wording", "WORDS"): "CK"}
"""Every place has a game under its slug, but for one: the letters with which its rules begin."""


def enter_cuckoo(patch: pytest.MonkeyPatch) -> None:
    """Enter Cuckoo in all places, until the test is over."""
    for module, name, line in (*ENGINE, *SITE):
        place = getattr(importlib.import_module(module), name)
        key = KEYS.get((module, name), CUCKOO.slug)
        if isinstance(place, dict):
            patch.setitem(place, key, line)
        else:
            patch.setattr(f"{module}.{name}", MappingProxyType({**place, key: line}))
