"""Choose the table sizes of a plan: as even as can be, or such that fewest meet again."""

from collections.abc import Iterator

from games.tournament.draw import CannotDrawError, SizeLimits
from games.tournament.seating import NoTableSizesError, table_sizes

Sizes = tuple[int, ...]

MOST_ENTRIES = 60
"""Entries up to which tables of all mixtures are compared."""


def even_sizes(entries: int, limits: SizeLimits) -> Sizes:
    """Return sizes within one of each other; raises CannotDrawError."""
    check_limits(limits)
    try:
        return table_sizes(
            entries, minimum=limits.minimum, preferred=limits.preferred, maximum=limits.maximum
        )
    except NoTableSizesError as error:
        raise CannotDrawError(
            "no_table_sizes",
            str(error),
            alternatives=error.alternatives,
            entries=entries,
            minimum=limits.minimum,
            maximum=limits.maximum,
        ) from None


def check_limits(limits: SizeLimits) -> None:
    """Refuse limits that no table keeps, or that like none."""
    if not 2 <= limits.minimum <= limits.maximum or not limits.preferred:
        raise CannotDrawError(
            "bad_limits",
            "Table sizes need a minimum of 2 or more, no more than the maximum, and a liking.",
            minimum=limits.minimum,
            maximum=limits.maximum,
        )


def all_sizes(entries: int, limits: SizeLimits) -> list[Sizes]:
    """List the sizes that can be chosen from, those nearest to what is liked first."""
    check_limits(limits)
    mixtures = (
        _mixtures(entries, limits.minimum, limits.maximum)
        if entries <= MOST_ENTRIES
        else _even_mixtures(entries, limits.minimum, limits.maximum)
    )
    return sorted(mixtures, key=lambda sizes: _dislike(sizes, limits.preferred))


def _mixtures(entries: int, smallest: int, largest: int) -> Iterator[Sizes]:
    if entries == 0:
        yield ()
    for size in range(min(entries, largest), smallest - 1, -1):
        for rest in _mixtures(entries - size, smallest, size):
            yield (size, *rest)


def _even_mixtures(entries: int, smallest: int, largest: int) -> Iterator[Sizes]:
    for tables in range(-(-entries // largest), entries // smallest + 1):
        each, more = divmod(entries, tables)
        yield (each + 1,) * more + (each,) * (tables - more)


def _dislike(sizes: Sizes, preferred: Sizes) -> tuple[int, int, int, Sizes]:
    """Return a key that is smaller for sizes nearer to those preferred, and for more even ones."""
    away = sum(size * min(abs(size - liked) for liked in preferred) for size in sizes)
    return away, sizes[0] - sizes[-1], -len(sizes), sizes
