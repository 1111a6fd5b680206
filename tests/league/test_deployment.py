"""The files for containers, which no test runs: sound by the linters of their formats."""

import subprocess
import sys
from pathlib import Path

from django.conf import settings

DEPLOY = settings.BASE_DIR / "docs" / "deploy"


def look(*command: str) -> None:
    """Run a linter of the tests' environment; fail with its words."""
    program = Path(sys.prefix) / "bin" / command[0]
    done = subprocess.run([program, *command[1:]], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_containerfile_is_sound() -> None:
    look("hadolint", "--failure-threshold", "style", str(DEPLOY / "Containerfile"))


def test_compose_file_is_sound() -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    look("check-jsonschema", *schema, str(DEPLOY / "compose.yaml"))
