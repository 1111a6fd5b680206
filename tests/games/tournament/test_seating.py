import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.seating import NoTableSizesError, seat_at_random, table_sizes


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (5, 4)),
        (10, (5, 5)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (5, 4, 4)),
        (17, (5, 4, 4, 4)),
        (20, (4, 4, 4, 4, 4)),
        (25, (5, 5, 5, 5, 5)),
        (27, (5, 5, 5, 4, 4, 4)),
    ],
)
def test_table_sizes_stay_near_four_and_five(entries: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(entries, minimum=3, preferred=(4, 5), maximum=7) == sizes


def test_table_sizes_prefer_what_is_named_first() -> None:
    assert table_sizes(20, minimum=3, preferred=(5, 4), maximum=7) == (5, 5, 5, 5)
    assert table_sizes(12, minimum=3, preferred=(6,), maximum=7) == (6, 6)


def test_table_sizes_equally_far_from_the_preferred_make_more_tables() -> None:
    assert table_sizes(12, minimum=3, preferred=(5,), maximum=7) == (4, 4, 4)


@given(
    entries=st.integers(-2, 300),
    limits=st.tuples(st.integers(1, 9), st.integers(1, 9)).map(sorted),
    preferred=st.lists(st.integers(2, 8), min_size=1, max_size=3).map(tuple),
)
def test_table_sizes_keep_the_limits_or_offer_what_can_be(
    entries: int, limits: list[int], preferred: tuple[int, ...]
) -> None:
    minimum, maximum = limits
    possible = any(
        minimum * tables <= entries <= maximum * tables for tables in range(1, entries + 1)
    )
    try:
        sizes = table_sizes(entries, minimum=minimum, preferred=preferred, maximum=maximum)
    except NoTableSizesError as error:
        assert not possible
        offered = error.alternatives
        assert (offered == ()) == (entries < 2)
        low, high = 2, 8
    else:
        assert possible
        offered = (sizes,)
        low, high = minimum, maximum
    for sizes in offered:
        assert sum(sizes) == entries
        assert low <= min(sizes) <= max(sizes) <= high
        assert max(sizes) - min(sizes) <= 1
        assert list(sizes) == sorted(sizes, reverse=True)


def test_too_few_entries_are_told_how_many_are_missing() -> None:
    with pytest.raises(NoTableSizesError) as refused:
        table_sizes(2, minimum=3, preferred=(4, 5), maximum=7, widest=range(3, 8))
    assert (
        str(refused.value) == "2 cannot be seated at tables of 3 to 7. 1 more would make a table."
    )
    assert refused.value.alternatives == ()


def test_eleven_entries_at_tables_of_four_are_offered_other_sizes() -> None:
    with pytest.raises(NoTableSizesError) as refused:
        table_sizes(11, minimum=4, preferred=(4,), maximum=4, widest=range(3, 8))
    assert str(refused.value) == (
        "11 cannot be seated at tables of 4. With other sizes: 4 + 4 + 3 or 6 + 5."
    )
    assert refused.value.alternatives == ((4, 4, 3), (6, 5))


@pytest.mark.parametrize(
    ("minimum", "preferred", "maximum"), [(0, (4,), 5), (5, (4,), 4), (3, (), 7)]
)
def test_limits_that_make_no_sense_are_an_error(
    minimum: int, preferred: tuple[int, ...], maximum: int
) -> None:
    with pytest.raises(ValueError, match="Sizes need"):
        table_sizes(12, minimum=minimum, preferred=preferred, maximum=maximum)


def test_seats_drawn_for_a_seed_never_change() -> None:
    """The order of `printf '2026:%s' N | sha256sum` for N from 1 to 9."""
    drawn = seat_at_random(range(1, 10), (5, 4), seed=2026)
    assert drawn == ((9, 1, 6, 4, 3), (2, 7, 8, 5))


@given(
    data=st.data(),
    entries=st.lists(st.integers(1, 10**6), unique=True, min_size=3, max_size=60),
    seed=st.integers(),
)
def test_seats_hold_every_entry_once_whatever_the_order_it_came_in(
    data: st.DataObject, entries: list[int], seed: int
) -> None:
    sizes = table_sizes(len(entries), minimum=3, preferred=(4, 5), maximum=7)
    seats = seat_at_random(entries, sizes, seed=seed)
    assert tuple(len(table) for table in seats) == sizes
    assert sorted(entry for table in seats for entry in table) == sorted(entries)
    assert seat_at_random(data.draw(st.permutations(entries)), sizes, seed=seed) == seats


def test_seats_are_drawn_evenly() -> None:
    """Over 6,000 draws each of six entries sits down first about 1,000 times (5 sigma: 145)."""
    first = [seat_at_random(range(6), (3, 3), seed=seed)[0][0] for seed in range(6000)]
    assert [entry for entry in range(6) if abs(first.count(entry) - 1000) > 145] == []


@pytest.mark.parametrize(
    ("entries", "sizes", "text"),
    [
        ([1, 2, 2, 3], (4,), "only once"),
        ([1, 2, 3], (4,), "do not seat 3"),
        ([1, 2, 3, 4], (3,), "do not seat 4"),
        ([1, 2, 3], (4, -1), "do not seat 3"),
    ],
)
def test_seats_that_do_not_fit_are_an_error(
    entries: list[int], sizes: tuple[int, ...], text: str
) -> None:
    with pytest.raises(ValueError, match=text):
        seat_at_random(entries, sizes, seed=1)
