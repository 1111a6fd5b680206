"""Turn the tree of a formula into a function of a hand and a seat, and say what it can come to.

All that could go wrong is found here: names, kinds, divisions by zero, numbers without bound. A
formula that compiles has a value for every hand, reached in a bounded number of steps.
"""

import operator
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.score_sheet.frame import NOBODY, Frame
from games.score_sheet.kinds import (
    A_KIND,
    CONDITION,
    LARGEST,
    SEAT,
    Kind,
    KindName,
    added,
    divided,
    left_over,
    multiplied,
    number,
    quotient,
    remainder,
    subtracted,
)
from games.score_sheet.syntax import FormulaError, Tree

Run: TypeAlias = Callable[[Frame, int], Any]
MOST_STEPS = 20_000
"""Of one formula in one hand; what is asked of every seat counts once for each of eight."""


ASKS_A_SEAT = (
    "This has one value for each player, and here the whole table is asked. "
    "Say whose is meant, such as sum(…) or at(dealer, …)."
)


@dataclass(frozen=True, slots=True)
class Formula:
    """A compiled formula: `run(frame, seat)`; `of_seat` says that the seat matters to it.

    `cell` is where the numbers of all seats lie already, for a formula that is only their name.
    """

    run: Run
    kind: Kind
    steps: int = 1
    of_seat: bool = False
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """Say where a named value lies in a frame, and what it can be."""

    at: int
    kind: Kind
    of: Literal["seat", "table"]


