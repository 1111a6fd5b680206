"""The tests by which the document on security proves what it says exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_named_in_the_document_on_security_exists() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)

    assert [
        f"{file}::{test}"
        for file, test in named
        if f"def {test}(" not in (ROOT / file).read_text(encoding="utf-8")
    ] == []
    assert len(named) > 20
