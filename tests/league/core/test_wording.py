import ast
from pathlib import Path

import pytest

import games
from games.base import PlaceReason, Problem, ScoreLine
from league.core.wording import LINES, PROBLEMS, line_words, place_words, problem_words

ENGINE = Path(next(iter(games.__path__)))
NAMES = ("Ada", "Björn", "Chiara", "Dörte")
# What judges the options and records that people type into this site.
GAMES_WITH_FORMS = ("franks_zoo",)
JUDGES = ("options.py", "record.py", "match.py", "scoring.py")


def calls(*names: str) -> list[ast.Call]:
    """Return the calls of these names in the engine's modules that judge options and records."""
    paths = [ENGINE / game / name for game in GAMES_WITH_FORMS for name in JUDGES]
    found = []
    for path in (*paths, ENGINE / "reading.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in names:
                    found.append(node)
    return found


def text_of(node: ast.expr) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_problem_of_the_engine_has_words() -> None:
    codes = {code for call in calls("Problem", "refuse") for code in text_of(call.args[0])}
    assert {"not_a_permutation", "too_many_lions", "match_over", "out_of_range"} <= codes
    assert codes - PROBLEMS.keys() == set()


def test_every_line_of_a_score_has_words() -> None:
    codes = {code for call in calls("ScoreLine") for code in text_of(call.args[3])}
    assert codes == set(LINES)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem("missing", "hedgehog", None, ""), "This is missing."),
        (
            Problem("missing", "finish", None, ""),
            "Tap the players in the order in which they ran out of cards.",
        ),
        (
            Problem("lions_missing", "lions_taken", "FZ-R5", "", "warning", {"missing": 1}),
            "1 lion is missing: each is in somebody’s pile or in the last player’s hand.",
        ),
        (
            Problem("lions_missing", "lions_taken", "FZ-R5", "", "warning", {"missing": 2}),
            "2 lions are missing: each is in somebody’s pile or in the last player’s hand.",
        ),
        (
            Problem("not_a_partition", "solo", "FZ-20", "", data={"seat": 2}),
            "Chiara plays alone and cannot be in a team as well.",
        ),
        (Problem("from_the_future", "finish", None, "Its own text."), "Its own text."),
    ],
)
def test_problem_words_name_people_and_numbers(problem: Problem, words: str) -> None:
    assert problem_words(problem, NAMES) == words


def test_problem_words_keep_the_engines_text_where_a_number_is_not_given() -> None:
    assert problem_words(Problem("too_many_lions", "lions_taken", None, "Too many.")) == "Too many."


def test_line_words_name_the_partner_and_take_a_line_that_was_kept() -> None:
    data = {"place": 1, "place_points": 4, "partner": 2, "partner_place": 3, "partner_points": 2}
    line = ScoreLine("FZ-27", 6, "…", "team", data)
    words = "Place 1 gives 4, Chiara’s place 3 gives 2"
    assert line_words(line, NAMES) == words
    assert line_words({**line.as_json(), "code": "team", "data": data}, NAMES) == words


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FZ-15", "Ada has more points than Björn."),
        (
            "FZ-16",
            (
                "Ada and Björn have equally many points. Ada was placed lower before the hand, so "
                "Ada goes first."
            ),
        ),
        (
            "FZ-R4",
            (
                "Ada and Björn have equally many points. Ada finished the hand later, so Ada goes "
                "first."
            ),
        ),
    ],
)
def test_place_words_say_what_decided(rule: str, words: str) -> None:
    assert place_words(PlaceReason(rule, 1), 0, NAMES) == words


def test_place_words_are_silent_about_the_last_place_and_shared_ones() -> None:
    assert place_words(PlaceReason("FZ-15", None), 3, NAMES) == ""
    assert place_words(PlaceReason("FZ-15", None, (1, 2, 3)), 0, NAMES) == ""
