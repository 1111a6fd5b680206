"""Count through how much code of ours a request goes: files, functions, and changes of file.

`python -m tests.benchmarks.paths` posts a hand, closes its round and opens the next one through
their views in this process, and prints a row of a table for each. A change of file is a call of a
function of ours while one of another file of ours is the last that was called and goes on. Lambdas
and comprehensions are no functions here: they belong to the function that they stand in.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.benchmarks.online import prepared
from tests.benchmarks.statements import heard_statements

if TYPE_CHECKING:
    from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(f"{ROOT / name}/" for name in ("league", "games"))
TABLES = 2


class Route(NamedTuple):
    """Through what a request went."""

    files: int
    functions: int
    changes: int
    statements: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Count with one database, everything once before, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.paths")
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="sqlite")
    chosen = parser.parse_args(arguments)
    with prepared(chosen.database):
        from django.db import connections

        count_evening()
        paths = count_evening()
        connections.close_all()
    sys.stdout.write("| Request | files | functions | changes of file | statements |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    for name, path in paths.items():
        sys.stdout.write(f"| {name} | {' | '.join(map(str, path))} |\n")
    return 0


def count_evening() -> dict[str, Route]:
    """Play a round, close it and open the next one; return what each took."""
    from django.test import Client
    from django.urls import reverse

    from league.competitions.models import RoundStatus
    from league.rounds.closing_preview import preview_closing
    from tests.benchmarks.season import OPTIONS
    from tests.factories import make_competition, make_organiser, make_round, make_table

    competition = make_competition(options=OPTIONS | {"mode": "simple"})
    organiser = Client()
    organiser.force_login(make_organiser(competition.club))
    first = make_round(competition)
    tables = [make_table(first, number=number) for number in range(1, TABLES + 1)]
    second = make_round(competition, number=2, status=RoundStatus.SCHEDULED)
    for number in range(1, TABLES + 1):
        make_table(second, number=number)
    phone = Client()
    code = tables[0].codes.get().token
    _post(phone, reverse("results:code", args=[code]), {"seat": "1"})
    hand = {"seating": "1", "finish": "0,1,2", "send": "1"}
    enter = reverse("results:enter", args=[tables[0].pk])
    _post(phone, enter, hand | {"number": "1"})
    posted = _path(lambda: _post(phone, enter, hand | {"number": "2"}))
    shown = {"known": preview_closing(first).state}
    close, open_next = f"/rounds/{first.pk}/close/", f"/rounds/{second.pk}/open/"
    return {
        "a hand": posted,
        "closing a round": _path(lambda: _post(organiser, close, shown)),
        "opening a round": _path(lambda: _post(organiser, open_next, {})),
    }


def _post(client: "Client", address: str, form: dict[str, str]) -> None:
    answer = client.post(address, form)
    if answer.status_code != HTTPStatus.FOUND:
        raise RuntimeError(f"{address} answered {answer.status_code}")


def _path(request: Callable[[], None]) -> Route:
    """Return through what a request goes."""
    called: Counter[tuple[str, int, str]] = Counter()
    changes = 0

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal changes
        code = frame.f_code
        is_function = not code.co_name.startswith("<")
        if event != "call" or not is_function or not code.co_filename.startswith(OURS):
            return
        called[code.co_filename, code.co_firstlineno, code.co_name] += 1
        before = _file_before(frame)
        changes += before is not None and before != code.co_filename

    with heard_statements() as heard:
        sys.setprofile(note)
        try:
            request()
        finally:
            sys.setprofile(None)
    return Route(len({file for file, *_ in called}), len(called), changes, len(heard))


def _file_before(frame: FrameType) -> str | None:
    """Return the file of ours that is the last to go on above a frame."""
    above = frame.f_back
    while above is not None and not above.f_code.co_filename.startswith(OURS):
        above = above.f_back
    return above.f_code.co_filename if above else None


if __name__ == "__main__":
    sys.exit(main())
