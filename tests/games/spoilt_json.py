"""Values of JSON that differ in one place from others."""

from typing import Any

from hypothesis import strategies as st

VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, -1, 0, 1, 2, 5, 7, 1.0, "1", "bird", [], {}]
)


@st.composite
def nearly(draw: st.DrawFn, value: Any) -> Any:
    """Draw a copy of a value in which one item, deep inside or the whole, is another or gone."""
    if not isinstance(value, list | dict) or not value or draw(st.integers(0, 3)) == 0:
        return draw(VALUES)
    at = draw(st.sampled_from(range(len(value)) if isinstance(value, list) else sorted(value)))
    copy = value.copy()
    if draw(st.integers(0, 3)) == 0:
        del copy[at]
    else:
        copy[at] = draw(nearly(value[at]))
    return copy
