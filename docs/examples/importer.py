"""Record hands from a file at a table of the site; safe to run repeatedly.

    MENAGERIE_TOKEN=menagerie_… python importer.py https://example.org 21 hands.jsonl

Each line of the file is the record of one hand, in order, as described in docs/formats.md:

    {"finish": [2, 0, 1, 3]}

The token needs the scopes "read" and "record". The key of each hand is made from the table, its
number and its record, so that running it again records nothing twice. Needs only Python.
"""

import argparse
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any

NAMESPACE = uuid.UUID("8f3f5c1e-6a0f-4b57-9a40-3d1c3b6b7e55")
TRIES = 5


class RefusedError(Exception):
    """Raised for a refused request, with its `problem` (RFC 9457)."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class Site:
    """The API of one site, asked with a token."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.token = token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; try again where that is safe and may help. Raises RefusedError."""
        data = None if body is None else json.dumps(body).encode()
        for number in range(TRIES):
            request = urllib.request.Request(f"{self.address}/api/v1/{path}", data, method=method)
            request.add_header("Authorization", f"Bearer {self.token}")
            request.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code == 429:
                    time.sleep(int(error.headers["Retry-After"]))
                elif error.code < 500:
                    raise RefusedError(json.load(error)) from None
                else:
                    time.sleep(2**number)
            except urllib.error.URLError:
                # The request may have arrived. The key makes it safe to repeat.
                time.sleep(2**number)
        raise SystemExit(f"{self.address} does not answer.")


def key_of(table: int, number: int, record: Any) -> str:
    """Return the key of a hand, the same each time."""
    written = json.dumps([table, number, record], sort_keys=True)
    return str(uuid.uuid5(NAMESPACE, written))


def import_hands(site: Site, table_id: int, records: list[Any]) -> int:
    """Record the hands at the table, and return how many are new."""
    table = site.ask("GET", f"tables/{table_id}/")
    before = table["score"]["hands"] if table["score"] else 0
    for number, record in enumerate(records, start=1):
        hand = {
            "number": number,
            "key": key_of(table_id, number, record),
            "seating": table["seating"],
            "record": record,
        }
        try:
            done = site.ask("POST", f"tables/{table_id}/hands/", hand)
        except RefusedError as error:
            raise SystemExit(problem_text(number, error.problem)) from None
        sys.stdout.write(f"hand {done['number']}: {done['outcome']}\n")
    after = site.ask("GET", f"tables/{table_id}/")["score"]
    return (after["hands"] if after else 0) - before


def problem_text(number: int, problem: dict[str, Any]) -> str:
    """Return the errors of a hand as text."""
    lines = [f"hand {number}: {problem['detail']}"]
    for fault in problem["errors"]:
        rule = f" ({fault['rule']})" if fault["rule"] else ""
        lines.append(f"  {fault['field']}: {fault['detail']}{rule}")
    return "\n".join(lines)


def main() -> None:
    """Read the command line and the file, and record the hands."""
    parser = argparse.ArgumentParser(description="Record hands at a table.")
    parser.add_argument("address", help="the site, say https://example.org")
    parser.add_argument("table", type=int, help="the number in the table's address")
    parser.add_argument("file", type=Path, help="the records, one a line")
    arguments = parser.parse_args()
    token = os.environ.get("MENAGERIE_TOKEN", "")
    if not token:
        raise SystemExit("Set MENAGERIE_TOKEN to a token with the scopes read and record.")
    lines = arguments.file.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.strip()]
    count = import_hands(Site(arguments.address, token), arguments.table, records)
    sys.stdout.write(f"{count} new\n")


if __name__ == "__main__":
    main()
