import ast
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.utils.translation import override

import games
from games.animal_poker.cards import SEASONS
from games.animal_poker.explanation import Step
from games.animal_poker.pools import POOL_EFFECTS
from games.base import PlaceReason, Problem, ScoreLine
from league.core import rule_texts
from league.core.games import game_of_rule, site_game, site_games
from league.core.rule_texts import line_text, place_text, problem_text
from league.site_games.animal_poker.rule_texts import STEPS, step_text

ENGINE = Path(next(iter(games.__path__)))
NAMES = ("Ada", "Björn", "Chiara", "Dörte")
FRANKS_ZOO = site_game("franks-zoo")
TEXTS = {game.slug: game.rule_texts for game in site_games()}
# What judges the options and records that people give this site.
JUDGES = {
    "franks-zoo": ("options", "record", "match", "scoring"),
    "zop-zoo": ("options", "deck", "record", "match", "setup", "scoring"),
    "animal-poker": ("options", "record", "seasons", "submission", "coins", "match", "scoring"),
}


def calls(game: str, *names: str) -> list[ast.Call]:
    """Return the calls of these names in the engine's modules that judge options and records."""
    paths = [ENGINE / game.replace("-", "_") / f"{name}.py" for name in JUDGES[game]]
    return [call for path in (*paths, ENGINE / "validation.py") for call in calls_in(path, *names)]


def calls_in(path: Path, *names: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
    ]


def text_of(node: ast.expr) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def codes_of_problems(words: Mapping[str, object]) -> set[str]:
    return {key.partition("/")[0] for key in words}


@pytest.mark.parametrize("game", TEXTS)
def test_every_problem_of_the_engine_has_words(game: str) -> None:
    codes = {code for call in calls(game, "Problem", "refuse") for code in text_of(call.args[0])}
    assert {"match_over", "out_of_range", "not_an_object", "unknown_field"} <= codes
    known = codes_of_problems(TEXTS[game].problems) | rule_texts.PROBLEMS.keys()
    assert codes - known == set()


def test_every_problem_of_a_game_is_one_that_its_engine_has() -> None:
    for game, words in TEXTS.items():
        codes = {
            code for call in calls(game, "Problem", "refuse") for code in text_of(call.args[0])
        }
        assert codes_of_problems(words.problems) - codes == set()


@pytest.mark.parametrize("game", TEXTS)
def test_every_line_of_a_score_has_words(game: str) -> None:
    made = {code for call in calls(game, "ScoreLine") for code in text_of(call.args[3])}
    if game == "animal-poker":
        pots = {code for call in calls(game, "_code") for code in text_of(call.args[0])}
        made |= pots | {f"{code}_by_goat" for code in pots}
        made |= {f"horse_{season}" for season in SEASONS}
    assert made == set(TEXTS[game].lines)


@pytest.mark.parametrize("game", TEXTS)
def test_every_reason_for_a_place_has_words(game: str) -> None:
    path = ENGINE / game.replace("-", "_") / "match.py"
    rules = {
        each.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(each := node, ast.Constant)
        and isinstance(each.value, str)
        and each.value in site_game(game).engine.rules()
    }
    assert set(TEXTS[game].places) <= rules
    reasons = {
        code
        for call in calls_in(path, "PlaceReason")
        for argument in ast.walk(call.args[0])
        if isinstance(argument, ast.Constant)
        for code in text_of(argument)
    }
    assert reasons - set(TEXTS[game].places) == set()
    assert set(TEXTS[game].shared) <= set(TEXTS[game].places)


def test_every_step_of_an_explanation_has_words_for_every_season() -> None:
    path = ENGINE / "animal_poker" / "explanation.py"
    codes = {code for call in calls_in(path, "Step") for code in text_of(call.args[0])}
    codes |= {effect.code for effect in POOL_EFFECTS}
    codes |= {f"{effect.code}_not" for effect in POOL_EFFECTS if effect.absent is not None}
    codes |= {"goat_wins", "goat_fails", "horse_pays", "horse_pays_nothing"}
    codes |= {"pot", "pot_by_goat", "side_pot", "side_pot_by_goat"}
    seasonal = {key.partition("/")[0] for key in STEPS if "/" in key}
    wanted = codes - seasonal | {f"{code}/{season}" for code in seasonal for season in SEASONS}
    assert wanted == set(STEPS)


