import ast
from pathlib import Path

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.rules import RULES

ALL_IDS = [f"AP-{number:02}" for number in range(1, 21)] + [
    f"AP-R{number}" for number in range(1, 21)
]


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
    assert ANIMAL_POKER.rules() == RULES


def test_every_rule_is_proved_by_a_test() -> None:
    assert set(ALL_IDS) - cited_ids() == set()
    assert cited_ids() - set(ALL_IDS) == set()


def test_every_rule_is_explained_in_a_short_text() -> None:
    assert {rule_id for rule_id, text in RULES.items() if not 20 <= len(text) <= 200} == set()
    assert len(set(RULES.values())) == len(RULES)
