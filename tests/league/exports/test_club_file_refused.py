"""Club files that are wrong: refused in words, with the path of the value, and never a crash."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from league.clubs.models import Club
from league.exports.club_file.shapes import BadValueError
from league.exports.services import import_club
from tests.factories import NOW
from tests.league.exports.clubs import Happening, take
from tests.portions import some_of

pytestmark = pytest.mark.django_db
Data = dict[str, Any]


@cache
def written_once() -> bytes:
    """Return the file of a club in which much has happened."""
    return take(Happening(1).club)


@pytest.fixture
def data() -> Data:
    """Return a file that would be read under another address."""
    written: Data = json.loads(written_once())
    written["club"]["slug"] = "new"
    return written


def refusal(written: str | bytes) -> str:
    """Return the words in which a file is refused; nothing of it is written."""
    clubs = Club.objects.count()
    with pytest.raises(BadValueError) as refused:
        import_club(written=written, now=NOW)
    assert Club.objects.count() == clubs
    return str(refused.value)


def put(*path: str | int, value: object) -> Callable[[Data], None]:
    """Return what writes a value into a file."""

    def change(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[Data], None]:
    """Return what takes a value out of a file."""

    def change(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("format", value="other"), "format: This is not a club file"),
        (put("version", value=3), "version: This site only supports version 2."),
        (put("secrets", value=[]), "secrets: Unknown name in a club file."),
        (put("players", value={}), "players: This must be a list."),
        (put("players", 1, value=3), "players[1]: This must be an object."),
        (put("players", 1, "shoe", value=3), "players[1].shoe: Unknown name."),
        (put("players", 1, "id", value=1), "players[1].id: Number 1 occurs twice."),
        (put("players", 1, "id", value="2"), "players[1].id: This must be a whole number."),
        (put("players", 1, "id", value=0), "players[1].id: Numbers must start at 1."),
        (put("players", 1, "name", value=7), "players[1].name: This must be text."),
        (put("players", 1, "name", value=None), "players[1].name: This value is missing."),
        (drop("players", 1, "name"), "players[1].name: This value is missing."),
        (put("players", 1, "name", value=""), "players.2: This breaks a rule of this site: player"),
        (put("players", 1, "name", value="x" * 81), "players[1].name: Ensure this value has at"),
        (put("players", 1, "name", value="a\x00b"), "players[1].name: The text contains an"),
        (put("players", 1, "name", value="\ud800"), "players[1].name: The text contains an"),
        (put("players", 1, "role", value="king"), "players[1].role: “king” is not a valid value."),
        (put("players", 1, "contact_email", value="x"), "players[1].contact_email: Enter a valid"),
        (put("entries", 1, "is_guest", value=1), "entries[1].is_guest: This must be true"),
        (
            put("players", 1, "created_at", value="soon"),
            "players[1].created_at: This is not a valid ISO 8601",
        ),
        (
            put("players", 1, "created_at", value="2026-01-01T00:00:00"),
            "players[1].created_at: The time has no UTC offset.",
        ),
        (
            put("players", 1, "created_at", value="0001-01-01T00:00:00+23:00"),
            "players[1].created_at: This is not a valid ISO 8601",
        ),
        (put("club", "time_zone", value="Mars/X"), "club.time_zone: Unknown time zone."),
        (put("club", "slug", value="a b"), "club.slug: Enter a valid"),
        (put("entries", 0, "player", value=999), "entries[0].player: “players” has no number 999"),
        (put("entries", 0, "player", value=0), "entries[0].player: This must refer to a row"),
        (put("entries", 0, "player", value=None), "entries[0].player: This must be a whole"),
        (
            put("entries", 1, "player", value=8),
            "entries.2.player: entries.1 already has the same value.",
        ),
        (
            put("rounds", 1, "number", value=1),
            "rounds.2.number: rounds.1 already has the same value.",
        ),
        (put("rounds", 1, "number", value=10**30), "rounds[1].number: This number is too large."),
        (
            put("rounds", 1, "number", value=10**9),
            "rounds[1].number: This number must be from 0 to 32767.",
        ),
        (
            put("rounds", 1, "opens_at", value="2030-01-01T00:00:00+00:00"),
            "rounds.2: This breaks a",
        ),
        (put("rounds", 0, "recurs_on", value="1.1."), "rounds[0].recurs_on: This is not a valid"),
        (put("rounds", 0, "draw", value={"method": []}), "rounds.1: The content of this row is"),
        (put("tables", 0, "game", value="chess"), "tables.1.game: Unknown game."),
        (put("tables", 0, "options", value={"mode": 1}), "tables.1.options:"),
        (put("tables", 0, "options", value=[]), "tables[0].options: This must be an object."),
        (put("tables", 0, "dealer", value=7), "tables.1.dealer: The table does not have"),
        (put("seats", 0, "number", value=7), "tables.1: The seats of a table must be"),
        (put("seats", 0, "table", value=2), "seats."),
        (put("competitions", 0, "place_points", value=["a"]), "competitions[0].place_points[0]:"),
        (put("competitions", 0, "tie_breaks", value=["luck"]), "competitions[0].tie_breaks[0]: “l"),
        (put("stages", 0, "number", value=5), "competitions.1: A competition needs stages"),
        (put("stages", 0, "groups", value=[[999]]), "stages[0].groups[0][0]: “entries” has no"),
        (
            put("stages", 0, "groups", value=nested(9)),
            "stages[0].groups[0][0]: This must be a whole",
        ),
        (put("stage_entries", 0, "stage", value=4), "stage_entries.1: The references point to two"),
        (
            put("recurrences", 0, "rule", value="FREQ=HOURLY"),
            "recurrences.1: This recurrence rule is not",
        ),
        (
            put("recurrences", 0, "time_zone", value="../x"),
            "recurrences.1: This recurrence rule is not",
        ),
        (put("revisions", 0, "record", value={}), "revisions.1.record: This record is not valid"),
        (
            put("revisions", 0, "record", value={"finish": [9]}),
            "revisions.1.record: This record is",
        ),
        (put("revisions", 0, "record", value=None), "revisions.1.record: A void revision must be"),
        (put("revisions", 0, "record", value={"x": nested(30)}), "revisions[0].record.x[0]"),
        (put("revisions", 0, "hand", value=2), "revisions."),
        (
            put("submissions", 0, "record", value={"finish": "ab"}),
            "submissions.1.record: This record",
        ),
        (put("final_revisions", 0, "outcome", value={"places": [1]}), "final_revisions.1.outcome:"),
        (put("responses", 0, "seat", value=8), "responses.1.seat: The table does not have"),
        (put("seating_changes", 0, "before", value={}), "seating_changes[0].before.tables: This"),
        (
            put("seating_changes", 0, "data", value={}),
            "seating_changes.1: The content of this row is",
        ),
        (
            put("posts", 0, "path", value="//evil.example/"),
            "posts[0].path: This is not a page of a",
        ),
        (
            put("posts", 0, "path", value="javascript:1"),
            "posts[0].path: This is not a page of a club",
        ),
        (
            put("posts", 0, "table", value={"rows": [1]}),
            "posts[0].table.rows[0]: This must be a list",
        ),
    ],
)
def test_wrong_value_is_refused_with_its_path(
    data: Data, change: Callable[[Data], None], words: str
) -> None:
    change(data)
    assert words in refusal(json.dumps(data))


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "This is not valid or complete JSON. Check line 1, column 1."),
        ("[]", "format: This is not a club file"),
        ("null", "format: This is not a club file"),
        ('{"format": "menagerie-club", "version": 2', "This is not valid or complete JSON"),
        ('{"a": 1, "a": 2}', "a: This name occurs twice in the same object."),
        ('{"a": NaN}', "NaN: This is not a number."),
        ("[" * 100_000, "The data is nested too deeply. Use fewer levels."),
        (b"\xff\xfe\x00", "This file is not in UTF-8. Save it as UTF-8 and try again."),
        ("9" * 10_000, "The file contains a number that is too large."),
        ('{"format": "menagerie-club", "version": 2}', "club: This must be an object."),
    ],
)
def test_what_is_no_club_file_is_refused(written: str | bytes, words: str) -> None:
    assert refusal(written).startswith(words)


def test_hand_against_the_rules_is_refused(data: Data) -> None:
    for revision in data["revisions"]:
        if revision["record"]:
            revision["record"]["finish"] = [0] * len(revision["record"]["finish"])
    assert re.match(r"revisions: table \d+ cannot be scored: ", refusal(json.dumps(data)))


def test_infinite_number_is_refused(data: Data) -> None:
    written = json.dumps(data).replace('"finish": [', '"finish": [1e999, ', 1)
    assert "This number is too large." in refusal(written)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_truncated_file_is_refused(data: Data, share: float) -> None:
    written = json.dumps(data)
    assert refusal(written[: int(len(written) * share)]).startswith(
        "This is not valid or complete JSON"
    )


def test_hand_edited_file_may_be_in_another_order(data: Data) -> None:
    data["players"].reverse()
    again = import_club(written="\ufeff".encode() + json.dumps(data).encode(), now=NOW)
    data["players"].reverse()
    assert json.loads(take(again)) == data


def test_older_file_without_a_field_or_a_section_is_read(data: Data) -> None:
    del data["calls"]
    for player in data["players"]:
        del player["contact_email"]
    again = import_club(written=json.dumps(data), now=NOW)
    assert {player.contact_email for player in again.players.all()} == {""}


WORST: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 10**9, 10**15, 10**30, 1.5, "", "x", "\x00", "\ud800"),
    *("2026-01-01", "0001-01-01T00:00:00+23:00", [], {}, [[1]], {"a": 1}, "voided", "open"),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything in a file."""
    steps = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for step in steps:
        yield (*path, step)
        yield from places(value[step], (*path, step))


@pytest.mark.parametrize(("seed", "changes"), some_of([(1, 8), (0, 40), (1, 40), (2, 40)], 1, 1))
def test_any_change_is_read_or_refused_but_never_crashes(
    data: Data, seed: int, changes: int
) -> None:
    chance = Random(seed)
    kinds: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in places(data):
        kind = tuple("#" if isinstance(step, int) else step for step in path)
        kinds.setdefault(kind, []).append(path)
    outcomes = {"read": 0, "refused": 0}
    for number in range(changes):
        changed = deepcopy(data)
        changed["club"]["slug"] = f"new-{number}"
        path = chance.choice(kinds[chance.choice(list(kinds))])
        change = drop(*path) if chance.random() < 0.25 else put(*path, value=chance.choice(WORST))
        change(changed)
        try:
            import_club(written=json.dumps(changed), now=NOW)
            outcomes["read"] += 1
        except BadValueError:
            outcomes["refused"] += 1
    assert min(outcomes.values()) > 0
