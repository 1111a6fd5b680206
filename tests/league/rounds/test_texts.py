from typing import Any

import pytest

from league.competitions.models import SeatingMethod
from league.rounds.models import ChangeKind
from league.rounds.texts import CHANGES, TITLES, WHY_AGAIN, reason_text, summary_texts

NAMES = {1: "Ada", 2: "Björn", 3: "Chiara", 4: "Dörte"}


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (None, ""),
        ({"code": "lot", "data": {}}, "Random draw."),
        (
            {"code": "new", "data": {"new": [1, 2, 3], "again": []}},
            "Meets Ada, Björn and Chiara for the first time.",
        ),
        (
            {"code": "again", "data": {"new": [1], "again": [2], "why": "fewest"}},
            "Meets Ada for the first time; meets Björn again because no seating has fewer repeats.",
        ),
        (
            {"code": "again", "data": {"new": [], "again": [2], "why": "few_tables"}},
            "Meets Björn again because there are fewer tables than seats per table.",
        ),
        (
            {"code": "new", "data": {"new": [1], "again": [], "size": 3, "is_turn": True}},
            "Meets Ada for the first time; it is this player’s turn for a table of 3.",
        ),
        (
            {"code": "score", "data": {"new": [], "again": [], "score": 7, "low": 3.5, "high": 9}},
            "Has 7 points; this table has 3.5 to 9.",
        ),
        ({"code": "seed", "data": {"new": [], "seed": 2}}, "Seed 2."),
        # Whoever has left the table since is not mentioned.
        ({"code": "new", "data": {"new": [9], "again": []}}, ""),
    ],
)
def test_reason_is_one_plain_sentence(reason: dict[str, Any] | None, words: str) -> None:
    assert reason_text(reason, NAMES) == words


@pytest.mark.parametrize("why", WHY_AGAIN)
def test_every_cause_of_a_repeat_has_words(why: str) -> None:
    reason = {"code": "again", "data": {"new": [], "again": [1], "why": why}}

    assert reason_text(reason, NAMES).startswith("Meets Ada again because ")


@pytest.mark.parametrize("method", SeatingMethod.values)
def test_every_method_has_words(method: str) -> None:
    summary = {
        "method": method,
        "players": 12,
        "tables": 3,
        "largest": 4,
        "smallest": 4,
        "again": 2,
        "broken": 1,
        "is_first": False,
        "is_optimal": False,
        "excess": 3,
        "ahead": 4,
    }

    assert summary_texts(summary)[1:] == [
        "2 repeat meetings.",
        "With 3 tables and 12 players, some repeat meetings are unavoidable from round 2.",
        "At most 3 repeats more than the minimum.",
        "1 pair that should be kept apart shares a table.",
        "This round and 3 more are planned together.",
    ]


def test_no_draw_has_no_words() -> None:
    assert summary_texts(None) == []
    assert summary_texts({"refused": "No."}) == []


def test_every_change_has_words_and_all_that_can_be_chosen_a_title() -> None:
    assert set(CHANGES) == set(ChangeKind)
    assert set(TITLES) == set(ChangeKind) - {ChangeKind.SEATED}
