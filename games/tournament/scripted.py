"""Read a seating that somebody wrote down, and say everything that is wrong with it at once.

Two ways to write it, both with commas, semicolons or tabs between the cells. A table a line, an
empty line between rounds; or a seat a line, under a header that names the columns `round`, `table`
and `entry`, and `seat` if the order counts.
"""

import csv
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO

from games.tournament.draw import Tables

COLUMNS = ("round", "table", "entry")


@dataclass(frozen=True, slots=True)
class ScriptSeat:
    """Hold one seat as written: the line it is on, its round and table, and who sits there.

    Rounds and tables are numbers that only have to be equal where they are the same.
    """

    line: int
    round: int
    table: int
    who: str | int


@dataclass(frozen=True, slots=True)
class Fault:
    """Hold one thing that is wrong: a stable code, the line (0: none), and what fills the words."""

    code: str
    line: int
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Script:
    """Hold the rounds of a script; there are none if it has faults."""

    rounds: tuple[Tables, ...]
    faults: tuple[Fault, ...]


def parse_script(text: str) -> tuple[list[ScriptSeat], list[Fault]]:
    """Return the seats as written, and the lines that cannot be read."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max("\t;,", key=first.count)
    rows = csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True)
    lines = []
    faults = []
    try:
        lines = [(rows.line_num, [cell.strip() for cell in row]) for row in rows]
    except csv.Error:
        faults.append(Fault("bad_line", rows.line_num))
    filled = [(line, cells) for line, cells in lines if any(cells)]
    if filled and set(COLUMNS) <= {cell.casefold() for cell in filled[0][1]}:
        return _seat_a_line(filled)
    return _table_a_line(lines), faults


def _table_a_line(lines: Sequence[tuple[int, list[str]]]) -> list[ScriptSeat]:
    seats = []
    number, was_empty = 0, True
    for line, cells in lines:
        who = [cell for cell in cells if cell]
        if who and was_empty:
            number += 1
        was_empty = not who
        seats += [ScriptSeat(line, number, line, name) for name in who]
    return seats


def _seat_a_line(lines: Sequence[tuple[int, list[str]]]) -> tuple[list[ScriptSeat], list[Fault]]:
    header = [cell.casefold() for cell in lines[0][1]]
    seats, faults = [], []
    for line, cells in lines[1:]:
        row = dict(zip(header, cells, strict=False))
        numbers = [_number(row.get(column, "")) for column in ("round", "table")]
        order = _number(row.get("seat") or "0")
        if None in numbers or order is None or not row.get("entry"):
            faults.append(Fault("bad_line", line, {"columns": header}))
        else:
            in_round, at_table = (number or 0 for number in numbers)
            seats.append((order, ScriptSeat(line, in_round, at_table, row["entry"])))
    seats.sort(key=lambda item: (item[1].round, item[1].table, item[0], item[1].line))
    return [seat for _, seat in seats], faults


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def check_script(
    seats: Sequence[ScriptSeat],
    entries: Collection[int],
    *,
    minimum: int,
    maximum: int,
    names: Mapping[str, int] | None = None,
    all_play: bool = True,
) -> Script:
    """Return the rounds, or all faults by line.

    `who` is an entry, or a name of `names` however it is spaced and capitalised, or an entry's
    number as text. `all_play` makes it a fault that a round misses somebody.
    """
    checking = _Checking(entries, names or {})
    for seat in seats:
        checking.add(seat)
    checking.check_sizes(minimum, maximum)
    if all_play:
        checking.check_missing()
    if not seats:
        checking.faults.append(Fault("empty", 0))
    faults = tuple(sorted(checking.faults, key=lambda fault: (fault.line, fault.code)))
    return Script(() if faults else checking.rounds(), faults)


class _Checking:
    """Collect tables and faults; a table is known by its round and its number."""

    def __init__(self, entries: Collection[int], names: Mapping[str, int]) -> None:
        self.entries = set(entries)
        self.names = {_folded(name): entry for name, entry in names.items()}
        self.tables: dict[tuple[int, int], list[int]] = {}
        self.first_lines: dict[tuple[int, int], int] = {}
        self.sizes: dict[tuple[int, int], int] = {}
        self.seen: dict[tuple[int, int], int] = {}
        self.faults: list[Fault] = []

    def add(self, seat: ScriptSeat) -> None:
        table = seat.round, seat.table
        self.first_lines.setdefault(table, seat.line)
        self.sizes[table] = self.sizes.get(table, 0) + 1
        entry = self._entry(seat.who)
        if entry is None:
            self.faults.append(Fault("unknown", seat.line, {"who": seat.who}))
            return
        first = self.seen.setdefault((seat.round, entry), seat.line)
        seated = self.tables.setdefault(table, [])
        if any(entry in self.tables[at] for at in self.tables if at[0] == seat.round):
            data = {"entry": entry, "round": seat.round, "first_line": first}
            self.faults.append(Fault("named_twice", seat.line, data))
            return
        seated.append(entry)

    def _entry(self, who: str | int | None) -> int | None:
        """Find out who is meant: a name goes before a number."""
        if isinstance(who, str):
            return self._entry(self.names.get(_folded(who), _number(who.strip())))
        return who if who in self.entries else None

    def check_sizes(self, minimum: int, maximum: int) -> None:
        for table, size in self.sizes.items():
            if not minimum <= size <= maximum:
                code = "table_too_small" if size < minimum else "table_too_large"
                data = {"round": table[0], "size": size, "minimum": minimum, "maximum": maximum}
                self.faults.append(Fault(code, self.first_lines[table], data))

    def check_missing(self) -> None:
        rounds = {number: line for (number, _), line in reversed(self.first_lines.items())}
        for number, line in rounds.items():
            for entry in sorted(self.entries):
                if (number, entry) not in self.seen:
                    data = {"entry": entry, "round": number}
                    self.faults.append(Fault("missing", line, data))

    def rounds(self) -> tuple[Tables, ...]:
        numbers = sorted({number for number, _ in self.tables})
        return tuple(
            tuple(tuple(self.tables[table]) for table in sorted(self.tables) if table[0] == number)
            for number in numbers
        )


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
