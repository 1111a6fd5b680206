"""Which test files reach a file, the closest first; what belongs to what, tests.changed knows."""

import re
from functools import cache
from pathlib import Path

from tests.changed import ROOT, reached_by

# They say again what closer tests say, over many hands, seasons or requests: asked last.
BROAD = re.compile(
    r"oracle|perft|propert|golden|enumeration|_any_|cost|locks|bots|matrix|safety|who_sees|secrets"
)
ALL = re.compile("tests/(games|league|faults)/")


@cache
def _texts() -> dict[str, str]:
    """Return the text of every file of tests of the product, by path."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    texts = {str(file.relative_to(ROOT)): file.read_text() for file in files}
    return {test: text for test, text in texts.items() if not test.startswith("tests/mutation/")}


def near(path: str) -> list[str]:
    """List the test files that import a file, name it, or are called like it."""
    own, *imports = reached_by(path)
    name, stem = Path(path).name, Path(path).stem
    named = {test for test, text in _texts().items() if not name.endswith(".py") and name in text}
    alike = {test for test in _under(own) if stem in Path(test).stem}
    return sorted(
        alike | named | set(imports),
        key=lambda test: (bool(BROAD.search(test)), test not in alike, test),
    )


def around(path: str) -> list[str]:
    """List the test files of a file's app or game, without those near it; broad ones last."""
    closer, words = near(path), _words(path)
    found = [test for test in _under(reached_by(path)[0]) if test not in closer]
    return sorted(found, key=lambda test: (bool(BROAD.search(test)), not _speaks_of(words, test)))


def speaking_of(text: str) -> list[str]:
    """List the test files of engine and site that have most of a text's words, rare ones first."""
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]{3,}", text)}
    texts = {test: each.lower() for test, each in _texts().items() if ALL.match(test)}
    weights = {word: 1 / (1 + sum(word in each for each in texts.values())) for word in words}
    scores = {
        test: sum(weight for word, weight in weights.items() if word in each)
        for test, each in texts.items()
    }
    return sorted((test for test in scores if scores[test]), key=lambda test: -scores[test])


def in_browser(path: str) -> list[str]:
    """List the test files with tests for a browser; those first that speak of the file."""
    words = _words(path)
    found = [test for test, text in _texts().items() if "mark.browser" in text]

    def distance(test: str) -> tuple[bool, int]:
        return not _speaks_of(words, test), -_texts()[test].count(Path(path).stem)

    return sorted(found, key=distance)


def _words(path: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", path)) - {"league", "templates", "static", "html"}


def _speaks_of(words: set[str], test: str) -> bool:
    return any(word in Path(test).stem for word in words)


def _under(place: str) -> list[str]:
    """List the test files in a folder, or the one that this is."""
    return [test for test in _texts() if test == place or test.startswith(f"{place}/")]
