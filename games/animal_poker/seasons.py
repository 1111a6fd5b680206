"""The seasons on show, and the cycle of four hands in which none comes twice (AP-03, AP-09)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from games.animal_poker.cards import (
    ANIMALS,
    NO_SEASON,
    SEASON_OF_NAME,
    SEASONS,
    Animal,
    Season,
    animals_with_seasons,
)
from games.base import Json, Problem
from games.validation import is_whole_number, unknown_fields

Seasons: TypeAlias = tuple[Season, ...]
"""The season on show by animal, NO_SEASON where an animal has none; always nine items."""

HANDS_IN_CYCLE = len(SEASONS)


def seasons_as_json(seasons: Sequence[Season]) -> dict[str, str]:
    """Write seasons by name, as a record holds them."""
    return {
        ANIMALS[animal]: SEASONS[season]
        for animal, season in enumerate(seasons)
        if season != NO_SEASON
    }


@dataclass(frozen=True, slots=True)
class SeasonCycle:
    """Remember which season cards have been on show since they were last shuffled.

    `hand` counts the hands of the cycle that are over, 0 to 3. `shown[animal]` has a bit for each
    season known to have been on show; hands of which nobody wrote down the seasons leave none.
    """

    hand: int = 0
    shown: tuple[int, ...] = (0,) * len(ANIMALS)

    def unseen(self, animal: Animal) -> tuple[Season, ...]:
        """List the seasons that an animal may show next."""
        return _UNSEEN[self.shown[animal]]

    def known(self, seats: int) -> Mapping[Animal, Season]:
        """Return the seasons of the next hand as far as they are certain: all or none of them."""
        return _known(self.shown, seats)

    def as_json(self, seats: int) -> dict[str, Json]:
        """Write the cycle by names, as the header of a log holds it."""
        return {
            "hand": self.hand,
            "shown": {
                ANIMALS[animal]: [
                    SEASONS[season]
                    for season in range(len(SEASONS))
                    if self.shown[animal] >> season & 1
                ]
                for animal in animals_with_seasons(seats)
            },
        }

    def after(self, seasons: Seasons | None) -> "SeasonCycle":
        """Return the cycle after a hand with these seasons, None where nobody knows them.

        After the fourth hand all cards are shuffled anew.
        """
        if self.hand == HANDS_IN_CYCLE - 1:
            return SeasonCycle()
        if seasons is None:
            return SeasonCycle(self.hand + 1, self.shown)
        shown = tuple(
            before if season == NO_SEASON else before | 1 << season
            for before, season in zip(self.shown, seasons, strict=True)
        )
        return SeasonCycle(self.hand + 1, shown)


@lru_cache(maxsize=1_000)
def _known(shown: tuple[int, ...], seats: int) -> Mapping[Animal, Season]:
    left = {animal: _UNSEEN[shown[animal]] for animal in animals_with_seasons(seats)}
    if any(len(seasons) > 1 for seasons in left.values()):
        return MappingProxyType({})
    return MappingProxyType({animal: seasons[0] for animal, seasons in left.items()})


_UNSEEN = tuple(
    tuple(season for season in range(len(SEASONS)) if not shown >> season & 1)
    for shown in range(1 << len(SEASONS))
)


def misplaced(seasons: Seasons, seats: int, cycle: SeasonCycle) -> list[Animal]:
    """List the animals whose season cannot be on show: shown before, missing, or not in use."""
    with_seasons = animals_with_seasons(seats)
    return [
        animal
        for animal, season in enumerate(seasons)
        if season not in (cycle.unseen(animal) if animal in with_seasons else _NEVER)
    ]


_NEVER = (NO_SEASON,)


def read_seasons(
    value: object, seats: int, cycle: SeasonCycle, problems: list[Problem]
) -> Seasons | None:
    """Read the seasons of a hand, at `seasons` of what holds them, and add to the problems.

    Those that are certain beforehand may be left out (AP-09).
    """
    known = cycle.known(seats)
    if value is None and not known:
        problems.append(Problem("missing", "seasons", "AP-03", "This value is missing."))
        return None
    given = {} if value is None else value
    if not isinstance(given, Mapping):
        text = "The seasons must be given by name of animal."
        problems.append(Problem("not_an_object", "seasons", "AP-03", text))
        return None
    animals = animals_with_seasons(seats)
    strange = unknown_fields(given, [ANIMALS[animal] for animal in animals])
    problems += [problem.inside("seasons") for problem in strange]
    seasons = [NO_SEASON] * len(ANIMALS)
    for animal in animals:
        name = given.get(ANIMALS[animal])
        if name is None and animal in known:
            seasons[animal] = known[animal]
            continue
        problem = _season_problem(name, cycle.unseen(animal))
        if problem is None:
            seasons[animal] = SEASON_OF_NAME[str(name)]
        else:
            problems.append(problem.inside(f"seasons.{ANIMALS[animal]}"))
    return tuple(seasons)


def _season_problem(name: object, unseen: tuple[int, ...]) -> Problem | None:
    if name is None:
        return Problem("missing", "", "AP-03", "This value is missing.")
    if not isinstance(name, str) or name not in SEASON_OF_NAME:
        return Problem("not_a_choice", "", "AP-01", f"Choose one of: {', '.join(SEASONS)}.")
    if SEASON_OF_NAME[name] not in unseen:
        text = f"The animal has shown its {name} card since the cards were last shuffled."
        return Problem("season_repeated", "", "AP-09", text, data={"season": name})
    return None


def read_cycle(value: object, seats: int, problems: list[Problem]) -> SeasonCycle:
    """Read what `SeasonCycle.as_json` wrote, at `cycle` of what holds it; add to the problems."""
    if not isinstance(value, Mapping):
        text = "The cycle must be given by name of field."
        problems.append(Problem("not_an_object", "cycle", "AP-09", text))
        return SeasonCycle()
    faults = unknown_fields(value, ("hand", "shown"))
    hand = value.get("hand")
    if not is_whole_number(hand) or not 0 <= hand < HANDS_IN_CYCLE:
        text = f"A cycle has {HANDS_IN_CYCLE} hands, counted from 0."
        faults.append(Problem("out_of_range", "hand", "AP-09", text))
        hand = 0
    shown = value.get("shown")
    names = [ANIMALS[animal] for animal in animals_with_seasons(seats)]
    if not isinstance(shown, Mapping) or set(shown) != set(names):
        text = "The seasons shown must be listed for each animal."
        faults.append(Problem("not_an_object", "shown", "AP-09", text))
        shown = {}
    seen = tuple(_read_shown(shown.get(name, ()), name, hand, faults) for name in ANIMALS)
    problems += [fault.inside("cycle") for fault in faults]
    return SeasonCycle(hand, seen)


def _read_shown(value: object, name: str, hand: int, problems: list[Problem]) -> int:
    """Return the seasons an animal has shown as bits: no more than hands of the cycle are over."""
    seasons = list(value) if isinstance(value, list | tuple) else [None]
    known = {season for season in seasons if isinstance(season, str) and season in SEASON_OF_NAME}
    if len(known) != len(seasons) or len(known) > hand:
        text = "This must list different seasons, no more than hands have been played."
        problems.append(Problem("not_seasons", f"shown.{name}", "AP-09", text))
        return 0
    return sum(1 << SEASON_OF_NAME[season] for season in known)
