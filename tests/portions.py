"""Some of a test's many examples for every run, and the rest for the thorough one."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def some_of(values: Iterable[Any], quick: int) -> list[Any]:
    """Return values for parameters of a test: the first `quick` for every run."""
    values = iter(values)
    first = list(islice(values, quick))
    return first + [pytest.param(value, marks=pytest.mark.thorough) for value in values]


def in_portions(number: int) -> pytest.MarkDecorator:
    """Let a test of Hypothesis draw its examples so many times; every run has the first.

    Each portion is a test of its own, with other examples, and has `portion` as an argument.
    """
    return pytest.mark.parametrize("portion", some_of(range(number), 1))
