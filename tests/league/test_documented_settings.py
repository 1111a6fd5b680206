"""What the environment says is told in one place of the code, and in one of the documents."""

import ast
import re

from django.conf import settings

# Told by `./run` alone.
OURS = {"EMBEDDED"}
# The file of the settings itself, and the environment that other processes are given.
NO_SETTING = re.compile(
    r"""os\.environ\.setdefault\("(?:DJANGO_SETTINGS_MODULE|AUTHLIB_\w+)"|\*\*os\.environ\b|env=os\.environ\b"""
)


def names_read() -> set[str]:
    """The names that settings.py reads."""
    tree = ast.parse((settings.BASE_DIR / "league" / "settings.py").read_text())
    return {
        ast.literal_eval(node.args[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
    }


def names_documented() -> set[str]:
    """The names in the table of docs/hosting.md."""
    text = (settings.BASE_DIR / "docs" / "hosting.md").read_text()
    cells = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"[A-Z_]+", cell)}


def test_every_name_that_is_read_is_documented_and_the_other_way_round() -> None:
    assert names_read() - OURS == names_documented()


def test_nothing_but_the_settings_reads_the_environment() -> None:
    found = [
        f"{file.relative_to(settings.BASE_DIR)}: {line.strip()}"
        for file in (settings.BASE_DIR / "league").rglob("*.py")
        for line in file.read_text().splitlines()
        if re.search(r"os\.(environ|getenv)", line) and not NO_SETTING.search(line)
    ]
    assert found == []
