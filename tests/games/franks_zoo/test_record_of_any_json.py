"""Records drawn at random: valid ones, ones with a fault, and any JSON at all."""

from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import InvalidRecordError
from games.franks_zoo.record import read_record
from tests.games.franks_zoo.records import FIVE, first_hand, second_hand
from tests.games.spoilt_json import nearly
from tests.oracles.franks_zoo_hands import hands
from tests.portions import in_portions

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


@given(data=st.data(), seats=st.integers(3, 7), number=st.integers(1, 2))
def test_every_valid_record_is_read_and_written_back(
    data: st.DataObject, seats: int, number: int
) -> None:
    match = first_hand(seats) if number == 1 else second_hand(seats)
    hand = data.draw(hands(seats, "partners", number))
    assert match.read(hand).as_json() == hand
    assert [problem.level for problem in match.check(hand)] == ["warning"] * len(match.check(hand))


@in_portions(4)
@given(data=st.data(), seats=st.integers(3, 7), number=st.integers(1, 2))
@settings(max_examples=50)
def test_no_value_of_json_makes_the_check_fail(
    portion: int, data: st.DataObject, seats: int, number: int
) -> None:
    """Start from a valid record and put anything into some of its fields."""
    match = first_hand(seats) if number == 1 else second_hand(seats)
    hand = data.draw(hands(seats, "partners", number))
    spoilt = data.draw(st.dictionaries(st.sampled_from([*FIVE, "other"]), JSON))
    record = {**hand, **spoilt}
    errors = [problem for problem in match.check(record) if problem.level == "error"]
    if errors:
        with pytest.raises(InvalidRecordError):
            match.add(record)
    else:
        assert sum(match.add(record).totals) == sum(match.score(record).scores)
    assert {problem.field for problem in errors} <= set(spoilt) | {"teams", "solo", "lions_taken"}


@in_portions(5)
@given(
    data=st.data(),
    seats=st.integers(3, 7),
    number=st.integers(1, 2),
    final_trick=st.sampled_from(["owner", "nobody"]),
)
@settings(max_examples=80)
def test_record_without_a_fault_is_read_no_otherwise_than_field_by_field(
    portion: int, data: st.DataObject, seats: int, number: int, final_trick: str
) -> None:
    """Only an object of JSON itself is read at once; any other one is read field by field."""
    match = first_hand(seats, final_trick=final_trick)
    setup = (match if number == 1 else match.skip()).next_hand()
    assert setup is not None
    teams = data.draw(st.none() | st.just(setup.as_json()))
    record = data.draw(hands(seats, "partners", number, teams))
    for field in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=2)):
        record[field] = data.draw(nearly(record[field]))
    assert read_record(record, setup) == read_record(MappingProxyType(record), setup)


@given(value=JSON)
def test_no_value_of_json_passes_for_a_record(value: object) -> None:
    setup = second_hand(5).next_hand()
    assert setup is not None
    reading = read_record(value, setup)
    assert reading.record is None
    assert len(reading.problems) >= 1
