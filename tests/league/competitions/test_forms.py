from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from league.competitions.forms import LocalDateTimeField, NumbersField


def numbers() -> NumbersField:
    return NumbersField(least=0, most=100, longest=7)


@pytest.mark.parametrize("text", ["10, 7, 5", "10 7 5", "10;7;5", " 10 ,7,, 5 "])
def test_numbers_are_read_however_they_are_separated(text: str) -> None:
    assert numbers().clean(text) == [10, 7, 5]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "required"),
        ("10, seven", "not_numbers"),
        ("-1", "not_numbers"),
        ("1.5", "not_numbers"),
        ("٣", "not_numbers"),
        ("9999999999", "not_numbers"),
        ("101", "out_of_range"),
        ("1,1,1,1,1,1,1,1", "too_many"),
    ],
)
def test_numbers_that_cannot_be_are_refused(text: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        numbers().clean(text)

    assert [error.code for error in refused.value.error_list] == [code]


def test_numbers_of_separators_alone_are_an_empty_list_refused_as_missing() -> None:
    with pytest.raises(ValidationError) as refused:
        numbers().clean(", ;")

    assert [error.code for error in refused.value.error_list] == ["required"]


def test_numbers_are_shown_with_commas() -> None:
    assert numbers().prepare_value([10, 7]) == "10, 7"
    assert numbers().prepare_value("10, x") == "10, x"


def test_local_moment_is_read_and_shown_by_the_clubs_clock() -> None:
    field = LocalDateTimeField()
    field.zone = ZoneInfo("Europe/Rome")

    moment = field.clean("2026-11-06T20:30")

    assert moment == datetime(2026, 11, 6, 19, 30, tzinfo=UTC)
    assert field.prepare_value(moment) == datetime.fromisoformat("2026-11-06T20:30")
