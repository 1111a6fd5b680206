import pytest

from games.base import InvalidRecordError, Problem
from games.franks_zoo.match import FranksZooMatch
from games.franks_zoo.record import FranksZooRecord
from games.franks_zoo.teams import Team
from tests.games.franks_zoo.records import FIVE, FOUR, JsonObject, first_hand, second_hand


def faults(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in problems]


def test_record_reads_what_it_writes() -> None:
    record = second_hand(5).read(FIVE)
    assert record == FranksZooRecord(
        finish=(0, 1, 2, 3, 4),
        teams=(Team(1, 4), Team(2, 0)),
        solo=3,
        lions_taken=(0, 2, 0, 3, 0),
        lions_in_hand=0,
        hedgehog=(True, True, False, True, False),
    )
    assert record.as_json() == FIVE
    assert second_hand(5).read(record) == record


def test_record_of_a_hand_without_teams_writes_its_finish_alone() -> None:
    nulls = dict.fromkeys(["teams", "solo", "lions_taken", "lions_in_hand", "hedgehog"])
    record = first_hand(4).read({**nulls, "finish": [3, 2, 1, 0]})
    assert record.as_json() == {"finish": [3, 2, 1, 0]}


def test_null_solo_of_an_even_table_is_left_out() -> None:
    assert second_hand(4).read({**FOUR, "solo": None}).as_json() == FOUR


@pytest.mark.parametrize("record", [None, True, 3, 1.5, "finish", [], [FIVE]])
def test_record_that_is_no_object_is_refused(record: object) -> None:
    assert faults(second_hand(5).check(record)) == [("not_an_object", "")]


def test_unknown_fields_are_refused() -> None:
    problems = second_hand(5).check({**FIVE, "Finish": [], "": 0})
    assert faults(problems) == [("unknown_field", "Finish"), ("unknown_field", "")]


@pytest.mark.rule("FZ-11")
@pytest.mark.parametrize(
    "finish",
    [
        [],
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, 3],
        [1, 2, 3, 4, 5],
        [-1, 0, 1, 2, 3],
        [0, True, 2, 3, 4],
        [0, 1.0, 2, 3, 4],
        [0, "1", 2, 3, 4],
        [0, None, 2, 3, 4],
        [[0], 1, 2, 3, 4],
        [10**400, 1, 2, 3, 4],
        "01234",
        {"0": 1},
        0,
    ],
)
def test_finish_that_is_no_permutation_is_refused(finish: object) -> None:
    problems = second_hand(5).check({**FIVE, "finish": finish})
    assert faults(problems) == [("not_a_permutation", "finish")]


@pytest.mark.rule("FZ-20")
@pytest.mark.parametrize(
    ("teams", "code"),
    [
        ([[1, 4]], "not_teams"),
        ([[1, 4], [2, 0], [3, 3]], "not_teams"),
        ([[1, 4], [2]], "not_teams"),
        ([[1, 4], [2, 0, 3]], "not_teams"),
        ([[1, 4], [2, 5]], "not_teams"),
        ([[1, 4], [2, True]], "not_teams"),
        ([[1, 4], None], "not_teams"),
        ([[1, 4], "20"], "not_teams"),
        ("teams", "not_teams"),
        ({}, "not_teams"),
        ([[1, 4], [4, 0]], "not_a_partition"),
        ([[1, 1], [2, 0]], "not_a_partition"),
    ],
)
def test_teams_that_the_player_count_does_not_allow_are_refused(teams: object, code: str) -> None:
    assert faults(second_hand(5).check({**FIVE, "teams": teams})) == [(code, "teams")]


@pytest.mark.rule("FZ-20")
@pytest.mark.parametrize(
    ("solo", "code"),
    [
        (5, "not_a_seat"),
        (-1, "not_a_seat"),
        (True, "not_a_seat"),
        (3.0, "not_a_seat"),
        ([3], "not_a_seat"),
        (0, "not_a_partition"),
        (None, "missing"),
    ],
)
def test_solo_seat_that_is_not_the_one_left_over_is_refused(solo: object, code: str) -> None:
    assert faults(second_hand(5).check({**FIVE, "solo": solo})) == [(code, "solo")]


