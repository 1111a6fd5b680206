import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site
from pytest_django import Settings

from league.hosting.checks import find_problems

SAFE = {
    "DEBUG": False,
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": ["games.example.org"],
    "SITE_URL": "https://games.example.org",
    "IS_HTTPS": True,
    "ALLOW_HTTP": False,
}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"DEBUG": True}, ["menagerie.E001"]),
        ({"SECRET_KEY": "guess me"}, ["menagerie.E002"]),
        ({"ALLOWED_HOSTS": []}, ["menagerie.E003"]),
        ({"ALLOWED_HOSTS": ["*"]}, ["menagerie.E003"]),
        ({"SITE_URL": ""}, ["menagerie.E004"]),
        ({"SITE_URL": "http://10.0.0.2", "IS_HTTPS": False}, ["menagerie.E005"]),
        ({"SITE_URL": "http://10.0.0.2", "IS_HTTPS": False, "ALLOW_HTTP": True}, []),
    ],
)
def test_what_is_insecure_is_told(
    settings: Settings, changed: dict[str, object], told: list[str]
) -> None:
    for name, value in {**SAFE, **changed}.items():
        setattr(settings, name, value)
    assert [each.id for each in find_problems()] == told


def test_server_of_ones_own_names_all_that_is_missing_and_does_not_start(tmp_path: Path) -> None:
    started = subprocess.run(
        [sys.executable, "-c", "import league.asgi"],
        cwd=site.BASE_DIR,
        env={**os.environ, "DATA_DIR": str(tmp_path), "SECRET_KEY": "short", "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 1
    words = started.stderr.splitlines()
    assert any(line.endswith("Menagerie does not start like this:") for line in words)
    assert [line.split(" ")[1] for line in words if line.startswith("- ")] == [
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "SITE_URL",
    ]
