"""Which names look alike."""

import pytest

from league.core.names import find_alike, find_all_alike, fold


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("ÉMILE  Zola", "emile zola"),
        ("Strauß", "strauss"),
        ("Bjørn-Łukasz O’Neil", "bjorn lukasz o neil"),
        ("An\u200cna", "anna"),
        ("王小明", "王小明"),
    ],
)
def test_name_is_folded_for_comparing(name: str, folded: str) -> None:
    assert fold(name) == folded


@pytest.mark.parametrize(
    ("name", "is_alike"),
    [
        ("Anna Meier", True),
        ("anna maier", True),
        ("Meier, Anna", True),
        ("Änna Mëier", True),
        ("Anna Schulze", False),
        ("Ben Meier", False),
    ],
)
def test_name_is_found_to_look_like_anna_meier(name: str, is_alike: bool) -> None:
    assert find_alike(name, {7: fold("Anna Meier")}) == (7 if is_alike else None)


def test_all_alike_come_the_most_alike_first() -> None:
    folded = {1: fold("Anna Maier"), 2: fold("Zoe"), 3: fold("Anna Meier")}

    assert find_all_alike("Anna Meier", folded) == [3, 1]
