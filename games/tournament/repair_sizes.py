"""Find the table sizes under which the fewest people have to change tables, exactly."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.tournament.draw import SizeLimits


class Room(NamedTuple):
    """Hold a table that may change: its number and the seats of those who stay in the round."""

    table: int
    seats: tuple[int, ...]


Cost = tuple[int, int, int]
"""People who leave the table, people who change seats at it, and how little its size is liked."""
Best = dict[int, tuple[Cost, tuple[int, ...]]]
"""By the number of people seated: the least cost, and the size of each table so far."""


def fewest_moves(
    rooms: Sequence[Room], people: int, next_table: int, sizes: Mapping[int, int]
) -> dict[int, int]:
    """Return the size of each table, new ones numbered from `next_table`.

    `sizes` are those a table may have, and how little each is liked. As many people as possible
    are seated; then as few as possible change tables, then seats; then the sizes decide. Every
    number of people that the tables so far can seat is kept with its least cost.
    """
    best: Best = {0: ((0, 0, 0), ())}
    for room in rooms:
        best = _with_room(best, room, people, sizes)
    fresh = Room(next_table, ())
    opened = 0
    while opened < people // min(sizes):
        further = _with_room(best, fresh, people, sizes)
        opened += 1
        if {seated: cost for seated, (cost, _) in further.items()} == {
            seated: cost for seated, (cost, _) in best.items()
        }:
            break
        best = further
    seated = max(best)
    chosen = best[seated][1]
    numbers = [room.table for room in rooms]
    new = [size for size in chosen[len(rooms) :] if size]
    numbers += range(next_table, next_table + len(new))
    return dict(zip(numbers, [*chosen[: len(rooms)], *new], strict=True))


def _with_room(best: Best, room: Room, people: int, sizes: Mapping[int, int]) -> Best:
    following: Best = {}
    for size, dislike in ((0, 0), *sizes.items()):
        price = _price(room, size, dislike)
        for seated, (cost, chosen) in best.items():
            if seated + size <= people:
                total = (cost[0] + price[0], cost[1] + price[1], cost[2] + price[2])
                known = following.get(seated + size)
                if known is None or total < known[0]:
                    following[seated + size] = (total, (*chosen, size))
    return following


def _price(room: Room, size: int, dislike: int) -> Cost:
    """Let the last seats leave as the table shrinks; who then sits past its end moves up."""
    staying = room.seats[:size]
    shifted = sum(seat >= size for seat in staying)
    return len(room.seats) - len(staying), shifted, dislike


def size_dislike(size: int, limits: SizeLimits) -> int:
    """Say how little a table size is liked: its people times its distance from a liked size."""
    return size * min((abs(size - liked) for liked in limits.preferred), default=0)
