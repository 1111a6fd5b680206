"""Levels of bots are offered where the arena has shown them above the level below."""

import re
from pathlib import Path

import pytest

from games.bots.catalogue import BOTS
from games.bots.strength import LEADS, LEVELS, Lead, level_at, levels_at
from games.registry import game as find_game
from tests.databases import ROOT

OFFERED = {
    "franks-zoo": {3: LEVELS, 4: LEVELS, 5: LEVELS, 6: LEVELS, 7: LEVELS},
    "zop-zoo": {**dict.fromkeys(range(2, 8), LEVELS), 8: LEVELS[:2]},
    "animal-poker": {3: LEVELS[:1], 4: LEVELS, 5: LEVELS, 6: LEVELS},
}


@pytest.mark.parametrize("game", LEADS)
def test_levels_are_offered_where_they_were_shown(game: str) -> None:
    sizes = find_game(game).seats
    assert {size: levels_at(game, size) for size in sizes} == OFFERED[game]
    assert set(LEVELS) <= set(BOTS[game])


@pytest.mark.parametrize("game", LEADS)
def test_each_measurement_stands_with_its_command_in_the_documents(game: str) -> None:
    text = Path(ROOT, "docs", "benchmarks.md").read_text(encoding="utf-8").replace("−", "-")
    written = {(float(one), float(two)) for one, two in re.findall(r"(-?[\d.]+) ± ([\d.]+)", text)}
    leads = {lead for of_level in LEADS[game].values() for lead in of_level.values()}
    assert leads - written == set()


def test_the_strongest_level_that_is_offered_takes_the_place_of_one_that_is_not() -> None:
    assert level_at("animal-poker", 3, "search") == "greedy"
    assert level_at("zop-zoo", 8, "search") == "heuristic"
    assert level_at("zop-zoo", 4, "search") == "search"
    assert level_at("zop-zoo", 4, "random") == "random"
    assert level_at("crazy-eights", 4, "search") == "search"


@pytest.mark.parametrize(("lead", "is_shown"), [((0.5, 0.4), True), ((0.4, 0.4), False)])
def test_a_lead_is_shown_where_its_whole_interval_is_above_zero(
    lead: tuple[float, float], is_shown: bool
) -> None:
    assert Lead(*lead).is_shown is is_shown
