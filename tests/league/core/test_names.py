"""Names as people type and paste them."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from league.core.names import NameField, clean_name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("A\u202eda", "Ada"),
        ("\ufeffAda\u200b", "Ada"),
        ("Ada \u200b Lovelace", "Ada Lovelace"),
        ("A\x00da\x07", "Ada"),
        ("王小明", "王小明"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("🦁 Leo", "🦁 Leo"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("7", "7"),
        (" " * 300 + "x" * 80, "x" * 80),
    ],
)
def test_name_is_stored_in_one_form(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "required"),
        (" \u200b\u202e ", "required"),
        ("🦁🐘", "name_without_letter"),
        ("1\ufe0f\u20e3", "name_without_letter"),
        ("---", "name_without_letter"),
        ("x" * 81, "name_too_long"),
        ("x" * 300, "name_too_long"),
    ],
)
def test_name_that_cannot_be_used_is_refused_with_a_code(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name(typed)
    assert refusal.value.code == code


def test_long_name_is_told_its_length() -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name("x" * 300)
    assert refusal.value.messages == ["The name is too long: 300 characters. Use at most 80."]


def test_field_reads_a_name_and_lets_an_optional_one_be_empty() -> None:
    assert NameField().clean(" Ada  B ") == "Ada B"
    assert NameField(required=False).clean("") == ""
    with pytest.raises(forms.ValidationError):
        NameField().clean("")
