"""Count what a posted hand costs beside a bare row: calls, statements, processor time.

`python -m tests.benchmarks.hand_cost --database postgres` sends the hands of the league of
tests/benchmarks/season.py through the whole site in this process and prints a line of JSON for each
kind of request. Calls, of functions of Python and of C, do not depend on what else the machine
does. `--parts 40` prints in which functions most of a hand's calls lie.
"""

import argparse
import cProfile
import io
import json
import os
import pstats
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.benchmarks.online import prepared
from tests.benchmarks.statements import heard_statements

if TYPE_CHECKING:
    from tests.benchmarks.season import Season

FORM = "application/x-www-form-urlencoded"
PHONES, HANDS_A_TABLE = 20, 6
# Hands of each table before those that are counted: what is made once in a process is made.
WARM_UP = 3

Kind = Callable[["Season", int, int], tuple[str, dict[str, str]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Count with one database, and print a line for each kind of request."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hand_cost")
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--parts", type=int, default=0, help="functions of a hand to list")
    chosen = parser.parse_args(arguments)
    with prepared(chosen.database):
        from django.db import connections

        from tests.benchmarks.season import Season

        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        season = Season(phones=PHONES, rounds=1, hands=HANDS_A_TABLE)
        for kind, make in KINDS.items():
            _print_costs(season, kind, make, chosen)
        connections.close_all()
    return 0


def _row(season: "Season", phone: int, hand: int) -> tuple[str, dict[str, str]]:
    return "/bare/", season.forms[phone][hand]


def _hand(season: "Season", phone: int, hand: int) -> tuple[str, dict[str, str]]:
    form = season.forms[phone][hand] | {"send": "1"}
    return f"/tables/{season.tables[phone].pk}/enter/", form


KINDS: Mapping[str, Kind] = {"row": _row, "hand": _hand}


def _print_costs(season: "Season", kind: str, make: Kind, chosen: argparse.Namespace) -> None:
    """Send a kind of request from each phone, some of them uncounted; print what they took."""
    calls: list[int] = []
    statements: dict[str, list[int]] = {"code": [], "seat": []}
    seconds: list[float] = []
    profiles: list[cProfile.Profile] = []
    for hand in range(HANDS_A_TABLE):
        for phone in range(PHONES):
            send = request(season.sessions[phone], *make(season, phone, hand))
            if hand < WARM_UP:
                send()
            elif phone % 4 < 2:
                profile = cProfile.Profile()
                profile.runcall(send)
                calls.append(sum(each.callcount for each in profile.getstats()))
                profiles.append(profile)
            else:
                with heard_statements() as heard:
                    begun = time.process_time()
                    send()
                    seconds.append(time.process_time() - begun)
                statements["seat" if phone % 2 else "code"].append(len(heard))
    line = {
        "measure": kind,
        "database": chosen.database,
        "calls": round(statistics.median(calls)),
        "cpu_ms": round(1000 * statistics.median(seconds), 2),
        "statements": {name: statistics.median(counts) for name, counts in statements.items()},
    }
    print(json.dumps(line), flush=True)  # noqa: T201
    if chosen.parts and kind == "hand":
        _print_parts(profiles, chosen.parts)


def request(session: str, path: str, form: Mapping[str, str]) -> Callable[[], None]:
    """Return what sends a form through the whole site, as a phone would."""
    from django.test import RequestFactory
    from django.test.client import ClientHandler

    token = "benchmark" * 3 + "phone"
    made = RequestFactory(headers={"host": "127.0.0.1", "x-csrftoken": token}).generic(
        "POST", path, urlencode(form), FORM
    )
    made.COOKIES |= {"csrftoken": token, "sessionid": session}
    handler = ClientHandler(enforce_csrf_checks=True)
    handler.load_middleware()

    def send() -> None:
        answer = handler.get_response(made)
        if answer.status_code != HTTPStatus.FOUND:
            raise RuntimeError(f"{path} answered {answer.status_code}")

    return send


def _print_parts(profiles: Sequence[cProfile.Profile], count: int) -> None:
    told = io.StringIO()
    stats = pstats.Stats(profiles[0], stream=told)
    for profile in profiles[1:]:
        stats.add(profile)
    stats.strip_dirs().sort_stats("cumulative").print_stats(count)
    stats.sort_stats("ncalls").print_stats(count)
    print(told.getvalue())  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
