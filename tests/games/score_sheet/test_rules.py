import ast
from pathlib import Path

from games.score_sheet.rules import PREFIX, RULES


def cited_ids() -> set[str]:
    """Gather the ids in the `rule` markers of the tests beside this one."""
    return {
        ast.literal_eval(argument)
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
    }


def test_rules_of_all_sheets_are_named_in_order() -> None:
    assert list(RULES) == [f"{PREFIX}{number:02}" for number in range(1, 6)]


def test_every_rule_is_proved_by_a_test() -> None:
    assert cited_ids() == set(RULES)


def test_every_rule_is_explained_in_three_languages() -> None:
    for text in RULES.values():
        assert [language for language, _ in text.texts] == ["en", "de", "it"]
        assert all(20 <= len(each) <= 120 for _, each in text.texts)
