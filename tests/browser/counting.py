"""How much work a job is on a phone, and that the documentation says so.

A press is a tap or click on anything; typing into a field is none. The screens of a job are those
of 390 × 844 that the longest page on its way takes.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.databases import ROOT

log = logging.getLogger(__name__)
DESIGN = ROOT / "docs" / "design.md"
COUNT = """
addEventListener("pointerdown", () => {
  const screens = Math.ceil(document.documentElement.scrollHeight / innerHeight);
  sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
  sessionStorage.screens = Math.max(sessionStorage.screens ?? 0, screens);
}, true);
"""
FORGET = "() => { sessionStorage.presses = 0; sessionStorage.screens = 0; }"
COUNTED = """() => [Number(sessionStorage.presses), Math.max(sessionStorage.screens,
  Math.ceil(document.documentElement.scrollHeight / innerHeight))]"""


def counts_presses(phone: Page) -> Page:
    """Let a device count what is pressed on it from its next page on."""
    phone.context.add_init_script(COUNT)
    return phone


@contextmanager
def job(phone: Page, name: str) -> Iterator[None]:
    """Count the presses and screens of a job; they must be no more than documented."""
    phone.evaluate(FORGET)
    yield
    presses, screens = phone.evaluate(COUNTED)
    log.info("%s: %d presses, %d screens", name, presses, screens)
    most_presses, most_screens = documented_jobs()[name]
    assert presses <= most_presses, name
    assert screens <= most_screens, name


def documented_jobs() -> dict[str, tuple[int, int]]:
    """Return presses and screens of the jobs in the table of the documentation."""
    row = re.compile(r"^\| ([^|]+?) \| [^|]+ \| (\d+) \| [^|]+ \| (\d+) \|$", re.MULTILINE)
    return {
        name: (int(presses), int(screens))
        for name, presses, screens in row.findall(DESIGN.read_text(encoding="utf-8"))
    }
