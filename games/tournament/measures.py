"""Measure a plan by what organisers ask about it."""

from collections import Counter
from collections.abc import Collection, Sequence

from games.tournament.draw import Tables, count_meetings
from games.tournament.history import History


def measure(
    entries: Collection[int],
    rounds: Sequence[Tables],
    sitting_out: Sequence[Collection[int]],
    history: History,
) -> dict[str, int]:
    """Return figures by name, of the rounds drawn; meetings and turns include the history.

    `size_spread` is how far sizes of one round differ at most, `most_meetings` how often a pair
    meets at most, `short_most` and `short_least` how often an entry sits at a table smaller than
    the round's largest, `idle_most` and `idle_least` how often it sits out, and `seat_spread` how
    much oftener an entry sits on one seat than on another that all its tables have.
    """
    played = history
    for tables, idle_now in zip(rounds, sitting_out, strict=True):
        played = played.after(tables, idle_now)
    met = count_meetings(rounds)
    met.update({pair: times for pair, times in history.count_meetings().items() if pair in met})
    short = Counter(
        entry
        for tables in played.rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for entry in table
    )
    idle = played.count_idle(entries)
    return {
        "size_spread": max(max(map(len, tables)) - min(map(len, tables)) for tables in rounds),
        "most_meetings": max(met.values(), default=0),
        "short_most": max(short[entry] for entry in entries),
        "short_least": min(short[entry] for entry in entries),
        "idle_most": max(idle[entry] for entry in entries),
        "idle_least": min(idle[entry] for entry in entries),
        "seat_spread": _seat_spread(entries, rounds),
    }


def _seat_spread(entries: Collection[int], rounds: Sequence[Tables]) -> int:
    seats: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            seats.update((entry, seat) for seat, entry in enumerate(table))
    smallest = min(len(table) for tables in rounds for table in tables)
    turns = [[seats[entry, seat] for seat in range(smallest)] for entry in entries]
    return max(max(own) - min(own) for own in turns)
