"""Run what a change can reach: `./run test --changed`, the check while working.

A plain map of folders, and for a module also the tests that import it. What else a change reaches,
`./run test` finds.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATIC_CHECKS = (
    ["ruff", "format", "--check", "."],
    ["ruff", "check", "."],
    ["mypy"],
    ["lint-imports"],
)
TESTS_OF = {
    r"templates/(account|allauth|mfa)/.*": "tests/league/accounts",
    r"templates/handbook/.*": "tests/league/core",
    r"templates/calculator/.*": "tests/league/results/calculator",
    r"templates/offline/.*": "tests/league/results",
    r"templates/(ratings|statistics)/.*": r"tests/league/standings/\1",
    r"templates/(\w+)/.*": r"tests/league/\1",
    r"templates/\w+\.html": "tests/league/core",
    r"league/static/.*": "tests/browser",
    r"league/locale/.*": "tests/league/test_catalogues.py",
    r"(league|games)/(\w+)/.*": r"tests/\1/\2",
    r"(league|games)/(\w+)\.py": r"tests/\1/test_\2.py",
    r"docs/.*|tests/docs/.*|mkdocs\.yml|.*\.md": "tests/docs",
    r"(tests/.*/test_\w+\.py)": r"\1",
    r"(tests/.*)/conftest\.py": r"\1",
}
"""The folder or file of tests that a file belongs to: the first pattern that matches its path."""
NO_TEST_SELECTED = 5


def main(*arguments: str) -> str:
    """Check what differs from a commit, else from the last one; say what failed."""
    paths = paths_for(changed_files(*arguments))
    in_browser = [path for path in paths if path == "tests/browser"]
    checks = {check[0]: [program(check[0]), *check[1:]] for check in STATIC_CHECKS}
    if others := [path for path in paths if path not in in_browser]:
        checks["tests"] = pytest("not thorough", others)
    if in_browser:
        checks["tests in a browser"] = pytest("browser and not thorough", in_browser)
    failed = [name for name, command in checks.items() if not succeeds(command)]
    return f"NOT ALL IS WELL: {', '.join(failed)}" if failed else ""


def changed_files(since: str = "HEAD") -> list[str]:
    """Return the paths of files that differ from a commit, and of new ones."""
    return git("diff", "--name-only", since) + git("ls-files", "--others", "--exclude-standard")


def paths_for(changed: Iterable[str]) -> list[str]:
    """Return the folders and files of tests that changed files reach most directly."""
    reached = {path for name in changed for path in reached_by(name) if (ROOT / path).exists()}
    return sorted(path for path in reached if reached.isdisjoint(map(str, Path(path).parents)))


def reached_by(name: str) -> list[str]:
    """Return what one file reaches; neither need exist."""
    for pattern, tests in TESTS_OF.items():
        if match := re.fullmatch(pattern, name):
            return [match.expand(tests), *importing(name)]
    return importing(name) if name.endswith(".py") else ["tests/league", "tests/games"]


def importing(name: str) -> list[str]:
    """Return the tests of site and engine that import a module."""
    if not name.endswith(".py") or name.endswith("__init__.py"):
        return []
    package, _, module = name.removesuffix(".py").replace("/", ".").rpartition(".")
    where = rf"(from|import) {package}\.{module}|from {package} import .*\b{module}"
    imports = re.compile(rf"^({where})\b", re.MULTILINE)
    files = [
        file for top in ("games", "league") for file in (ROOT / "tests" / top).rglob("test_*.py")
    ]
    return [str(file.relative_to(ROOT)) for file in files if imports.search(file.read_text())]


def pytest(markers: str, paths: list[str]) -> list[str]:
    """Return the command that runs the tests at these paths with these markers."""
    return [program("pytest"), "-q", "-n", "auto", "--dist", "loadfile", "-m", markers, *paths]


def program(name: str) -> str:
    """Return a program of the environment that runs this one."""
    return str(Path(sys.executable).with_name(name))


def succeeds(command: list[str]) -> bool:
    """Run a command; say whether it succeeded, or no test was left to run."""
    done = subprocess.run(command, cwd=ROOT, check=False)
    return done.returncode in {0, NO_TEST_SELECTED if "pytest" in command[0] else 0}


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or 0)
