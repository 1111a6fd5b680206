import pytest
from django.http import QueryDict

from league.displays.forms import ProjectorForm, SetupForm, WidgetForm
from league.displays.slides import DEFAULT_SECONDS, Rotation, sign_message


def screen_form(query: str) -> ProjectorForm:
    return ProjectorForm(QueryDict(query), competition_id=7)


def errors_of(query: str) -> dict[str, list[str]]:
    errors = screen_form(query).errors
    return {name: [str(error) for error in found] for name, found in errors.items()}


def test_address_without_scenes_shows_them_all() -> None:
    for query in ("", "at=standings-2&unknown=1"):
        form = screen_form(query)
        assert form.is_valid()
        assert form.rotation == Rotation(DEFAULT_SECONDS)


def test_address_with_scenes_shows_these_in_their_order() -> None:
    form = screen_form("standings=9&tables=20&clock=0&hands=")
    assert form.is_valid()
    assert list(form.rotation.seconds.items()) == [("tables", 20), ("standings", 9)]


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("tables=abc", {"tables": ["Enter a whole number."]}),
        ("tables=-5", {"tables": ["Ensure this value is greater than or equal to 0."]}),
        ("tables=9&news=3", {"news": ["Enter 4 seconds or more, or 0."]}),
        ("hands=4000", {"hands": ["Ensure this value is less than or equal to 3600."]}),
        ("tables=0&clock=0", {"__all__": ["Choose at least one slide."]}),
        (
            "words=Ada+cheats",
            {"__all__": ["The text in this link is not valid. Enter it again."]},
        ),
    ],
)
def test_bad_addresses_get_a_clear_word(query: str, errors: dict[str, list[str]]) -> None:
    assert errors_of(query) == errors


def test_signed_words_are_in_the_programme() -> None:
    form = ProjectorForm({"words": sign_message(7, "Pizza")}, competition_id=7)
    assert form.is_valid()
    assert form.rotation.words == "Pizza"


def test_only_who_may_write_is_asked_for_words() -> None:
    assert "words" in SetupForm(may_write=True).fields
    assert "words" not in SetupForm(may_write=False).fields


def test_widget_gets_what_its_address_leaves_out() -> None:
    form = WidgetForm({"theme": "dark", "accent": "#A63C00"})
    assert form.is_valid()
    assert form.cleaned_data == {
        "show": "standings",
        "theme": "dark",
        "accent": "a63c00",
        "rows": 10,
        "language": "en",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("show", "everything"),
        ("theme", "pink"),
        ("accent", "red;}body{display:none"),
        ("accent", "12345"),
        ("accent", "१२३४५६"),
        ("rows", "0"),
        ("rows", "101"),
        ("rows", "many"),
    ],
)
def test_widget_refuses_what_it_does_not_know(name: str, value: str) -> None:
    assert list(WidgetForm({name: value}).errors) == [name]
