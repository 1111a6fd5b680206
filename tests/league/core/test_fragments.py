import time
from collections.abc import Mapping
from datetime import timedelta
from threading import Event
from typing import NamedTuple

import pytest
from django.utils import translation

from league.clubs.models import Club
from league.core import fragments
from league.core.fragments import cached_fragment, cached_fragments, render_rows
from tests.factories import NOW
from tests.league.online.together import AT_ONCE, together


class Row(NamedTuple):
    player: int
    game: str
    name: str
    place: int = 1
    shown: int = 1500
    margin: int = 200
    hands: int = 12


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    fragments._render_row.cache_clear()


def test_rows_of_a_restored_database_do_not_share_fragments_with_those_that_had_their_ids() -> None:
    before, restored = (Club(pk=1, created_at=NOW + timedelta(seconds=each)) for each in range(2))
    assert cached_fragment("club", before, 1, render=lambda: "<p>Before</p>") == "<p>Before</p>"
    assert cached_fragment("club", restored, 1, render=lambda: "<p>Now</p>") == "<p>Now</p>"
    assert cached_fragment("club", before, 1, render=lambda: "<p>Again</p>") == "<p>Before</p>"


def test_only_what_is_not_kept_is_drawn() -> None:
    asked: list[list[str]] = []

    def render(missing: list[str]) -> Mapping[str, str]:
        asked.append(missing)
        return {name: f"<p>{name}</p>" for name in missing}

    assert cached_fragments({"a": ("piece", 1), "b": ("piece", 2)}, render)["b"] == "<p>b</p>"
    assert cached_fragments({"b": ("piece", 2), "c": ("piece", 3)}, render) == {
        "b": "<p>b</p>",
        "c": "<p>c</p>",
    }
    assert cached_fragments({"c": ("piece", 3)}, render) == {"c": "<p>c</p>"}
    assert asked == [["a", "b"], ["c"]]


def test_nothing_is_drawn_where_nothing_is_asked_for() -> None:
    assert not cached_fragments({}, lambda _missing: pytest.fail("nothing is missing"))


def test_a_room_that_asks_at_once_has_a_piece_drawn_once() -> None:
    rendered: list[str] = []
    shown: list[str] = []

    def render() -> str:
        rendered.append("once")
        time.sleep(0.3)  # long beside the moment in which all have asked
        return "<p>standings</p>"

    together(lambda _number: shown.append(cached_fragment("piece", 1, render=render)))
    assert (rendered, shown) == (["once"], ["<p>standings</p>"] * AT_ONCE)


def test_who_waited_for_a_piece_that_was_not_drawn_draws_it() -> None:
    begun, rendered = Event(), []

    def act(number: int) -> None:
        def fail() -> str:
            begun.set()
            time.sleep(0.1)
            raise OSError("No ink.")

        def render() -> str:
            rendered.append(number)
            return "<p>standings</p>"

        if number == 0:
            with pytest.raises(OSError, match="No ink"):
                cached_fragment("piece", 1, render=fail)
        else:
            begun.wait(30)
            assert cached_fragment("piece", 1, render=render) == "<p>standings</p>"

    assert together(act) == ["done"] * AT_ONCE
    assert rendered
    assert not fragments._under_way


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragments, "PATIENCE", 0.01)
    is_over = Event()

    def act(number: int) -> None:
        def render() -> str:
            if number == 0:
                assert is_over.wait(30)
            return f"<p>{number}</p>"

        if number:
            time.sleep(0.1)
        cached_fragment("piece", 1, render=render)
        is_over.set()

    assert together(act) == ["done"] * AT_ONCE


def test_equal_rows_are_drawn_once_and_others_anew() -> None:
    ada, zoe = Row(1, "franks-zoo", "Ada"), Row(2, "franks-zoo", "Zoë")
    first = render_rows("ratings/_row.html", [ada, zoe])
    assert ["Ada" in first[0], "Zoë" in first[1]] == [True, True]
    again = render_rows("ratings/_row.html", [ada, zoe._replace(shown=1512)])
    assert again[0] is first[0]
    assert "1512" in again[1]
    assert fragments._render_row.cache_info().misses == 3


def test_a_row_is_drawn_in_each_language() -> None:
    rows = [Row(1, "franks-zoo", "Ada")]
    render_rows("ratings/_row.html", rows)
    with translation.override("de"):
        render_rows("ratings/_row.html", rows)
    assert fragments._render_row.cache_info().misses == 2
