"""Some of a test's many examples for every run, and the rest for the thorough one."""

from collections.abc import Collection, Iterable
from math import inf
from typing import Any

import pytest


def some_of(values: Iterable[Any], quick: int, thorough: float = inf) -> list[Any]:
    """Return values for parameters of a test: the first `quick` for every run.

    The thorough run has the next `thorough`, the long one what is left. A tuple is for several
    parameters.
    """

    def marks_of(at: int) -> list[pytest.MarkDecorator]:
        if at < quick:
            return []
        return [pytest.mark.thorough if at < quick + thorough else pytest.mark.long]

    return [_parameter(value, marks_of(at)) for at, value in enumerate(values)]


def portions(quick: int, total: int, at_once: int = 0) -> list[Any]:
    """Cut the numbers below `total` into ranges; those from `quick` on are for the thorough run.

    As parameters of a test: numbers for hands, or seeds. The thorough run has `at_once` in a
    range, or all in one.
    """
    first = min(quick, total)
    cut = [pytest.param(range(first), id="quick")]
    step = at_once or max(1, total - first)
    cut += [
        pytest.param(range(at, min(at + step, total)), id=f"from {at}", marks=pytest.mark.thorough)
        for at in range(first, total, step)
    ]
    return cut


def thinned(values: Iterable[Any], every: int) -> list[Any]:
    """Leave all but one value in so many to the thorough run; a tuple is several parameters."""
    return [
        _parameter(value, [pytest.mark.thorough] if at % every else [])
        for at, value in enumerate(values)
    ]


def _parameter(value: Any, marks: Collection[pytest.MarkDecorator]) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


def in_portions(number: int) -> pytest.MarkDecorator:
    """Let a test of Hypothesis draw its examples so many times; every run has the first.

    Each portion is a test of its own, with other examples, and has `portion` as an argument. The
    thorough run has one more, the long one the rest.
    """
    return pytest.mark.parametrize("portion", some_of(range(number), 1, 1))
