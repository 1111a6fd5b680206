"""Which tests reach a file: those that name it, then those of its app or game, by their paths."""

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# They say again what closer tests say, over many hands, seasons or requests: asked last.
BROAD = re.compile(
    r"oracle|perft|propert|golden|enumeration|_any_|cost|locks|bots|matrix|safety|who_sees|secrets"
)


@cache
def _test_files() -> dict[str, str]:
    """Return the text of every file of tests that pytest collects, by path."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return {str(file.relative_to(ROOT)): file.read_text() for file in files}


def near(path: str) -> list[str]:
    """List the test files that name a file: by the path that mirrors it, or by importing it."""
    stem = Path(path).stem
    package, _, folder = _home(path)
    named = []
    for test, text in _test_files().items():
        mirrors = test.startswith(folder) and stem in Path(test).stem
        if mirrors or _names(path, package, text):
            named.append((bool(BROAD.search(test)), not mirrors, not test.startswith(folder), test))
    return [test for *_, test in sorted(named)]


def around(path: str) -> list[str]:
    """List the test files of a file's app or game, without those near it; broad ones last."""
    closer = set(near(path))
    _, _, folder = _home(path)
    found = [test for test in _test_files() if test.startswith(folder) and test not in closer]
    return sorted(found, key=lambda test: (bool(BROAD.search(test)), test))


def in_browser(path: str) -> list[str]:
    """List the test files with tests for a browser; those first that speak of the file."""
    words = set(re.findall(r"[a-z]{4,}", path)) - {"league", "templates", "static", "html"}
    found = [test for test, text in _test_files().items() if "mark.browser" in text]
    return sorted(found, key=lambda test: (not any(word in test for word in words), test))


def _home(path: str) -> tuple[str, str, str]:
    """Return the top folder, the app or game, and where its tests are."""
    parts = Path(path).parts
    top, app = parts[0], parts[1]
    if top == "templates" and len(parts) > 2:
        known = {"statistics": "standings", "calculator": "results", "account": "accounts"}
        return top, app, f"tests/league/{known.get(app, app)}/"
    if len(parts) == 2 or app in {"static", "locale", "formats"}:
        return top, "", "tests/games/" if top == "games" else "tests/league/core/"
    return top, app, f"tests/{top}/{app}/"


def _names(path: str, package: str, text: str) -> bool:
    """Say whether a test imports a module, or has the path of another file in its text."""
    if not path.endswith(".py"):
        return Path(path).name in text
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parent, _, name = module.rpartition(".")
    return bool(
        re.search(rf"\b{re.escape(module)}\b", text)
        or re.search(rf"from {re.escape(parent)} import [^#]*?\b{name}\b", text)
    )


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
