"""Run a club night from a terminal, with a client generated from the site's description.

    SCHEMA=https://example.org/api/v1/schema/
    openapi-python-client generate --url $SCHEMA --meta none --output-path menagerie_client
    export MENAGERIE_SITE=https://example.org MENAGERIE_TOKEN=menagerie_…
    python club_night.py add-players zoo-club Ada Björn Chiara Dörte
    python club_night.py create zoo-club franks-zoo "Friday night"
    python club_night.py seat 5 4
    python club_night.py record 21 '{"finish": [2, 0, 1, 3]}'
    python club_night.py correct 33 '{"finish": [2, 0, 3, 1]}' "Read wrongly"
    python club_night.py close 9
    python club_night.py standings 5
    python club_night.py export 5 csv

Records are described in docs/formats.md. The token needs the scopes "read", "record" and
"organise". Without one, register an app on the site and connect it by a code:

    export MENAGERIE_SITE=https://example.org MENAGERIE_APP=client_id
    python club_night.py sign-in
"""

import argparse
import json
import os
import sys
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

from menagerie_client import AuthenticatedClient
from menagerie_client.api.clubs_and_players import create_players
from menagerie_client.api.competitions import create_competition, create_round, list_rounds
from menagerie_client.api.exports import export_results
from menagerie_client.api.hands import correct_hand, record_hand, retrieve_hand
from menagerie_client.api.rounds import (
    check_in_players,
    close_round,
    list_attendance,
    list_tables,
    open_round,
    seat_round,
)
from menagerie_client.api.seating import preview_seating
from menagerie_client.api.standings import retrieve_standings
from menagerie_client.api.tables import retrieve_table
from menagerie_client.models import (
    CheckInCreateRequest,
    CompetitionCreateRequest,
    DrawCreateRequest,
    ExportResultsFormat,
    HandCreateRequest,
    HandUpdateRequest,
    PlayersCreateRequest,
    Problem,
    RoundCreateRequest,
    SeatingCreateRequest,
)


class Night:
    """The commands, as calls of the generated client."""

    def __init__(self, client: AuthenticatedClient) -> None:
        self.client = client

    def ask(self, operation: Any, *path: Any, **options: Any) -> Any:
        """Call an operation; ends the program with the problem if it is refused."""
        found = operation.sync(*path, client=self.client, **options)
        if isinstance(found, Problem):
            faults = "".join(f"\n  {fault.field}: {fault.detail}" for fault in found.errors)
            raise SystemExit(f"{found.status} {found.code}: {found.detail}{faults}")
        return found

    def add_players(self, club: str, names: list[str]) -> None:
        """Add players to a club."""
        body = PlayersCreateRequest(names=names, seen=0)
        for player in self.ask(create_players, club, body=body).results:
            say(f"player {player.id}: {player.name}")

    def create(self, club: str, game: str, name: str) -> None:
        """Create a competition."""
        body = CompetitionCreateRequest(name=name, game=game)
        say(f"competition {self.ask(create_competition, club, body=body).id}: {name}")

    def seat(self, competition: int, sizes: list[str]) -> None:
        """Open the next round, check in everybody, and seat them at tables of these sizes."""
        last = max([each.number for each in self.ask(list_rounds, competition).results], default=0)
        body = RoundCreateRequest(number=last + 1)
        round = self.ask(open_round, self.ask(create_round, competition, body=body).id)
        players = [row.player.id for row in self.ask(list_attendance, round.id).results]
        self.ask(check_in_players, round.id, body=CheckInCreateRequest(players=players))
        tables = [int(size) for size in sizes]
        draw = self.ask(preview_seating, round.id, body=DrawCreateRequest(sizes=tables))
        wish = SeatingCreateRequest(draw.seating, draw.seed, sizes=tables, digest=draw.digest)
        self.ask(seat_round, round.id, body=wish)
        say(f"round {round.id}: number {round.number}")
        for table in self.ask(list_tables, round.id).results:
            names = ", ".join(seat.player.name for seat in table.seats)
            say(f"table {table.id}: {names}")

    def record(self, table: int, record: Any) -> None:
        """Record the next hand of a table."""
        shown = self.ask(retrieve_table, table)
        number = 1 + (shown.score.hands if shown.score else 0)
        key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{table} {number} {json.dumps(record)}"))
        body = {"record": record, "number": number, "key": key, "seating": shown.seating}
        done = self.ask(record_hand, table, body=HandCreateRequest.from_dict(body))
        say(f"hand {done.hand}: {done.outcome.value}")

    def correct(self, hand: int, record: Any, reason: str) -> None:
        """Correct a hand."""
        revision = self.ask(retrieve_hand, hand).current.number
        body = {"record": record, "revision": revision, "reason": reason}
        done = self.ask(correct_hand, hand, body=HandUpdateRequest.from_dict(body))
        say(f"hand {done.id}: revision {done.current.number}")

    def close(self, round: int) -> None:
        """Close a round."""
        say(f"round {self.ask(close_round, round).id}: closed")

    def standings(self, competition: int) -> None:
        """Show the standings."""
        for row in self.ask(retrieve_standings, competition).results:
            say(f"{row.place or '-':>3}  {row.name:<20} {row.points:>6}")

    def export(self, competition: int, kind: str) -> None:
        """Write the results as a file to the standard output."""
        wish = ExportResultsFormat(kind)
        answer = export_results.sync_detailed(competition, client=self.client, format_=wish)
        if isinstance(answer.parsed, Problem):
            raise SystemExit(f"{answer.parsed.status} {answer.parsed.code}")
        sys.stdout.buffer.write(answer.content)


