import ast
from pathlib import Path

from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.rules import RULES

ALL_IDS = [f"ZZ-{number:02}" for number in range(1, 28)] + [
    f"ZZ-R{number}" for number in range(1, 18)
]
CONCERN_THE_RECORD = {
    *("ZZ-03", "ZZ-04", "ZZ-06", "ZZ-22", "ZZ-23", "ZZ-24", "ZZ-25", "ZZ-26"),
    *("ZZ-R11", "ZZ-R12", "ZZ-R13", "ZZ-R16"),
}


def cited_ids() -> set[str]:
    """Gather the ids in the `rule` markers of the tests beside this one."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found.update(ast.literal_eval(argument) for argument in node.args)
    return found


def test_rules_name_every_id_once_and_in_order() -> None:
    assert list(RULES) == ALL_IDS
    assert ZOP_ZOO.rules() == {rule_id: rule.text for rule_id, rule in RULES.items()}


def test_rules_are_parted_into_those_of_the_record_and_those_of_play_alone() -> None:
    assert {
        rule_id for rule_id, rule in RULES.items() if rule.concerns == "record"
    } == CONCERN_THE_RECORD


def test_every_rule_is_proved_by_a_test() -> None:
    assert sorted(cited_ids()) == sorted(ALL_IDS)


def test_every_rule_is_explained_in_a_short_text() -> None:
    assert {rule_id for rule_id, rule in RULES.items() if not 20 <= len(rule.text) <= 200} == set()
    assert len({rule.text for rule in RULES.values()}) == len(RULES)
