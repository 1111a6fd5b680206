"""What formulas can call: sums over seats, and a few plain functions of numbers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from games.score_sheet.compiling import (
    Formula,
    Function,
    Names,
    compile_part,
    compile_tree,
)
from games.score_sheet.frame import EVERYBODY, TEAMS, Frame
from games.score_sheet.kinds import CONDITION, MOST_HANDS, Kind, multiplied, number
from games.score_sheet.syntax import FormulaError, Tree

MOST_SEATS = 8

Group: TypeAlias = Callable[[Frame, int], Iterable[int]]
"""Which seats are asked, seen from one of them."""


def _parts(tree: Tree, wanted: int) -> tuple[Tree, ...]:
    if len(tree.parts) != wanted:
        text = f"{tree.value}(…) needs {wanted}, and has {len(tree.parts)}."
        raise FormulaError("wrong_number", tree.at, text)
    return tree.parts


def _others(frame: Frame, seat: int) -> Iterable[int]:
    return [other for other in frame[EVERYBODY] if other != seat]


def _team(frame: Frame, seat: int) -> Iterable[int]:
    team: Iterable[int] = frame[TEAMS][seat]
    return team


def _partners(frame: Frame, seat: int) -> Iterable[int]:
    return [other for other in frame[TEAMS][seat] if other != seat]


def _opponents(frame: Frame, seat: int) -> Iterable[int]:
    team = frame[TEAMS][seat]
    return [other for other in frame[EVERYBODY] if other not in team]


def _first_of_teams(frame: Frame, _seat: int) -> Iterable[int]:
    """Return one seat of each team."""
    return [seat for seat in frame[EVERYBODY] if frame[TEAMS][seat][0] == seat]


def _of_all(part: Formula) -> Callable[[Frame], list[Any]]:
    """Return what gives the values of all seats; of a column they lie there already."""
    run, at = part.run, part.cell
    if at is not None:
        return lambda frame: frame[at]
    return lambda frame: [run(frame, each) for each in frame[EVERYBODY]]


def _everybody(tree: Tree, names: Names) -> Formula:
    """Sum over all seats."""
    part = compile_part(_parts(tree, 1)[0], names, "number")
    values, players = _of_all(part), names.players
    kind = part.kind.times(players[0], players[-1])
    return Formula(lambda frame, _seat: sum(values(frame)), kind, 1 + MOST_SEATS * part.steps)


def _of_others(tree: Tree, names: Names) -> Formula:
    return _over(_others, names.players[0] - 1, names.players[-1] - 1, tree, names)


def _of_team(tree: Tree, names: Names) -> Formula:
    return _over(_team, names.team_sizes[0], names.team_sizes[-1], tree, names)


def _of_partners(tree: Tree, names: Names) -> Formula:
    return _over(_partners, names.team_sizes[0] - 1, names.team_sizes[-1] - 1, tree, names)


def _of_opponents(tree: Tree, names: Names) -> Formula:
    return _over(_opponents, 0, names.players[-1] - 1, tree, names)


def _of_teams(tree: Tree, names: Names) -> Formula:
    formula = _over(_first_of_teams, 1, names.players[-1], tree, names)
    return replace(formula, of_seat=False)


def _over(group: Group, fewest: int, most: int, tree: Tree, names: Names) -> Formula:
    """Sum over a group of seats, of which there are so many."""
    part = compile_part(_parts(tree, 1)[0], names, "number")
    run = part.run
    return Formula(
        lambda frame, seat: sum([run(frame, each) for each in group(frame, seat)]),
        part.kind.times(fewest, most),
        1 + MOST_SEATS * part.steps,
        of_seat=True,
    )


def _count(tree: Tree, names: Names) -> Formula:
    """Count the seats for which a condition holds."""
    part = compile_part(_parts(tree, 1)[0], names, "condition")
    values, kind = _of_all(part), number(0, names.players[-1])
    steps = 1 + MOST_SEATS * part.steps
    return Formula(lambda frame, _seat: sum([1 for each in values(frame) if each]), kind, steps)


def _each(judge: Callable[[Iterable[bool]], bool], tree: Tree, names: Names) -> Formula:
    """Tell whether a condition holds for some seat, or for all of them."""
    part = compile_part(_parts(tree, 1)[0], names, "condition")
    values, steps = _of_all(part), 1 + MOST_SEATS * part.steps
    return Formula(lambda frame, _seat: judge(values(frame)), CONDITION, steps)


def _extreme(choose: Callable[[list[int]], int], tree: Tree, names: Names) -> Formula:
    """Return the highest or the lowest number of all seats."""
    part = compile_part(_parts(tree, 1)[0], names, "number")
    values, steps = _of_all(part), 1 + MOST_SEATS * part.steps
    return Formula(lambda frame, _seat: choose(values(frame)), part.kind, steps)


def _at(tree: Tree, names: Names) -> Formula:
    """Ask a certain seat; where there is nobody it is 0, or does not hold."""
    whom, what = _parts(tree, 2)
    asked, part = compile_part(whom, names, "seat"), compile_tree(what, names)
    nothing = {"number": 0, "condition": False}.get(part.kind.name)
    if nothing is None:
        raise FormulaError("wrong_kind", what.at, "Only numbers and conditions can be asked for.")
    find, run = asked.run, part.run

    def ask(frame: Frame, seat: int) -> Any:
        whose = find(frame, seat)
        return run(frame, whose) if whose >= 0 else nothing

    kind = part.kind.joined(Kind(part.kind.name))
    return Formula(ask, kind, 1 + asked.steps + part.steps, asked.of_seat)


def _split(tree: Tree, names: Names) -> Formula:
    """Let each seat of one side receive an amount from each of the other: it sums up to 0."""
    side, what = _parts(tree, 2)
    condition = compile_part(side, names, "condition")
    amount = compile_part(what, names, "number")
    if amount.of_seat:
        raise FormulaError("asks_a_seat", what.at, "All pay the same: name a value of the table.")
    is_in, worth = condition.run, amount.run

    def settle(frame: Frame, seat: int) -> int:
        inside = sum([1 for each in frame[EVERYBODY] if is_in(frame, each)])
        value: int = worth(frame, seat)
        if is_in(frame, seat):
            return value * (len(frame[EVERYBODY]) - inside)
        return -value * inside

    most = names.players[-1] - 1
    kind = multiplied(amount.kind, number(-most, most))
    return Formula(settle, kind, 2 + MOST_SEATS * condition.steps + amount.steps, of_seat=True)


def _before(tree: Tree, names: Names) -> Formula:
    """Sum up a column or value over the hands before this one."""
    (named,) = _parts(tree, 1)
    cell = names.before.get(named.value) if named.kind == "name" else None
    if cell is None:
        text = "Name a number of a hand, a column or a value, to sum it up over earlier hands."
        raise FormulaError("unknown_name", named.at, text)
    at, kind = cell.at, cell.kind.times(0, MOST_HANDS)
    if cell.of == "table":
        return Formula(lambda frame, _seat: frame[at], kind)
    return Formula(lambda frame, seat: frame[at][seat], kind, of_seat=True)


def _chosen(choose: Callable[..., int], tree: Tree, names: Names) -> Formula:
    """Return the smallest or the greatest of some numbers."""
    parts = [compile_part(part, names, "number") for part in tree.parts]
    runs = [part.run for part in parts]
    low, high = choose([p.kind.low for p in parts]), choose([p.kind.high for p in parts])
    return Formula(
        lambda frame, seat: choose([run(frame, seat) for run in runs]),
        number(low, high),
        1 + sum(part.steps for part in parts),
        any(part.of_seat for part in parts),
    )


def _absolute(tree: Tree, names: Names) -> Formula:
    """Return how far a number is from 0."""
    part = compile_part(_parts(tree, 1)[0], names, "number")
    run, kind = part.run, part.kind
    low = 0 if kind.low <= 0 <= kind.high else min(abs(kind.low), abs(kind.high))
    bounds = number(low, max(-kind.low, kind.high))
    return Formula(lambda frame, seat: abs(run(frame, seat)), bounds, 1 + part.steps, part.of_seat)


FUNCTIONS: Mapping[str, Function] = {
    "sum": _everybody,
    "others": _of_others,
    "count": _count,
    "any": partial(_each, any),
    "all": partial(_each, all),
    "highest": partial(_extreme, max),
    "lowest": partial(_extreme, min),
    "at": _at,
    "split": _split,
    "before": _before,
    "min": partial(_chosen, min),
    "max": partial(_chosen, max),
    "abs": _absolute,
}
FUNCTIONS_OF_TEAMS: Mapping[str, Function] = {
    "team": _of_team,
    "partners": _of_partners,
    "opponents": _of_opponents,
    "teams": _of_teams,
}
"""What can be called only where the teams of a hand are known."""
