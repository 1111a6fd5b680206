import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.displays.forms import contrast, ink_on


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("000000", "ffffff", 21.0), ("777777", "ffffff", 4.48), ("123f33", "123f33", 1.0)],
)
def test_contrast_is_what_wcag_says(one: str, other: str, expected: float) -> None:
    assert round(contrast(one, other), 2) == expected
    assert round(contrast(other, one), 2) == expected


@given(st.integers(0, 0xFFFFFF))
def test_ink_is_read_on_every_colour(number: int) -> None:
    colour = f"{number:06x}"
    assert contrast(ink_on(colour), colour) >= 4.5
