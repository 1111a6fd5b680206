"""Judge the outcome of a match of which nobody knows the hands: places, totals, or both.

A table writes `{"places": […], "totals": […]}`, each list per seat; what is not known is absent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.base import InvalidInputError, Json, Problem, Seat
from games.validation import is_whole_number, unknown_fields

PLACES, TOTALS = "places", "totals"
FURTHEST = 100_000
"""No match of any game comes to so many points."""


@dataclass(frozen=True, slots=True)
class TotalsRule:
    """Say what totals can be, and how far places follow from them.

    `step` divides every total, as `step_rule` says. `shares`: equal totals share a place; otherwise
    the hands tell who is ahead, so that places have to be given. `winner_may_have_less`: whoever
    wins is first whatever the others have. `lowest_first`: the fewest points are first.
    `by_totals`: places follow from totals at all.
    """

    order: str
    step: int = 1
    step_rule: str | None = None
    lowest: int = -FURTHEST
    shares: bool = True
    ties: str = ""
    winner_may_have_less: bool = False
    lowest_first: bool = False
    by_totals: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold the places of all seats, and their totals if they are known."""

    places: tuple[int, ...]
    totals: tuple[int, ...] | None = None

    def as_json(self) -> dict[str, Json]:
        """Write the outcome in the shape it is read from, places always given."""
        value: dict[str, Json] = {PLACES: list(self.places)}
        if self.totals is not None:
            value[TOTALS] = list(self.totals)
        return value


class InvalidOutcomeError(InvalidInputError):
    """An outcome was refused; fields are `places` and `totals`, or one of their items."""


class _Numbers(NamedTuple):
    values: tuple[int, ...] | None
    problems: list[Problem]


def read_outcome(rule: TotalsRule, seats: int, data: object) -> Outcome:
    """Read the outcome of a match, whatever value it is; raises InvalidOutcomeError."""
    if not isinstance(data, Mapping):
        raise InvalidOutcomeError([Problem("not_an_object", "", None, "This is no outcome.")])
    problems = unknown_fields(data, (PLACES, TOTALS))
    totals = _read_numbers(data, TOTALS, seats, rule.lowest, FURTHEST)
    places = _read_numbers(data, PLACES, seats, 1, seats)
    problems += totals.problems + places.problems
    if not problems:
        problems += _check(rule, totals.values, places.values)
    if problems:
        raise InvalidOutcomeError(problems)
    return Outcome(places.values or ranked(rule, totals.values or ()), totals.values)


def ranked(rule: TotalsRule, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return places by totals; equal ones share theirs, as 1, 1, 3."""
    worth = _worth(rule, totals)
    return tuple(1 + sum(other > each for other in worth) for each in worth)


def _worth(rule: TotalsRule, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers that are higher the better the totals are."""
    return tuple(-total for total in totals) if rule.lowest_first else totals


def _read_numbers(
    data: Mapping[str, Any], name: str, seats: int, lowest: int, highest: int
) -> _Numbers:
    """Return a list of numbers, one a seat; None where it is absent or wrong."""
    values = data.get(name)
    if values is None:
        return _Numbers(None, [])
    if not isinstance(values, list | tuple) or len(values) != seats:
        text = "Enter this once for each player of the table."
        return _Numbers(None, [Problem("not_one_a_seat", name, None, text)])
    problems = []
    for seat, value in enumerate(values):
        field = f"{name}[{seat}]"
        if not is_whole_number(value):
            text = "Enter a whole number."
            problems.append(Problem("not_a_number", field, None, text))
        elif not lowest <= value <= highest:
            text = f"This must be from {lowest} to {highest}."
            data_of = {"lowest": lowest, "highest": highest}
            problems.append(Problem("not_between", field, None, text, data=data_of))
    return _Numbers(None if problems else tuple(values), problems)


def _check(
    rule: TotalsRule, totals: tuple[int, ...] | None, places: tuple[int, ...] | None
) -> list[Problem]:
    if totals is None and places is None:
        text = "Give the places or the totals."
        return [Problem("no_outcome", "", None, text)]
    problems = []
    if places is not None:
        problems += _check_places(places)
    if totals is not None:
        problems += _check_totals(rule, totals, places)
    if problems or totals is None or places is None:
        return problems
    return _check_order(rule, totals, places)


def _check_places(places: tuple[int, ...]) -> list[Problem]:
    """Ask for places as they count: 1, 2, 3 or, where two share the first, 1, 1, 3."""
    text = "After a shared place, skip the next one: 1, 1, 3."
    return [
        Problem("not_places", f"{PLACES}[{seat}]", None, text)
        for seat, place in enumerate(places)
        if place != 1 + sum(other < place for other in places)
    ]


def _check_totals(
    rule: TotalsRule, totals: tuple[int, ...], places: tuple[int, ...] | None
) -> list[Problem]:
    text = f"All points in this game are multiples of {rule.step}."
    problems = [
        Problem("not_a_multiple", f"{TOTALS}[{seat}]", rule.step_rule, text)
        for seat, total in enumerate(totals)
        if total % rule.step
    ]
    is_open = not rule.by_totals or (not rule.shares and len({*totals}) < len(totals))
    if not problems and places is None and is_open:
        text = "Two totals are equal, and this game breaks such ties. Enter the places too."
        problems.append(Problem("tie_undecided", PLACES, rule.ties, text))
    return problems


def _check_order(
    rule: TotalsRule, totals: tuple[int, ...], places: tuple[int, ...]
) -> list[Problem]:
    """Hold places against totals: nobody is ahead of who has more, or less where that wins."""
    if not rule.by_totals:
        return []
    totals = _worth(rule, totals)
    text = "Somebody with better points stands behind."
    return [
        Problem("against_totals", f"{PLACES}[{seat}]", rule.order, text)
        for seat in range(len(totals))
        if any(_contradicts(rule, totals, places, seat, other) for other in range(len(totals)))
    ]


def _contradicts(
    rule: TotalsRule, totals: tuple[int, ...], places: tuple[int, ...], seat: Seat, other: Seat
) -> bool:
    """Say whether a seat is placed better than another than their totals allow."""
    if places[seat] > places[other]:
        return False
    if rule.winner_may_have_less and places[seat] == 1 < places[other]:
        return False
    if places[seat] == places[other]:
        return totals[seat] != totals[other]
    return totals[seat] < totals[other] or (rule.shares and totals[seat] == totals[other])
