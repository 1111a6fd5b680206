"""The map from what has changed to the tests that are run while working."""

import subprocess
from pathlib import Path

import pytest

from tests.changed import ROOT, changed_files, paths_for


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("league/results/services.py", "tests/league/results"),
        ("templates/results/table.html", "tests/league/results"),
        ("templates/ratings/player.html", "tests/league/standings/ratings"),
        ("league/static/js/live.js", "tests/browser"),
        ("games/zop_zoo/play.py", "tests/games/zop_zoo"),
        ("tests/league/clubs/test_services.py", "tests/league/clubs/test_services.py"),
        ("tests/league/conftest.py", "tests/league"),
        ("README.md", "tests/docs"),
    ],
)
def test_a_file_reaches_the_tests_of_its_folder(changed: str, tests: str) -> None:
    assert tests in paths_for([changed])


def test_a_module_reaches_the_tests_that_import_it() -> None:
    assert "tests/games/test_log.py" in paths_for(["games/log.py"])
    assert "tests/league/hosting/test_keys.py" in paths_for(["league/core/live.py"])


def test_a_file_within_a_folder_that_is_reached_is_not_named_again() -> None:
    assert paths_for(["games/zop_zoo/play.py", "tests/games/zop_zoo/test_play.py"]) == [
        "tests/games/zop_zoo"
    ]


@pytest.mark.parametrize(
    "app", sorted(path.name for path in (ROOT / "templates").iterdir() if path.is_dir())
)
def test_each_folder_of_templates_reaches_tests(app: str) -> None:
    without_tests = {"django"}
    assert bool(paths_for([f"templates/{app}/page.html"])) is (app not in without_tests)


def test_what_was_changed_and_what_is_new_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "-q"], ["add", "old.py"], [*who, "commit", "-qm", "Start now"]):
        (tmp_path / "old.py").write_text("before")
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "old.py").write_text("after")
    (tmp_path / "new.py").touch()
    monkeypatch.setattr("tests.changed.ROOT", tmp_path)
    assert changed_files() == ["old.py", "new.py"]