def test_words_are_no_shapes_of_another_language_left_half_filled() -> None:
    with override("en"):
        step = Step("made", "AP-07", 1, "…", {"kind": "herd", "size": 3, "animal": "mouse"})
        assert step_text(step, NAMES) == "Makes a herd of 3 mice."
        step = Step("snake_forbids", "AP-13", 0, "…", {"by": 2, "season": "fall"})
        assert step_text(step, NAMES) == (
            "Chiara’s fall snake forbids herds of 3 and anything worse."
        )
        step = Step("table", "AP-03", None, "…", {"snake": 2, "elephant": 1, "pot": 4})
        assert step_text(step, NAMES) == (
            "On the table: 2 × snake, 1 × elephant. The pot holds 4 coins."
        )
        step = Step("from_the_future", "AP-99", None, "Its own text.")
        assert step_text(step, NAMES) == "Its own text."


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem("missing", "hedgehog", None, ""), "This value is missing."),
        (
            Problem("missing", "finish", None, ""),
            "Tap the players in the order in which they ran out of cards.",
        ),
        (
            Problem("lions_missing", "lions_taken", "FZ-R5", "", "warning", {"missing": 1}),
            "1 lion is missing. Every lion is in a player’s pile or in the last player’s hand.",
        ),
        (
            Problem("lions_missing", "lions_taken", "FZ-R5", "", "warning", {"missing": 2}),
            "2 lions are missing. Every lion is in a player’s pile or in the last player’s hand.",
        ),
        (
            Problem("not_a_partition", "solo", "FZ-20", "", data={"seat": 2}),
            "Chiara plays alone and cannot also be in a team.",
        ),
        (
            Problem("season_repeated", "seasons.cat", "AP-09", "", data={"season": "fall"}),
            "This animal has already shown fall since the last shuffle. Choose another season.",
        ),
        (Problem("not_a_choice", "seats[2].guess.kind", "AP-05", ""), "Choose a herd or a chain."),
        (
            Problem("missing", "seats[1].cards", "ZZ-24", ""),
            "Enter the points of the covered and connected cards.",
        ),
        (
            Problem("out_of_range", "target", "ZZ-26", "", data={"highest": 9}),
            "Enter a number from 1 to 9.",
        ),
        (Problem("from_the_future", "finish", None, "Its own text."), "Its own text."),
    ],
)
def test_problem_words_name_people_and_numbers(problem: Problem, words: str) -> None:
    assert problem_text(problem, NAMES) == words


def test_problem_words_keep_the_engines_text_where_a_number_is_not_given() -> None:
    assert problem_text(Problem("too_many_lions", "lions_taken", None, "Too many.")) == "Too many."


def test_line_words_name_the_partner_and_take_a_line_that_was_kept() -> None:
    data = {"place": 1, "place_points": 4, "partner": 2, "partner_place": 3, "partner_points": 2}
    line = ScoreLine("FZ-27", 6, "…", "team", data)
    words = "Place 1 gives 4, Chiara’s place 3 gives 2"
    assert line_text(line, NAMES) == words
    assert line_text({**line.as_json(), "code": "team", "data": data}, NAMES) == words


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FZ-15", "Ada has more points than Björn."),
        (
            "FZ-16",
            (
                "Ada and Björn have the same points. Ada was placed lower before the hand, "
                "so Ada comes first."
            ),
        ),
        (
            "FZ-R4",
            (
                "Ada and Björn have the same points. Ada finished the hand later, so Ada "
                "comes first."
            ),
        ),
    ],
)
def test_place_words_say_what_decided(rule: str, words: str) -> None:
    assert place_text(PlaceReason(rule, 1), 0, NAMES, FRANKS_ZOO) == words


def test_place_words_are_silent_about_the_last_place_and_before_any_hand() -> None:
    assert place_text(PlaceReason("FZ-15", None), 3, NAMES, FRANKS_ZOO) == ""
    assert place_text(PlaceReason("FZ-15", None, (1, 2, 3)), 0, NAMES, FRANKS_ZOO) == ""


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (PlaceReason("ZZ-26", 1), "Ada has more points than Björn."),
        (
            PlaceReason("ZZ-R13", 3, (2, 1)),
            "Ada, Björn and Chiara have the same points and share the place.",
        ),
        (PlaceReason("AP-19", 2), "Ada won a pot and had enough coins before the hand."),
        (
            PlaceReason("AP-19", 2, (1,)),
            "Ada and Björn have the same number of coins and share the win.",
        ),
        (PlaceReason("AP-20", 2), "Ada has more coins than Chiara."),
        (
            PlaceReason("AP-20", None, (3,)),
            "Ada and Dörte have the same number of coins and share the place.",
        ),
    ],
)
def test_place_words_of_the_other_games(reason: PlaceReason, words: str) -> None:
    game = game_of_rule(reason.rule)
    assert game is not None
    assert place_text(reason, 0, NAMES, game) == words
