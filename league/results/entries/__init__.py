"""The forms of hands: one interface, a module for each game.

Every form is a flat set of fields, the same with and without scripts, online and from a queue:
`key`, `number`, `seating` and `confirmed` of every hand, and beside them those of its game.
"""

from collections.abc import Mapping

from games.base import HandSetup
from league.results.entries.animal_poker import AnimalPokerEntry
from league.results.entries.fields import Asked, Entry, Record, Who
from league.results.entries.franks_zoo import FranksZooEntry
from league.results.entries.zop_zoo import ZopZooEntry

__all__ = ["Asked", "Entry", "Who", "blank_entry", "entry_of_form", "entry_of_record"]

ENTRIES: Mapping[str, type[Entry]] = {
    "franks-zoo": FranksZooEntry,
    "zop-zoo": ZopZooEntry,
    "animal-poker": AnimalPokerEntry,
}


def blank_entry(game: str, setup: HandSetup, last: Record | None = None) -> Entry:
    """Return the form of a hand before anything is entered; `last` is the table's last record."""
    return ENTRIES[game].blank(setup, last)


def entry_of_record(game: str, record: Record) -> Entry:
    """Return the form of a hand filled in with its record."""
    return ENTRIES[game].of_record(record)


def entry_of_form(game: str, data: Mapping[str, str], size: int) -> Entry:
    """Return what a form carries."""
    return ENTRIES[game].of_form(data, size)
