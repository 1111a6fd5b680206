"""Read the question of `python -m games seat`, and name all its faults at once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.base import InvalidInputError, Problem
from games.tournament.draw import Pair, SizeLimits, Tables
from games.tournament.variety import MOST_ROUNDS, Balance
from games.validation import is_whole_number, unknown_fields

FIELDS = ("entries", "sizes", "tables", "rounds", "apart", "history", "seed", "effort", "balance")
SIZE_FIELDS = ("min", "preferred", "max")
MOST_ENTRIES = 10_000
MOST_EFFORT = 600
SIZES = range(2, 9)
USUAL_EFFORT = 15


class SeatQuestion(NamedTuple):
    """Hold a question that can be asked: entries are 0 to `entries` - 1."""

    entries: int
    sizes: SizeLimits | tuple[int, ...]
    rounds: int
    apart: tuple[Pair, ...]
    history: tuple[Tables, ...]
    seed: int
    effort: int
    balance: Balance

    @property
    def sizes_field(self) -> str:
        """Name the field that says the sizes."""
        return "sizes" if isinstance(self.sizes, SizeLimits) else "tables"


def read_seat_question(data: object) -> SeatQuestion:
    """Read a question given as a JSON value; raises InvalidInputError."""
    if not isinstance(data, Mapping):
        text = "A question must be a JSON object."
        raise InvalidInputError([Problem("not_an_object", "", None, text)])
    reader = _Reader(data)
    question = reader.read()
    if reader.problems:
        raise InvalidInputError(reader.problems)
    return question


class _Reader:
    """Collect problems while reading."""

    def __init__(self, data: Mapping[Any, Any]) -> None:
        self.data = data
        self.problems = unknown_fields(data, FIELDS)

    def read(self) -> SeatQuestion:
        entries = self._number("entries", 1, MOST_ENTRIES, None)
        known = entries if self._is_number("entries") else MOST_ENTRIES
        return SeatQuestion(
            entries=entries,
            sizes=self._sizes(),
            rounds=self._number("rounds", 1, MOST_ROUNDS, None),
            apart=self._apart(known),
            history=self._history(known),
            seed=self._number("seed", -(2**63), 2**63 - 1, None),
            effort=self._number("effort", 1, MOST_EFFORT, USUAL_EFFORT),
            balance=self._balance(),
        )

    def _refuse(self, code: str, field: str, text: str) -> None:
        self.problems.append(Problem(code, field, None, text))

    def _number(self, name: str, least: int, most: int, usual: int | None) -> int:
        if name not in self.data and usual is not None:
            return usual
        if name not in self.data:
            self._refuse("missing", name, "This value is missing.")
            return least
        return self._judged(self.data[name], name, least, most)

    def _is_number(self, name: str) -> bool:
        value = self.data.get(name)
        return is_whole_number(value) and value >= 1

    def _judged(self, value: object, field: str, least: int, most: int) -> int:
        if not is_whole_number(value):
            self._refuse("not_a_number", field, "Enter a whole number.")
        elif not least <= value <= most:
            self._refuse("out_of_range", field, f"This must be from {least} to {most}.")
        else:
            return value
        return least

    def _balance(self) -> Balance:
        value = self.data.get("balance", "even")
        if value not in ("even", "fresh"):
            self._refuse("unknown_balance", "balance", "This must be even or fresh.")
        return "fresh" if value == "fresh" else "even"

    def _list(self, value: object, field: str) -> Sequence[object]:
        if isinstance(value, list):
            return value
        self._refuse("not_a_list", field, "This must be a list.")
        return ()

    def _sizes(self) -> SizeLimits | tuple[int, ...]:
        if ("sizes" in self.data) == ("tables" in self.data):
            self._refuse("sizes_or_tables", "sizes", "Give either sizes or tables.")
            return ()
        if "tables" in self.data:
            return self._size_list(self.data["tables"], "tables")
        return self._limits(self.data["sizes"])

    def _size_list(self, value: object, field: str) -> tuple[int, ...]:
        sizes = self._list(value, field)
        if isinstance(value, list) and not value:
            self._refuse("empty", field, "This must not be empty.")
        return tuple(
            self._judged(size, f"{field}[{at}]", SIZES[0], SIZES[-1])
            for at, size in enumerate(sizes)
        )

    def _limits(self, value: object) -> SizeLimits | tuple[int, ...]:
        if not isinstance(value, Mapping):
            self._refuse("not_an_object", "sizes", "This must be a JSON object.")
            return ()
        self.problems += [p.inside("sizes") for p in unknown_fields(value, SIZE_FIELDS)]
        missing = [name for name in SIZE_FIELDS if name not in value]
        for name in missing:
            self._refuse("missing", f"sizes.{name}", "This value is missing.")
        if missing:
            return ()
        least = self._judged(value["min"], "sizes.min", SIZES[0], SIZES[-1])
        most = self._judged(value["max"], "sizes.max", SIZES[0], SIZES[-1])
        preferred = self._size_list(value["preferred"], "sizes.preferred")
        if least > most:
            self._refuse("out_of_range", "sizes.max", "This must not be less than min.")
        return SizeLimits(least, preferred, most)

    def _entries(self, value: object, field: str, entries: int) -> tuple[tuple[int, ...], bool]:
        """Return the entries of a list, and whether they are what they should be."""
        before = len(self.problems)
        found = [self._judged(one, field, 0, entries - 1) for one in self._list(value, field)]
        return tuple(found), len(self.problems) == before

    def _apart(self, entries: int) -> tuple[Pair, ...]:
        pairs = []
        for at, value in enumerate(self._list(self.data.get("apart", []), "apart")):
            field = f"apart[{at}]"
            ids, are_known = self._entries(value, field, entries)
            if len(ids) == 2 and ids[0] != ids[1]:
                pairs.append((ids[0], ids[1]))
            elif are_known:
                self._refuse("not_a_pair", field, "This must be two different entries.")
        return tuple(pairs)

    def _history(self, entries: int) -> tuple[Tables, ...]:
        rounds = self._list(self.data.get("history", []), "history")
        return tuple(
            self._played(value, f"history[{at}]", entries) for at, value in enumerate(rounds)
        )

    def _played(self, value: object, field: str, entries: int) -> Tables:
        tables = []
        seated: set[int] = set()
        for at, members in enumerate(self._list(value, field)):
            where = f"{field}[{at}]"
            table, are_known = self._entries(members, where, entries)
            if are_known and (len({*table}) < len(table) or seated & {*table}):
                self._refuse("entry_twice", where, "An entry sits at one table of a round only.")
            seated |= {*table}
            tables.append(table)
        return tuple(tables)
