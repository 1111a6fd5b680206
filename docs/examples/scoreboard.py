"""Show the standings of a competition in a terminal, updated whenever they change.

    python scoreboard.py https://example.org 5
    python scoreboard.py https://example.org 5 --once

Needs nothing but Python. What everybody may see needs no token; else set MENAGERIE_TOKEN to one
with the scope "read".
"""

import argparse
import json
import os
import sys
import time
import urllib.error
import urllib.request
from typing import Any

PAUSE = 5  # seconds between two looks; an answer 304 costs next to nothing


class Site:
    """The API of one site."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.known: dict[str, tuple[str, Any]] = {}

    def read(self, path: str) -> Any:
        """Return the data at a path; unchanged data is not sent again."""
        request = urllib.request.Request(f"{self.address}/api/v1/{path}")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        tag, value = self.known.get(path, ("", None))
        if tag:
            request.add_header("If-None-Match", tag)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                value = json.load(answer)
                self.known[path] = (answer.headers["ETag"], value)
        except urllib.error.HTTPError as error:
            if error.code == 429:
                time.sleep(int(error.headers["Retry-After"]))
                return self.read(path)
            if error.code != 304:
                raise SystemExit(problem_text(error)) from None
        return value


def problem_text(error: urllib.error.HTTPError) -> str:
    """Return the problem as text."""
    try:
        problem = json.load(error)
    except ValueError:
        return f"{error.code} {error.reason}"
    return f"{problem['status']} {problem['code']}: {problem['detail']}"


def table(competition: dict[str, Any], standings: dict[str, Any]) -> str:
    """Return the standings as text."""
    rows = standings["results"]
    width = max([len(row["name"]) for row in rows] + [6])
    lines = [competition["name"], ""]
    lines.append(f"{'Place':>5}  {'Player':<{width}}  {'Points':>6}  {'Won':>4}")
    for row in rows:
        place = row["place"] if row["place"] is not None else "-"
        mark = "*" if row["is_provisional"] else ""
        name, points, wins = row["name"], row["points"], row["wins"]
        lines.append(f"{place:>5}  {name:<{width}}  {points:>6}  {wins:>4} {mark}".rstrip())
    if standings["is_provisional"]:
        lines += ["", "* may still change"]
    return "\n".join(lines)


def main() -> None:
    """Read the command line and show the standings until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Show the standings of a competition.")
    parser.add_argument("address", help="the site, say https://example.org")
    parser.add_argument("competition", type=int, help="the number in the competition's address")
    parser.add_argument("--once", action="store_true", help="show it once and end")
    arguments = parser.parse_args()
    site = Site(arguments.address, os.environ.get("MENAGERIE_TOKEN", ""))
    shown = ""
    while True:
        competition = site.read(f"competitions/{arguments.competition}/")
        standings = site.read(f"competitions/{arguments.competition}/standings/")
        text = table(competition, standings)
        if text != shown:
            sys.stdout.write(("" if arguments.once else "\033[2J\033[H") + text + "\n")
            sys.stdout.flush()
            shown = text
        if arguments.once:
            return
        time.sleep(PAUSE)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