@pytest.mark.rule("FZ-20")
def test_solo_seat_of_an_even_table_is_refused() -> None:
    assert faults(second_hand(4).check({**FOUR, "solo": 0})) == [("not_counted", "solo")]


@pytest.mark.rule("FZ-28")
@pytest.mark.parametrize(
    ("lions", "code"),
    [
        ([0, 0, 0, 0], "not_counts"),
        ([0, 0, 0, 0, 0, 0], "not_counts"),
        ([0, 0, 0, 0, None], "not_counts"),
        ([0, 0, 0, 0, True], "not_counts"),
        ([0, 0, 0, 0, 1.0], "not_counts"),
        (5, "not_counts"),
        ([0, 0, 0, 6, -1], "negative"),
        ([0, 0, 0, 6, 0], "too_many_lions"),
        ([2, 2, 0, 2, 0], "too_many_lions"),
        ([10**5000, 0, 0, 0, 0], "too_many_lions"),
    ],
)
def test_lions_taken_that_cannot_be_are_refused(lions: object, code: str) -> None:
    assert faults(second_hand(5).check({**FIVE, "lions_taken": lions})) == [(code, "lions_taken")]


@pytest.mark.rule("FZ-29")
@pytest.mark.parametrize(
    ("lions", "code"),
    [(-1, "negative"), (True, "not_a_count"), (0.0, "not_a_count"), ([0], "not_a_count")],
)
def test_lions_in_hand_that_cannot_be_are_refused(lions: object, code: str) -> None:
    problems = second_hand(5).check({**FIVE, "lions_in_hand": lions})
    assert faults(problems) == [(code, "lions_in_hand")]


@pytest.mark.rule("FZ-28", "FZ-29", "FZ-R8", "FZ-01")
def test_lions_in_piles_and_hand_together_over_the_deck_are_refused_at_the_piles() -> None:
    """The joker is no sixth lion."""
    problems = second_hand(5).check({**FIVE, "lions_in_hand": 1})
    assert faults(problems) == [("too_many_lions", "lions_taken")]
    assert problems[0].data == {"lions": 5}


@pytest.mark.rule("FZ-29")
def test_more_lions_in_hand_than_the_deck_has_are_refused_at_both_counts() -> None:
    problems = second_hand(5).check({**FIVE, "lions_taken": [0] * 5, "lions_in_hand": 6})
    assert faults(problems) == [
        ("too_many_lions", "lions_in_hand"),
        ("too_many_lions", "lions_taken"),
    ]


@pytest.mark.rule("FZ-30")
@pytest.mark.parametrize(
    "hedgehog",
    [[True] * 4, [True] * 6, [1, 0, 1, 0, 1], [None] * 5, [True] * 4 + ["yes"], True, {}, "yes"],
)
def test_hedgehogs_that_are_no_yes_or_no_are_refused(hedgehog: object) -> None:
    problems = second_hand(5).check({**FIVE, "hedgehog": hedgehog})
    assert faults(problems) == [("not_yes_or_no", "hedgehog")]


@pytest.mark.rule("FZ-30", "FZ-R8", "FZ-01")
@pytest.mark.parametrize("seats", [6, 7])
def test_hedgehogs_of_more_seats_than_the_deck_has_are_refused(seats: int) -> None:
    record: JsonObject = {
        "teams": [[at, at + 1] for at in range(0, seats - 1, 2)],
        "solo": 6 if seats == 7 else None,
        "finish": list(range(seats)),
        "lions_taken": [5] + [0] * (seats - 1),
        "lions_in_hand": 0,
    }
    errors = [
        problem
        for problem in second_hand(seats).check(
            {**record, "hedgehog": [True] * 6 + [False] * (seats - 6)}
        )
        if problem.level == "error"
    ]
    assert faults(errors) == [("too_many_hedgehogs", "hedgehog")]
    enough = {**record, "hedgehog": [True] * 5 + [False] * (seats - 5)}
    assert second_hand(seats).read(enough).hedgehog == tuple(enough["hedgehog"])


