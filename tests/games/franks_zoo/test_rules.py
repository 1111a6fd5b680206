import ast
from pathlib import Path

from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.rules import RULES

ALL_IDS = [f"FZ-{number:02}" for number in range(1, 36) if number != 18] + [
    f"FZ-R{number}" for number in range(1, 19)
]
CONCERN_PLAY_ALONE = {
    *("FZ-02", "FZ-03", "FZ-04", "FZ-05", "FZ-06", "FZ-08", "FZ-09", "FZ-10", "FZ-12"),
    *("FZ-24", "FZ-25", "FZ-26"),
    *("FZ-R2", "FZ-R6", "FZ-R7", "FZ-R12", "FZ-R13", "FZ-R14", "FZ-R15", "FZ-R16", "FZ-R17"),
}


def cited_ids() -> set[str]:
    """Gather the ids in the `rule` markers of the tests beside this one."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found.update(
                    ast.literal_eval(argument)
                    for argument in node.args
                    if not isinstance(argument, ast.Starred)
                )
    return found


def test_rules_name_every_id_once_and_in_order() -> None:
    assert list(RULES) == ALL_IDS
    assert FRANKS_ZOO.rules() == {rule_id: rule.text for rule_id, rule in RULES.items()}


def test_rules_are_parted_into_those_of_the_record_and_those_of_play_alone() -> None:
    assert {
        rule_id for rule_id, rule in RULES.items() if rule.concerns == "play"
    } == CONCERN_PLAY_ALONE


def test_every_rule_is_proved_by_a_test() -> None:
    assert set(RULES) - cited_ids() == set()
    assert cited_ids() - set(ALL_IDS) == set()


def test_every_rule_is_explained_in_a_short_text() -> None:
    assert {rule_id for rule_id, rule in RULES.items() if not 20 <= len(rule.text) <= 200} == set()
    assert len({rule.text for rule in RULES.values()}) == len(RULES)
