"""Spoil JSON values of this game: something else in place of any part, or a part left out."""

from hypothesis import strategies as st

from games.base import Json

WORDS = [
    *("mouse", "rabbit", "ape", "elephant", "winter", "fall", "herd", "chain", "submit", "hand"),
    *("seasons", "seats", "animals", "guess", "kind", "size", "animal", "coins", "won", "pot"),
    *("type", "seat", "n", "action", "cycle", "shown", "stored_rabbits", "number", "dealer"),
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)


@st.composite
def spoilt(draw: st.DrawFn, value: Json) -> Json:
    """Put any value somewhere into a JSON value, or leave something out of it."""
    if isinstance(value, dict) and value and draw(st.integers(0, 3)):
        name = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 5)) == 0:
            return {key: item for key, item in value.items() if key != name}
        return {**value, name: draw(spoilt(value[name]))}
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(spoilt(value[at])), *value[at + 1 :]]
    return draw(JSON)
