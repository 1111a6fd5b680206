import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.displays.search import find_names, words_like, words_of

NAMES = dict(
    enumerate(
        [
            "Anna Maria Köhler",
            "Jan",
            "Jana Novák",
            "Søren Holm",
            "Elif Yılmaz",
            "Carlotta Neri",
            "Mei-Ling Chen",
            "Ada 2",
            "Ada 12",
        ]
    )
)


def found(wanted: str) -> list[str]:
    scores = find_names(words_of(wanted), NAMES)
    return [NAMES[key] for key in sorted(scores, key=lambda key: (-scores[key], key))]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("KOHLER", ["Anna Maria Köhler"]),
        ("kohler anna", ["Anna Maria Köhler"]),
        ("annamaria", ["Anna Maria Köhler"]),
        ("Koehler", ["Anna Maria Köhler"]),
        ("soren", ["Søren Holm"]),
        ("yilmas", ["Elif Yılmaz"]),
        ("calrota", ["Carlotta Neri"]),
        ("carlx", ["Carlotta Neri"]),
        ("mei ling", ["Mei-Ling Chen"]),
        ("lotta", ["Carlotta Neri"]),
        ("ot", ["Carlotta Neri"]),
        ("an", ["Anna Maria Köhler", "Jan", "Jana Novák"]),
        ("o", []),
        ("ada 2", ["Ada 2"]),
        ("jan", ["Jan", "Jana Novák"]),
        ("jana", ["Jana Novák", "Jan"]),
        ("anna neri", []),
        ("xyz", []),
        ("", []),
        ("?!", []),
    ],
)
def test_names_are_found_as_people_type_them(wanted: str, expected: list[str]) -> None:
    assert found(wanted) == expected


def test_whole_word_is_before_its_beginning_and_both_are_before_an_error() -> None:
    scores = words_like("jana", ["jana", "janaka", "jena", "janex"])
    assert sorted(scores, key=lambda word: -scores[word]) == ["jana", "janaka", "jena", "janex"]


def test_numbers_and_short_words_forgive_nothing() -> None:
    assert words_like("12", ["1", "2", "123", "12"]) == {"12": 100}
    assert words_like("jan", ["jon", "an"]) == {}


@given(st.text("abcdefgh", min_size=4, max_size=12), st.data())
def test_one_letter_too_few_is_always_forgiven_in_a_word_of_five(
    word: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(word)))
    letter = data.draw(st.sampled_from("abcdefgh"))
    assert find_names([word], {7: word[:at] + letter + word[at:]}).keys() == {7}


def test_many_and_long_words_are_cut() -> None:
    words = words_of("a " * 50 + "b" * 500)
    assert words == ["a"] * 8
    assert words_of("b" * 500) == ["b" * 40]