@pytest.mark.rule("FZ-32", "FZ-R3")
def test_three_players_have_four_lions_and_no_teams() -> None:
    record = {
        "finish": [0, 1, 2],
        "lions_taken": [0, 2, 2],
        "lions_in_hand": 0,
        "hedgehog": [True, True, True],
    }
    assert first_hand(3).check(record) == []
    assert faults(first_hand(3).check({**record, "lions_in_hand": 1})) == [
        ("too_many_lions", "lions_taken")
    ]
    assert faults(second_hand(3).check({**record, "teams": [[0, 1]], "solo": 2})) == [
        ("not_counted", "teams"),
        ("not_counted", "solo"),
    ]


@pytest.mark.rule("FZ-14", "FZ-20")
@pytest.mark.parametrize(
    "match", [first_hand(5), second_hand(5, mode="simple")], ids=["first hand", "simple mode"]
)
def test_hand_without_teams_refuses_what_it_does_not_count(match: FranksZooMatch) -> None:
    assert faults(match.check(FIVE)) == [
        ("not_counted", "teams"),
        ("not_counted", "solo"),
        ("not_counted", "lions_taken"),
        ("not_counted", "lions_in_hand"),
        ("not_counted", "hedgehog"),
    ]


@pytest.mark.rule("FZ-20", "FZ-28", "FZ-29", "FZ-30")
@pytest.mark.parametrize("record", [{}, dict.fromkeys(FIVE)])
def test_hand_with_teams_misses_all_that_it_counts(record: JsonObject) -> None:
    problems = second_hand(5).check(record)
    assert faults(problems) == [
        ("missing", "teams"),
        ("missing", "solo"),
        ("missing", "finish"),
        ("missing", "lions_taken"),
        ("missing", "lions_in_hand"),
        ("missing", "hedgehog"),
    ]


def test_all_faults_are_named_at_once_and_warnings_after_them() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "solo": 9,
        "finish": [],
        "lions_taken": [0] * 5,
        "lions_in_hand": 0,
        "hedgehog": 1,
        "note": "",
    }
    problems = second_hand(5).check(record)
    assert [(problem.code, problem.level) for problem in problems] == [
        ("unknown_field", "error"),
        ("not_a_seat", "error"),
        ("not_a_permutation", "error"),
        ("not_yes_or_no", "error"),
        ("lions_missing", "warning"),
        ("teams_differ", "warning"),
    ]
    with pytest.raises(InvalidRecordError) as refused:
        second_hand(5).read(record)
    assert list(refused.value.problems) == problems[:4]


@pytest.mark.rule("FZ-R5")
@pytest.mark.parametrize(
    ("taken", "in_hand", "missing", "text"),
    [
        (3, 1, 1, "One lion is missing: each is in a player's pile or in the last player's hand."),
        (0, 0, 5, "5 lions are missing: each is in a player's pile or in the last player's hand."),
    ],
)
def test_lions_that_nobody_has_are_a_warning(
    taken: int, in_hand: int, missing: int, text: str
) -> None:
    record = {**FIVE, "lions_taken": [taken, 0, 0, 0, 0], "lions_in_hand": in_hand}
    assert second_hand(5).check(record) == [
        Problem("lions_missing", "lions_taken", "FZ-R5", text, "warning", {"missing": missing})
    ]
    assert second_hand(5).score(record).warnings == tuple(second_hand(5).check(record))


@pytest.mark.rule("FZ-R5")
def test_lions_may_stay_on_the_table_where_nobody_takes_the_final_trick() -> None:
    match = second_hand(5, final_trick="nobody")
    assert match.check({**FIVE, "lions_taken": [0] * 5}) == []


@pytest.mark.rule("FZ-20", "FZ-21")
@pytest.mark.parametrize(
    ("teams", "rules"),
    [
        ([[1, 4], [2, 0]], []),
        ([[2, 0], [1, 4]], []),
        ([[4, 1], [2, 0]], ["FZ-21"]),
        ([[1, 0], [2, 4]], ["FZ-20"]),
    ],
)
def test_teams_that_the_rule_would_not_have_made_are_a_warning(
    teams: list[list[int]], rules: list[str]
) -> None:
    problems = second_hand(5).check({**FIVE, "teams": teams})
    assert [(problem.code, problem.field, problem.level) for problem in problems] == [
        ("teams_differ", "teams", "warning")
    ] * len(rules)
    assert [problem.rule for problem in problems] == rules
