"""The lists of faults fit the source as it is, and changes are what they say."""

import ast
from collections import Counter

import pytest

from tests.changed import ROOT
from tests.mutation.changes import mutants
from tests.mutation.engine import TARGETS, accepted, outdated
from tests.mutation.listed import Fault, faults, steps
from tests.mutation.reach import near

SMALL = '''
"""A docstring with no_code in it."""
LIMIT: int = 3
TEXT = "A sentence for people."


class Game:
    __slots__ = ("seats",)

    @cached("name")
    def winners(self, totals):
        found = [seat for seat in totals if seat > 0 and not seat.gone]
        return any(found) == "some_code"
'''


def changed(source: str) -> list[tuple[str, str]]:
    return [(each.function, each.after) for each in mutants("small.py", source.encode())]


def test_changes_are_those_of_what_is_run() -> None:
    rest = "for seat in totals if"
    assert Counter(changed(SMALL)) == Counter(
        [
            ("", "LIMIT: int = 4"),
            ("Game.winners", f"found = [seat {rest} True]"),
            ("Game.winners", f"found = [seat {rest} seat > 0 or not seat.gone]"),
            ("Game.winners", f"found = [seat {rest} seat >= 0 and not seat.gone]"),
            ("Game.winners", f"found = [seat {rest} seat > 1 and not seat.gone]"),
            ("Game.winners", f"found = [seat {rest} seat > 0 and seat.gone]"),
            ("Game.winners", 'return all(found) == "some_code"'),
            ("Game.winners", 'return any(found) != "some_code"'),
            ("Game.winners", "return any(found) == 'some_codex'"),
        ]
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x += 1", ["pass", "x += 2"]),
        ("raise Bad(x)", ["pass"]),
        ("if x: note(y)", ["if False: note(y)", "if True: note(y)", "if x: pass"]),
        ("x = -(y // z)", ["x = (y // z)", "x = -(y * z)"]),
        ("x = 'FZ-14' if y is None else z", ["x = 'FZ-14' if False else z"]),
        ("x = zip(y, z, strict=True)", []),
    ],
)
def test_kinds_of_changes(before: str, after: list[str]) -> None:
    found = sorted(text for _function, text in changed(before))
    assert found[: len(after)] == after
    assert bool(found) == bool(after)


def test_changes_can_be_parsed_and_are_known_apart() -> None:
    path = "games/tournament/seating.py"
    found = mutants(path, (ROOT / path).read_bytes())
    for mutant in found:
        ast.parse(mutant.source)
    assert len({mutant.key for mutant in found}) == len(found)


def test_a_change_keeps_its_name_when_lines_move() -> None:
    source = "def one(x):\n    return x + 1\n"
    moved = f"# more\n\n{source}"
    assert [each.key for each in mutants("a.py", source.encode())] == [
        each.key for each in mutants("a.py", moved.encode())
    ]


def test_what_is_accepted_can_still_be_made() -> None:
    entries = accepted()
    assert outdated(entries) == []
    assert len({entry.key for entry in entries}) == len(entries)
    assert all(entry.reason and entry.file in TARGETS for entry in entries)


def test_there_are_sixty_faults() -> None:
    found = faults()
    assert len(found) == 60
    assert len({fault.id for fault in found}) == 60


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.id)
def test_fault_can_still_be_made(fault: Fault) -> None:
    assert fault.fits(), f"{fault.file} has not, or not once: {fault.before}"
    assert fault.before != fault.after
    assert fault.harm
    text = (ROOT / fault.file).read_text().replace(fault.before, fault.after)
    if fault.file.endswith(".py"):
        ast.parse(text)


def test_fault_meets_its_own_tests_first() -> None:
    assert near("games/franks_zoo/scoring.py")[0] == "tests/games/franks_zoo/test_scoring.py"
    assert (
        near("league/notifications/services/sending.py")[0]
        == "tests/league/notifications/test_sending.py"
    )


def asked(file: str, text: str = "") -> list[str]:
    return [step.name for step in steps(file, text, thorough=False, whole=False)]


def test_what_is_asked_depends_on_the_file() -> None:
    assert asked("league/core/database.py") == ["close tests", "tests of its app", "PostgreSQL"]
    assert asked("league/static/js/clock.js") == ["browser", "close tests"]
    assert asked("league/clubs/models.py", "ScreenLink")[0] == "migrations"
    assert asked("league/clubs/models.py", "ScreenLink")[-1] == "tests that speak of it"
