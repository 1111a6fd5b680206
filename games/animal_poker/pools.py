"""What a player may build from: the animals played, and what they count as for him.

Reaching the best pool needs no search (AP-R6). A wild may stand for whatever its animals were, so
making wilds never costs a set: every pair there is becomes wilds first, what is left becomes wild
where it may, and only the rest is ranged or stays what it is. An animal is taken out of the counts
when an effect changes it, so none can go into two (AP-R5).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from games.animal_poker.cards import (
    ALL_OF,
    APE,
    CAT,
    DOG,
    ELEPHANT,
    FALL,
    HIGH,
    LOW,
    MOUSE,
    NO_SEASON,
    ONE,
    RABBIT,
    SNAKE,
    SPRING,
    SUMMER,
    WINTER,
    Animal,
    Counts,
    Season,
    count_of,
    present,
)
from games.animal_poker.seasons import Seasons
from games.animal_poker.sets import Ladder, Rung, Rungs


class Pool:
    """Hold the animals one player may use, each once.

    `counts` are those that are nothing but themselves, `wilds` any animal in use (AP-R18), `cats`
    the ones that count as a cat or lower, `dogs` as a dog or higher (winter, AP-14).
    """

    __slots__ = ("cats", "counts", "dogs", "wilds")

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.wilds = 0
        self.cats = 0
        self.dogs = 0

    def best(self, candidates: Rungs, ladder: Ladder) -> Rung | None:
        """Return the strongest of the sets that can be made, None if none can."""
        while candidates:
            rung = candidates.bit_length() - 1
            if self.can_make(rung, ladder):
                return rung
            candidates ^= 1 << rung
        return None

    def can_make(self, rung: Rung, ladder: Ladder) -> bool:
        """Tell whether a set can be made: an exact test, as no animal fits both ranges."""
        needed = ladder.needed[rung]
        if not needed:
            _, size, animal = ladder.sets[rung]
            return self.largest_herd(animal) >= size
        missing = needed & ~present(self.counts)
        low = (missing & LOW).bit_count() - self.cats
        high = (missing & HIGH).bit_count() - self.dogs
        apes = 1 if missing & ONE[APE] else 0
        return max(low, 0) + apes + max(high, 0) <= self.wilds

    def largest_herd(self, animal: Animal) -> int:
        """Return how many can stand for an animal at once."""
        size = count_of(self.counts, animal) + self.wilds
        if animal <= CAT:
            return size + self.cats
        return size + self.dogs if animal >= DOG else size


@dataclass(frozen=True, slots=True)
class PoolEffect:
    """Change the pool of whoever played the animal in the season, if nobody played `absent`."""

    code: str
    rule: str
    animal: Animal
    season: Season
    change: Callable[[Pool], None]
    absent: Animal | None = None


def _double_rabbits(pool: Pool) -> None:
    pool.counts += pool.counts & ALL_OF[RABBIT]


def _add_a_dog(pool: Pool) -> None:
    pool.counts += ONE[DOG]


def _add_a_cat(pool: Pool) -> None:
    pool.counts += ONE[CAT]


def _pair_rabbits(pool: Pool) -> None:
    pairs = count_of(pool.counts, RABBIT) // 2
    pool.counts -= 2 * pairs * ONE[RABBIT]
    pool.wilds += 3 * pairs


def _pair_cats_with_dogs(pool: Pool) -> None:
    pairs = min(count_of(pool.counts, CAT), count_of(pool.counts, DOG))
    pool.counts -= pairs * (ONE[CAT] + ONE[DOG])
    pool.wilds += 2 * pairs


def _range_cats_and_dogs(pool: Pool) -> None:
    pool.cats += count_of(pool.counts, CAT)
    pool.dogs += count_of(pool.counts, DOG)
    pool.counts &= ~(ALL_OF[CAT] | ALL_OF[DOG])


def _wild(*animals: Animal) -> Callable[[Pool], None]:
    def change(pool: Pool) -> None:
        for animal in animals:
            pool.wilds += count_of(pool.counts, animal)
            pool.counts &= ~ALL_OF[animal]

    return change


POOL_EFFECTS: tuple[PoolEffect, ...] = (
    PoolEffect("rabbits_doubled", "AP-12", RABBIT, SPRING, _double_rabbits),
    PoolEffect("cat_is_dog_too", "AP-R4", CAT, FALL, _add_a_dog),
    PoolEffect("dog_is_cat_too", "AP-R4", DOG, FALL, _add_a_cat),
    PoolEffect("rabbit_pairs", "AP-12", RABBIT, WINTER, _pair_rabbits),
    PoolEffect("cat_dog_pairs", "AP-14", CAT, SPRING, _pair_cats_with_dogs),
    PoolEffect("cat_dog_pairs", "AP-14", DOG, SPRING, _pair_cats_with_dogs),
    PoolEffect("snakes_wild", "AP-17", ELEPHANT, NO_SEASON, _wild(SNAKE)),
    PoolEffect("rabbits_wild", "AP-12", RABBIT, SUMMER, _wild(RABBIT)),
    PoolEffect("low_wild", "AP-14", CAT, SUMMER, _wild(*range(MOUSE, CAT + 1)), absent=DOG),
    PoolEffect("high_wild", "AP-14", DOG, SUMMER, _wild(*range(DOG, ELEPHANT + 1)), absent=CAT),
    PoolEffect("cat_dog_ranges", "AP-14", CAT, WINTER, _range_cats_and_dogs),
    PoolEffect("cat_dog_ranges", "AP-14", DOG, WINTER, _range_cats_and_dogs),
)
"""In the order in which they are applied: what changes how many there are, pairs, wilds, ranges."""


def effects_on_pool(own: Counts, seasons: Seasons, played: Counts) -> tuple[PoolEffect, ...]:
    """List the effects a player has on the pool; `own` and `played` are one of each animal."""
    return _effects(own, seasons[RABBIT], seasons[CAT], seasons[DOG], played & _ABSENT)


def unmet_effects(
    own: Counts, seasons: Seasons, played: Counts
) -> tuple[tuple[PoolEffect, Animal], ...]:
    """List the effects a player has not, each with the animal that somebody played against it."""
    return tuple(
        (effect, effect.absent)
        for effect in effects_on_pool(own, seasons, 0)
        if effect.absent is not None and played & ONE[effect.absent]
    )


_ABSENT = sum({ONE[effect.absent] for effect in POOL_EFFECTS if effect.absent is not None})


@cache
def _effects(
    own: Counts, rabbit: Season, cat: Season, dog: Season, played: Counts
) -> tuple[PoolEffect, ...]:
    season_of = {RABBIT: rabbit, CAT: cat, DOG: dog, ELEPHANT: NO_SEASON}
    return tuple(
        effect
        for effect in POOL_EFFECTS
        if own & ONE[effect.animal]
        and season_of[effect.animal] == effect.season
        and (effect.absent is None or not played & ONE[effect.absent])
    )


def is_banned_from_rabbits(own: Counts, seasons: Seasons) -> bool:
    """Tell whether the summer rabbits of others keep the rabbits from a player (AP-12, AP-R20)."""
    return seasons[RABBIT] == SUMMER and not own & ONE[RABBIT]


def pool_of(own: Counts, has_stored_rabbit: bool, seasons: Seasons, total: Counts) -> Pool:
    """Return what the player of `own` may build from, `total` being all animals played.

    The ban comes first: a stored rabbit was never played and stays (AP-R8).
    """
    counts = total & ~ALL_OF[RABBIT] if is_banned_from_rabbits(own, seasons) else total
    pool = Pool(counts + ONE[RABBIT] if has_stored_rabbit else counts)
    for effect in effects_on_pool(own, seasons, present(total)):
        effect.change(pool)
    return pool
