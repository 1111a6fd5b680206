"""Spread entries over tables: how many at each, and who sits where by lot."""

from collections.abc import Sequence
from hashlib import sha256
from math import ceil

WIDEST_SIZES = range(2, 9)
"""The table sizes that any game can be played at."""
MOST_ALTERNATIVES = 3

Sizes = tuple[int, ...]


class NoTableSizesError(ValueError):
    """The entries cannot be spread over tables of the sizes asked for.

    `alternatives` lists sizes that would do if the limits gave way, best first; it is empty when
    there are too few entries, or too many limits, for any table at all.
    """

    def __init__(self, text: str, alternatives: Sequence[Sizes]) -> None:
        super().__init__(text)
        self.alternatives = tuple(alternatives)


def table_sizes(
    entries: int,
    *,
    minimum: int,
    preferred: tuple[int, ...],
    maximum: int,
    widest: range = WIDEST_SIZES,
) -> Sizes:
    """Return the size of each table, larger ones first; raises NoTableSizesError.

    The sizes of a draw never differ by more than one. Among the numbers of tables that keep all
    sizes from `minimum` to `maximum` this takes the one that (1) seats the fewest entries away
    from a preferred size, each weighed by how far; (2) makes all tables equal; (3) seats the most
    at the size that `preferred` names first, then second …; (4) has the most tables.
    `widest` are the sizes that the game allows: alternatives are sought there.
    """
    if not 1 <= minimum <= maximum or not preferred:
        raise ValueError("Sizes need 1 <= minimum <= maximum and a preferred size.")
    choices = _even_choices(entries, minimum, maximum, preferred)
    if choices:
        return choices[0]
    wider = _even_choices(entries, widest[0], widest[-1], preferred)[:MOST_ALTERNATIVES]
    raise NoTableSizesError(_refusal(entries, minimum, maximum, wider), wider)


def _even_choices(
    entries: int, minimum: int, maximum: int, preferred: tuple[int, ...]
) -> list[Sizes]:
    """List the even spreads with all sizes within the limits, best first."""
    if entries < 1:
        return []
    numbers_of_tables = range(ceil(entries / maximum), entries // minimum + 1)
    choices = [_even_sizes(entries, tables) for tables in numbers_of_tables]
    return sorted(choices, key=lambda sizes: _dislike(sizes, preferred))


def _even_sizes(entries: int, tables: int) -> Sizes:
    size, larger = divmod(entries, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def _dislike(sizes: Sizes, preferred: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a key that is smaller for better sizes, see `table_sizes`."""
    distance = rank = 0
    for size in sizes:
        away, liking = min((abs(size - liked), at) for at, liked in enumerate(preferred))
        distance += size * away
        rank += size * liking
    return distance, sizes[0] - sizes[-1], rank, -len(sizes)


def _refusal(entries: int, minimum: int, maximum: int, wider: Sequence[Sizes]) -> str:
    limits = f"tables of {minimum}" if minimum == maximum else f"tables of {minimum} to {maximum}"
    text = f"{entries} cannot be seated at {limits}."
    if entries < minimum:
        text += f" {minimum - entries} more would make a table."
    if wider:
        offers = " or ".join(" + ".join(str(size) for size in sizes) for sizes in wider)
        text += f" With other sizes: {offers}."
    return text


def seat_at_random(
    entries: Sequence[int], sizes: Sequence[int], *, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Draw lots: return for each table of `sizes` its entries in seat order.

    The draw is a function of the seed and of *who* takes part, whatever order they are given in,
    and never changes: each entry is ranked by the SHA-256 of "seed:entry" in decimal digits, no
    random generator of any Python version is involved, and the tables are filled in that order.
    Anybody can so check a draw whose seed was announced.
    """
    if len(set(entries)) != len(entries):
        raise ValueError("An entry can be seated only once.")
    if sum(sizes) != len(entries) or any(size < 1 for size in sizes):
        raise ValueError(f"Tables of {list(sizes)} do not seat {len(entries)} entries.")
    drawn = sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest())
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return tuple(tuple(drawn[end - size : end]) for size, end in zip(sizes, ends, strict=True))
