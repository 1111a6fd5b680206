"""Read how points follow from a hand, what is checked, who is first, who deals, and the end."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast, get_args

from games.base import Level
from games.score_sheet.faults import Faults
from games.score_sheet.kinds import MOST_HANDS, MOST_POINTS
from games.score_sheet.labels import read_label
from games.score_sheet.read_columns import FURTHEST
from games.score_sheet.read_partners import read_rule
from games.score_sheet.rules import DEALER, END, MOST_POINTS_FIRST
from games.score_sheet.scope import Scope
from games.score_sheet.sheet import (
    Basis,
    Bound,
    Check,
    Column,
    Criterion,
    Dealer,
    DealerOrder,
    End,
    Line,
    Parameter,
    Value,
)

LEVELS: tuple[str, ...] = get_args(Level)
ORDERS: tuple[str, ...] = get_args(DealerOrder)
BASES: tuple[str, ...] = get_args(Basis)
HIGHEST, LOWEST = "highest", "lowest"


def _of(
    data: Mapping[str, Any], path: str, faults: Faults, default: str
) -> Literal["seat", "table"]:
    of = faults.one_of(data.get("of", default), f"{path}.of", ("seat", "table"))
    return "table" if of == "table" else "seat"


def read_value(value: object, path: str, scope: Scope) -> Value | None:
    """Read a number or condition that formulas after it may name; None where it is at fault."""
    faults = scope.faults
    data = faults.fields(value, path, ("id", "label", "of", "is"))
    name = faults.name(data.get("id"), f"{path}.id", scope.taken)
    of = _of(data, path, faults, "seat")
    label = read_label(data["label"], f"{path}.label", faults) if "label" in data else None
    expression = scope.expression(
        data.get("is"), f"{path}.is", "number", "condition", "seat", of_seat=of == "seat"
    )
    if name is None or expression is None:
        scope.refuse(data.get("id"))
        return None
    scope.define(name, expression.formula.kind, of, of_hand=True)
    return Value(name, of, expression, label)


def read_line(value: object, path: str, scope: Scope) -> Line | None:
    """Read how some points follow; None where that is at fault."""
    data = scope.faults.fields(value, path, ("rule", "label", "points", "when"))
    rule = scope.rule(data.get("rule"), f"{path}.rule")
    label = read_label(data.get("label"), f"{path}.label", scope.faults)
    sentence = scope.sentence(label, f"{path}.label", of_seat=True)
    points = scope.expression(data.get("points"), f"{path}.points", "number", of_seat=True)
    when = None
    if "when" in data:
        when = scope.expression(data["when"], f"{path}.when", "condition", of_seat=True)
    return Line(rule, sentence, points, when) if points else None


def bound_lines(lines: Sequence[Line], faults: Faults) -> None:
    """Refuse lines that can come to more points than a total has room for."""
    kinds = [line.points.formula.kind for line in lines]
    most = max(sum(max(0, kind.high) for kind in kinds), sum(max(0, -kind.low) for kind in kinds))
    if most > MOST_POINTS:
        text = f"These could come to {most:,} points in a hand; the most is {MOST_POINTS:,}."
        faults.add("too_large", "lines", f"{text} Narrow the bounds of the columns.")


def read_check(value: object, path: str, scope: Scope, columns: Sequence[Column]) -> Check | None:
    """Read what has to hold of a hand; None where that is at fault."""
    faults = scope.faults
    data = faults.fields(value, path, ("rule", "label", "that", "of", "level", "column"))
    of = _of(data, path, faults, "table")
    rule = scope.rule(data.get("rule"), f"{path}.rule")
    label = read_label(data.get("label"), f"{path}.label", faults)
    sentence = scope.sentence(label, f"{path}.label", of_seat=of == "seat")
    that = scope.expression(data.get("that"), f"{path}.that", "condition", of_seat=of == "seat")
    level = faults.one_of(data.get("level", "error"), f"{path}.level", LEVELS)
    column = data.get("column", "")
    if column != "":
        column = faults.one_of(column, f"{path}.column", [each.id for each in columns])
    if that is None or level is None or column is None:
        return None
    return Check(rule, sentence, that, of, cast(Level, level), column)


def read_dealer(value: object, scope: Scope, columns: Sequence[Column]) -> Dealer:
    """Read who deals next: a word, or an object with the rule that says so."""
    faults, path = scope.faults, "dealer"
    data = {"order": value} if isinstance(value, str) else value
    data = faults.fields(data, path, ("order", "column", "rule", "label"))
    rule, label = read_rule(data, path, scope, "SH-03", DEALER)
    order = faults.one_of(data.get("order"), f"{path}.order", ORDERS) or "left"
    column = ""
    if order == "column":
        seats = [each.id for each in columns if each.kind == "seat"]
        column = faults.one_of(data.get("column"), f"{path}.column", seats) or ""
    elif "column" in data:
        faults.add("not_counted", f"{path}.column", "Only the order “column” names one.")
    return Dealer(rule, label, cast(DealerOrder, order), column)


def read_end(value: object, scope: Scope, parameters: Sequence[Parameter]) -> End:
    """Read when a match is over."""
    faults, path = scope.faults, "end"
    names = ("hands", "rounds", "reaches", "falls_to")
    data = faults.fields(value, path, (*names, "plays_on", "rule", "label"))
    rule, label = read_rule(data, path, scope, "SH-04", END)

    def bound(name: str, low: int, high: int) -> Bound:
        return _bound(data.get(name), f"{path}.{name}", low, high, parameters, faults)

    return End(
        rule,
        label,
        hands=bound("hands", 1, MOST_HANDS),
        rounds=bound("rounds", 1, MOST_HANDS),
        reaches=bound("reaches", -FURTHEST, FURTHEST),
        falls_to=bound("falls_to", -FURTHEST, FURTHEST),
        plays_on=faults.truth(data.get("plays_on", False), f"{path}.plays_on"),
    )


def _bound(
    value: object, path: str, low: int, high: int, parameters: Sequence[Parameter], faults: Faults
) -> Bound:
    """Return a number in these bounds, or the id of a parameter that stays in them."""
    if value is None or not isinstance(value, str):
        return None if value is None else faults.number(value, path, low, high)
    found = [each for each in parameters if each.id == value]
    if not found:
        faults.add("unknown_name", path, "This must be a number or the id of a parameter.")
        return None
    if not low <= found[0].lowest <= found[0].highest <= high:
        text = f"{value} has to stay from {low:,} to {high:,}."
        faults.add("out_of_range", path, text, lowest=low, highest=high)
    return value


def read_ranking(value: object, scope: Scope) -> tuple[Criterion, ...]:
    """Read what orders the seats, the first difference deciding; most points unless given."""
    if value is None:
        return (Criterion("SH-05", MOST_POINTS_FIRST, "total", highest_first=True),)
    ranking = scope.faults.items(
        value, "ranking", len(BASES) + 2, lambda item, path: _read_criterion(item, path, scope)
    )
    if not ranking and not scope.faults.problems:
        scope.faults.add("missing", "ranking", "Something must order the seats.")
    return ranking


def _read_criterion(value: object, path: str, scope: Scope) -> Criterion | None:
    faults = scope.faults
    data = faults.fields(value, path, ("rule", "label", "by", "first", "value"))
    rule = scope.rule(data.get("rule"), f"{path}.rule")
    label = read_label(data.get("label"), f"{path}.label", faults)
    by = faults.one_of(data.get("by"), f"{path}.by", BASES)
    first = faults.one_of(data.get("first", HIGHEST), f"{path}.first", (HIGHEST, LOWEST))
    summed = ""
    if by == "sum":
        known = [name for name, cell in scope.summable.items() if cell.of == "seat"]
        summed = data.get("value", "")
        if not isinstance(summed, str) or summed not in scope.refused:
            summed = faults.one_of(summed, f"{path}.value", known) or ""
        if summed in known:
            scope.before[summed]
    elif "value" in data:
        faults.add("not_counted", f"{path}.value", "Only “sum” names a value.")
    return Criterion(rule, label, cast(Basis, by), first == HIGHEST, summed) if by else None