KEPT = Path.home() / ".menagerie"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def ask_site(path: str, **sent: str) -> dict[str, Any]:
    """Return what the site answers an app."""
    body = urlencode({"client_id": os.environ["MENAGERIE_APP"], **sent}).encode()
    try:
        with urlopen(f"{os.environ['MENAGERIE_SITE']}/oauth/{path}/", body) as answer:
            return dict(json.load(answer))
    except HTTPError as error:
        return dict(json.load(error))


def keep(told: dict[str, Any]) -> str:
    """Keep the secret for the next command, and return that for this one."""
    if "error" in told:
        raise SystemExit(f"{told['error']}: sign in again.")
    KEPT.touch(mode=0o600)
    KEPT.write_text(told["refresh_token"])
    return str(told["access_token"])


def sign_in() -> None:
    """Connect this program by a code that is entered on the site."""
    told = ask_site("device", scope="read record organise")
    say(f"Open {told['verification_uri']} and enter {told['user_code']}")
    done = {"error": "authorization_pending"}
    while done.get("error") in ("authorization_pending", "slow_down"):
        told["interval"] += 5 if done["error"] == "slow_down" else 0
        time.sleep(told["interval"])
        done = ask_site("token", grant_type=DEVICE, device_code=told["device_code"])
    keep(done)


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def command_line() -> argparse.ArgumentParser:
    """Return the commands with their arguments."""
    parser = argparse.ArgumentParser(description="Run a club night from a terminal.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, arguments in {
        "sign-in": {},
        "add-players": {"club": str, "names": list},
        "create": {"club": str, "game": str, "name": str},
        "seat": {"competition": int, "sizes": list},
        "record": {"table": int, "record": json.loads},
        "correct": {"hand": int, "record": json.loads, "reason": str},
        "close": {"round": int},
        "standings": {"competition": int},
        "export": {"competition": int, "kind": str},
    }.items():
        command = commands.add_parser(name)
        for argument, kind in arguments.items():
            options: dict[str, Any] = {"nargs": "+"} if kind is list else {"type": kind}
            command.add_argument(argument, **options)
    return parser


def main() -> None:
    """Read the command line and run its command."""
    words = vars(command_line().parse_args())
    site, token = os.environ.get("MENAGERIE_SITE"), os.environ.get("MENAGERIE_TOKEN")
    if not site or not (token or os.environ.get("MENAGERIE_APP")):
        raise SystemExit(
            "Set MENAGERIE_SITE to the site's address, and MENAGERIE_TOKEN to a token "
            "or MENAGERIE_APP to the client_id of an app."
        )
    if words["command"] == "sign-in":
        sign_in()
        return
    if not token:
        secret = KEPT.read_text() if KEPT.exists() else ""
        token = keep(ask_site("token", grant_type="refresh_token", refresh_token=secret))
    night = Night(AuthenticatedClient(base_url=site, token=token))
    getattr(night, words.pop("command").replace("-", "_"))(**words)


if __name__ == "__main__":
    main()