@dataclass(frozen=True, slots=True)
class Names:
    """All that formulas may name; `before` are the cells of what earlier hands came to."""

    cells: Mapping[str, Cell]
    tables: Mapping[str, "Rows"]
    before: Mapping[str, Cell]
    functions: Mapping[str, "Function"]
    players: range
    team_sizes: range


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: numbers by a choice, or by the highest of its steps that a number reaches."""

    choices: Mapping[str, int] | None
    steps: tuple[tuple[int, int], ...] = ()

    def at(self, key: int) -> int:
        """Return the number of the last step that does not exceed the key."""
        return self.steps[bisect_right(self.steps, key, key=operator.itemgetter(0)) - 1][1]


Function: TypeAlias = Callable[[Tree, Names], Formula]
"""Compiles what a formula calls by a name; raises FormulaError."""


def compile_formula(
    tree: Tree, names: Names, kinds: Sequence[KindName], *, of_seat: bool
) -> Formula:
    """Compile a formula of one of these kinds, of a seat or of the table; raises FormulaError."""
    formula = compile_tree(tree, names)
    if formula.kind.name not in kinds:
        found = f"This is {A_KIND[formula.kind.name]}, and {A_KIND[kinds[0]]} is expected."
        raise FormulaError("wrong_kind", tree.at, found)
    if formula.of_seat and not of_seat:
        raise FormulaError("asks_a_seat", tree.at, ASKS_A_SEAT)
    if formula.steps > MOST_STEPS:
        raise FormulaError("too_costly", 1, "This takes too many steps: ask fewer seats at once.")
    return formula


def compile_tree(tree: Tree, names: Names) -> Formula:
    """Compile a part of a formula; raises FormulaError."""
    formula = _COMPILERS[tree.kind](tree, names)
    if max(-formula.kind.low, formula.kind.high) > LARGEST:
        text = f"This could exceed {LARGEST:,}: give what it is made of narrower bounds."
        raise FormulaError("too_large", tree.at, text)
    constant = formula.kind.constant
    if constant is None:
        return formula
    return Formula(lambda _frame, _seat: constant, formula.kind)


def compile_part(tree: Tree, names: Names, kind: KindName) -> Formula:
    """Compile a part that has to be of a kind; raises FormulaError."""
    formula = compile_tree(tree, names)
    if formula.kind.name != kind:
        text = f"{A_KIND[kind].capitalize()} is expected here, not {A_KIND[formula.kind.name]}."
        raise FormulaError("wrong_kind", tree.at, text)
    return formula


def _number(tree: Tree, _names: Names) -> Formula:
    value = int(tree.value)
    return Formula(lambda _frame, _seat: value, number(value, value))


def _text(tree: Tree, _names: Names) -> Formula:
    value = tree.value
    return Formula(lambda _frame, _seat: value, Kind("choice", choices=frozenset({value})))


def _name(tree: Tree, names: Names) -> Formula:
    if tree.value == "me":
        return Formula(lambda _frame, seat: seat, SEAT, of_seat=True)
    if tree.value == "nobody":
        return Formula(lambda _frame, _seat: NOBODY, SEAT)
    cell = names.cells.get(tree.value)
    if cell is None:
        raise FormulaError("unknown_name", tree.at, f"Nothing before this is called {tree.value}.")
    at = cell.at
    if cell.of == "table":
        return Formula(lambda frame, _seat: frame[at], cell.kind)
    return Formula(lambda frame, seat: frame[at][seat], cell.kind, of_seat=True, cell=at)


def _minus(tree: Tree, names: Names) -> Formula:
    part = compile_part(tree.parts[0], names, "number")
    run = part.run
    kind = number(-part.kind.high, -part.kind.low)
    return Formula(lambda frame, seat: -run(frame, seat), kind, part.steps + 1, part.of_seat)


def _not(tree: Tree, names: Names) -> Formula:
    part = compile_part(tree.parts[0], names, "condition")
    run = part.run
    return Formula(
        lambda frame, seat: not run(frame, seat), CONDITION, part.steps + 1, part.of_seat
    )


def _if(tree: Tree, names: Names) -> Formula:
    condition = compile_part(tree.parts[0], names, "condition")
    first = compile_tree(tree.parts[1], names)
    second = compile_part(tree.parts[2], names, first.kind.name)
    holds, yes, no = condition.run, first.run, second.run
    return Formula(
        lambda frame, seat: yes(frame, seat) if holds(frame, seat) else no(frame, seat),
        first.kind.joined(second.kind),
        1 + condition.steps + first.steps + second.steps,
        condition.of_seat or first.of_seat or second.of_seat,
    )


def _operation(tree: Tree, names: Names) -> Formula:
    sign = tree.value
    left, right = (compile_tree(part, names) for part in tree.parts)
    wanted: KindName = "condition" if sign in ("and", "or") else "number"
    if sign in ("=", "!="):
        _refuse_unlike(tree, left.kind, right.kind)
    else:
        for part, formula in zip(tree.parts, (left, right), strict=True):
            if formula.kind.name != wanted:
                raise FormulaError("wrong_kind", part.at, f"“{sign}” is for {wanted}s.")
    if sign in ("/", "mod") and right.kind.low <= 0 <= right.kind.high:
        text = "This could be 0, and nothing can be divided by 0: max(1, …) helps."
        raise FormulaError("divides_by_zero", tree.parts[1].at, text)
    steps, of_seat = 1 + left.steps + right.steps, left.of_seat or right.of_seat
    bounds = _BOUNDS.get(sign)
    kind = bounds(left.kind, right.kind) if bounds else CONDITION
    return Formula(_run_of(sign, left, right), kind, steps, of_seat)


def _refuse_unlike(tree: Tree, one: Kind, other: Kind) -> None:
    if one.name != other.name or one.name == "condition":
        text = "Only numbers, seats and choices can be equal, each with its like."
        raise FormulaError("wrong_kind", tree.at, text)
    if one.name == "choice" and not one.choices & other.choices:
        known = ", ".join(sorted(one.choices if len(one.choices) > 1 else other.choices))
        text = f"These have no choice in common. Known are: {known}."
        raise FormulaError("unknown_choice", tree.at, text)


def _run_of(sign: str, left: Formula, right: Formula) -> Run:
    a, b = left.run, right.run
    if left.cell is not None and right.kind.constant is not None and sign in _BY_NUMBER:
        return _beside_number(_BY_NUMBER[sign], left.cell, right.kind.constant)
    runs: dict[str, Run] = {
        "+": lambda frame, seat: a(frame, seat) + b(frame, seat),
        "-": lambda frame, seat: a(frame, seat) - b(frame, seat),
        "*": lambda frame, seat: a(frame, seat) * b(frame, seat),
        "/": lambda frame, seat: quotient(a(frame, seat), b(frame, seat)),
        "mod": lambda frame, seat: remainder(a(frame, seat), b(frame, seat)),
        "=": lambda frame, seat: a(frame, seat) == b(frame, seat),
        "!=": lambda frame, seat: a(frame, seat) != b(frame, seat),
        "<": lambda frame, seat: a(frame, seat) < b(frame, seat),
        "<=": lambda frame, seat: a(frame, seat) <= b(frame, seat),
        ">": lambda frame, seat: a(frame, seat) > b(frame, seat),
        ">=": lambda frame, seat: a(frame, seat) >= b(frame, seat),
        "and": lambda frame, seat: a(frame, seat) and b(frame, seat),
        "or": lambda frame, seat: a(frame, seat) or b(frame, seat),
    }
    return runs[sign]


def _beside_number(reckon: Callable[[int, int], Any], at: int, constant: int) -> Run:
    """Reckon with a column and a number: what most formulas are made of, and quicker so."""
    return lambda frame, seat: reckon(frame[at][seat], constant)


_BY_NUMBER: Mapping[str, Callable[[int, int], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_BOUNDS: Mapping[str, Callable[[Kind, Kind], Kind]] = {
    "+": added,
    "-": subtracted,
    "*": multiplied,
    "/": divided,
    "mod": left_over,
}

MOST_DENSE = 200
"""Numbers between the lowest and the highest key up to which a table is written out."""


def _row(tree: Tree, names: Names) -> Formula:
    rows = names.tables.get(tree.value)
    if rows is None:
        raise FormulaError("unknown_table", tree.at, f"No table is called {tree.value}.")
    key = compile_part(tree.parts[0], names, "number" if rows.choices is None else "choice")
    if rows.choices is None:
        run, values = _row_of_steps(tree, rows, key)
    else:
        run, values = _row_of_choices(tree, rows.choices, key)
    kind = number(min(values), max(values))
    return Formula(run, kind, key.steps + 2, key.of_seat)


def _row_of_choices(tree: Tree, rows: Mapping[str, int], key: Formula) -> tuple[Run, list[int]]:
    missing = sorted(key.kind.choices - rows.keys())
    if missing:
        text = f"The table {tree.value} has no row for {', '.join(missing)}."
        raise FormulaError("no_row", tree.at, text)
    run = key.run
    return lambda frame, seat: rows[run(frame, seat)], [rows[each] for each in key.kind.choices]


def _row_of_steps(tree: Tree, rows: Rows, key: Formula) -> tuple[Run, list[int]]:
    low, high, run = key.kind.low, key.kind.high, key.run
    if low < rows.steps[0][0]:
        text = f"The table {tree.value} begins with {rows.steps[0][0]}, and this could be {low}."
        raise FormulaError("no_row", tree.at, text)
    values = [rows.at(low)] + [value for start, value in rows.steps if low < start <= high]
    if high - low <= MOST_DENSE:
        dense = [rows.at(at) for at in range(low, high + 1)]
        return lambda frame, seat: dense[run(frame, seat) - low], values
    return lambda frame, seat: rows.at(run(frame, seat)), values


def _call(tree: Tree, names: Names) -> Formula:
    function = names.functions.get(tree.value)
    if function is None:
        raise FormulaError("unknown_name", tree.at, f"There is no {tree.value}(…) here.")
    return function(tree, names)


_COMPILERS: Mapping[str, Function] = {
    "number": _number,
    "text": _text,
    "name": _name,
    "minus": _minus,
    "not": _not,
    "if": _if,
    "operation": _operation,
    "row": _row,
    "call": _call,
}
