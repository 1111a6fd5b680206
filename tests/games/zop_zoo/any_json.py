"""Any JSON values, with the words and numbers of this game strewn in."""

from hypothesis import strategies as st

WORDS = [
    *("winner", "seats", "points", "cards", "minus", "bonus", "bird", "mammal", "semi_aquatic"),
    *("type", "card", "unit", "for", "seat", "draw", "take", "cover", "fetch", "give_unit"),
    *("switch_units", "take_unit", "bird-1", "connect-1", "minus-1", "bonus-bird", "beast"),
    *("mole", "rows", "draw_pile", "number", "dealer", "first", "standard", "deck", "target"),
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.integers(-300, 300).map(lambda value: 5 * value)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=8)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)
