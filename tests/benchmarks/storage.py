"""Measure what a hand takes in PostgreSQL: the bytes of all tables and indexes of a season.

`python -m tests.benchmarks.storage` makes a season (see manage.py loadtest) in a database that is
thrown away, and prints the bytes that were added, divided by its hands.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from tests.benchmarks.online import prepared

SIZES = (
    "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)
# Of a hand; smaller tables are added up.
LEAST_TO_NAME = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one season."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.storage")
    parser.add_argument("--entries", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--name", default="", help="of the database that is made and dropped")
    chosen = parser.parse_args(arguments)
    with prepared("postgres", chosen.name):
        from django.core.management import call_command
        from django.db import connections

        before = _bytes_by_table()
        sizes = {name: getattr(chosen, name) for name in ("entries", "rounds", "hands")}
        with open(os.devnull, "w") as nowhere:
            call_command("loadtest", stdout=nowhere, **sizes)
        after = _bytes_by_table()
        connections.close_all()
    added = {table: size - before.get(table, 0) for table, size in after.items()}
    _print(added, chosen.hands)
    return 0


def _bytes_by_table() -> dict[str, int]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        return dict(cursor.fetchall())


def _print(added: dict[str, int], hands: int) -> None:
    sys.stdout.write("| Table | bytes a hand |\n|---|---|\n")
    named = {table: size / hands for table, size in added.items() if size / hands >= LEAST_TO_NAME}
    for table, size in sorted(named.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"| `{table}` | {size:.0f} |\n")
    rest = sum(added.values()) / hands - sum(named.values())
    sys.stdout.write(f"| all other tables | {rest:.0f} |\n")
    sys.stdout.write(f"| together | {sum(added.values()) / hands:.0f} |\n")


if __name__ == "__main__":
    raise SystemExit(main())
