"""Nobody reads the data of a started site from its disk, nor a way in from its log."""

import shutil
import stat
from pathlib import Path

import pytest

from tests.faults.conftest import Start
from tests.site import SERVER, Site

PLANTED = "PLANTEDsecret"


def open_to_others(directory: Path) -> list[str]:
    """Return what under a directory, and whether it itself, others than its owner may touch."""
    return [
        str(path)
        for path in (directory, *directory.rglob("*"))
        if mode_of(path) & 0o077 and not path.name.startswith("output-")
    ]


def mode_of(path: Path) -> int:
    """Return a file's mode; none of one that is gone, as SQLite removes files of its own."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0


def test_all_that_a_running_site_has_is_its_owners_alone(site: Site) -> None:
    site.request("GET", "/accounts/login/")
    assert {"static", "lock"} <= {path.name for path in site.data.iterdir()}
    assert open_to_others(site.data) == []


@pytest.mark.thorough
def test_all_that_a_start_makes_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "new"
    site = start(DATA_DIR=str(data), DATABASE_URL="").wait_until_ready()
    site.request("GET", "/accounts/login/")
    names = {path.name for path in data.iterdir()}

    assert {"menagerie.sqlite3", "static", "lock"} <= names
    assert open_to_others(data) == []
    assert "could read" not in site.output


@pytest.mark.thorough
def test_data_of_an_older_start_is_closed_and_that_is_said_once(
    start: Start, tmp_path: Path, migrated: Path
) -> None:
    data = shutil.copytree(migrated, tmp_path / "old")
    (data / "mail").mkdir()
    (data / "mail" / "file").write_text("old")
    (data / "somebody-elses").write_text("kept as it is")
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    first = start(DATA_DIR=str(data), DATABASE_URL="").wait_until_ready()
    assert open_to_others(data) == [str(data / "somebody-elses")]
    assert first.output.count(f"Other users of this machine could read {data}.") == 1
    first.stop()
    second = start(DATA_DIR=str(data), DATABASE_URL="").wait_until_ready()
    assert "could read" not in second.output


@pytest.mark.thorough
@pytest.mark.parametrize(("form", "command"), [("line", None), ("json", SERVER)])
def test_log_of_a_started_site_names_no_way_in(
    start: Start, form: str, command: list[str] | None
) -> None:
    site = start(command=command, LOG_LEVEL="DEBUG", LOG_FORMAT=form).wait_until_ready()
    for head in ("enter", "join", "t", "play", "calendars", "news", "mails/stop", "api/v1/join"):
        for method in ("GET", "POST", "DELETE"):
            site.request(method, f"/{head}/{PLANTED}/")
        site.request("GET", f"/{head}/{PLANTED}")
        site.request("GET", f"/accounts/login/?next=/{head}/{PLANTED}/")
    site.request("GET", f"/competitions/1/projector/?key={PLANTED}")
    site.request("GET", "/api/v1/me/", Authorization=f"Bearer {PLANTED}")
    site.request("GET", "/", Cookie=f"sessionid={PLANTED}", Referer=f"http://x/enter/{PLANTED}/")
    site.stop()

    written = site.output
    assert "Forbidden (CSRF cookie not set.): /enter/[left out]/" in written
    assert PLANTED not in written
