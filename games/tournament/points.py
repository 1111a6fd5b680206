"""Turn places at a table into league points."""

from collections import Counter
from collections.abc import Sequence


def place_points(places: Sequence[int], scale: Sequence[int]) -> tuple[int, ...]:
    """Return the league points for each of `places` (1-based, 1 1 3 where places are shared).

    `scale[place - 1]` is what a place is worth; places past its end are worth 0. Those who share
    a place split what the places they take up are worth together, as in sailing (Racing Rules of
    Sailing, A7), rounded down to whole points: two who share first place under 10, 7, 5 get 8
    each, and the next is third with 5. So sharing never brings in more than the scale gives out.
    """
    sharers = Counter(places)
    worth = {place: _split(place, count, scale) for place, count in sharers.items()}
    return tuple(worth[place] for place in places)


def _split(place: int, sharers: int, scale: Sequence[int]) -> int:
    return sum(scale[place - 1 : place - 1 + sharers]) // sharers
