"""Some of a test's many examples for every run, and the rest for the thorough one."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def some_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return values for parameters of a test: the first `quick` for every run.

    A tuple is for several parameters.
    """
    values = iter(values)
    first = list(islice(values, quick))
    rest = (value if isinstance(value, tuple) else (value,) for value in values)
    return first + [pytest.param(*each, marks=pytest.mark.thorough) for each in rest]


def in_portions(number: int) -> pytest.MarkDecorator:
    """Let a test of Hypothesis draw its examples so many times; every run has the first.

    Each portion is a test of its own, with other examples, and has `portion` as an argument.
    """
    return pytest.mark.parametrize("portion", some_of(range(number), 1))
