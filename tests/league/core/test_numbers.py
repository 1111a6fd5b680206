"""The numbers that pages send back."""

import pytest

from league.core.requests import read_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", [7]),
        ("12-3-0", [12, 3, 0]),
        ("9" * 18, [10**18 - 1]),
        ("9" * 19, []),
        ("9" * 5000, []),
        ("", []),
        ("-1", []),
        ("1--2", []),
        ("1.5", []),
        ("٣", []),
        ("7\n", []),
    ],
)
def test_numbers_are_read_or_nothing_is(text: str, numbers: list[int]) -> None:
    assert read_numbers(text) == numbers
