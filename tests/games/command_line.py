"""Call `python -m games` without a process of its own; test_main.py has those that have one."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest.mock import patch

from games.__main__ import main


def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
    """Return the exit status, what was printed, and what was complained of."""
    output, errors = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    with redirect_stdout(output), redirect_stderr(errors), patch.object(sys, "stdin", given):
        try:
            status = main(arguments)
        except SystemExit as usage:
            status = int(usage.code or 0)
    return status, output.getvalue(), errors.getvalue()


def values(output: str) -> list[dict[str, Any]]:
    """Read what was printed, a value of JSON in each line."""
    return [json.loads(line) for line in output.splitlines()]
