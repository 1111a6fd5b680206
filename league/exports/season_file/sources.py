"""Read a season from what other systems export, as rows of a spreadsheet.

Challonge: the JSON of a tournament with its participants and matches. Match Play: the JSON of a
tournament, its rounds and games, one after another. Tabbycat: the XML of its export; entries are
teams, tables are debates. Everything else is rows of a spreadsheet.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urljoin, urlsplit
from xml.etree import ElementTree as ET

from django.utils.translation import gettext as _

from league.core.safe_http import NoAnswerError, RefusedAddressError, send
from league.core.workbooks import UnreadableFileError

HEADINGS: Final = ("round", "date", "table", "player", "place", "total")
SET: Final = re.compile(r"(-?\d+)-(-?\d+)")
GOOGLE_SHEET: Final = re.compile(r"/spreadsheets/d/([\w-]+)")
GOOGLE: Final = ("google.com", "googleusercontent.com")
REDIRECTS: Final = 4
LARGEST_SHEET: Final = 1024 * 1024

Row = tuple[object, ...]


class Source(NamedTuple):
    """The name of a competition ("" where the file has none), and its rows as text."""

    name: str
    text: str


def read_source(text: str) -> Source:
    """Return what is in a file of any known system; raises UnreadableFileError."""
    start = text.lstrip()[:1]
    if start in {"{", "["}:
        return _of_json(text)
    if start == "<":
        return _of_tabbycat(text)
    return Source("", text)


def fetch_sheet(address: str) -> bytes:
    """Return a Google Sheet that anyone with its link can read, as CSV.

    Raises UnreadableFileError.
    """
    sheet = GOOGLE_SHEET.search(urlsplit(address).path)
    if not _is_google(address) or sheet is None:
        raise UnreadableFileError(_("This is not the link of a Google Sheet."))
    tab = parse_qs(urlsplit(address).fragment).get("gid", ["0"])[0]
    target = f"https://docs.google.com/spreadsheets/d/{sheet[1]}/export?format=csv&gid={tab}"
    try:
        for _step in range(REDIRECTS):
            answer = send(target, method="GET", most_bytes=LARGEST_SHEET + 1)
            if answer.is_success and "text/csv" in answer.headers.get("content-type", ""):
                if len(answer.body) > LARGEST_SHEET:
                    raise UnreadableFileError(_("The sheet is larger than 1 MiB."))
                return answer.body
            target = urljoin(target, answer.headers.get("location", ""))
            if not _is_google(target) or "location" not in answer.headers:
                break
    except (NoAnswerError, RefusedAddressError) as error:
        raise UnreadableFileError(str(error)) from error
    raise UnreadableFileError(
        _("The sheet cannot be read. Share it with anyone who has the link, then try again.")
    )


def _is_google(address: str) -> bool:
    parts = urlsplit(address)
    host = parts.hostname or ""
    return parts.scheme == "https" and host.endswith(tuple(f".{name}" for name in GOOGLE))


def _as_text(rows: Iterable[Row]) -> str:
    lines = [HEADINGS, *rows]
    return "\n".join("\t".join(" ".join(str(cell).split()) for cell in row) for row in lines)


def _of_json(text: str) -> Source:
    try:
        documents = list(_documents(text))
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(_("This file is not valid JSON.")) from error
    found = list(_objects(documents))
    games = [each for each in found if isinstance(each.get("playerIds"), list)]
    matches = [each for each in found if {"player1_id", "player2_id"} <= each.keys()]
    name = next((str(each["name"]) for each in found if _is_tournament(each)), "")
    if games:
        return Source(name, _as_text(_of_match_play(found, games)))
    if matches:
        return Source(name, _as_text(_of_challonge(found, matches)))
    raise UnreadableFileError(
        _("This JSON has no matches. Export a tournament with its players and matches.")
    )


def _documents(text: str) -> Iterator[Any]:
    """Yield the JSON documents that stand one after another in a text."""
    decoder, at = json.JSONDecoder(), 0
    while rest := text[at:].lstrip():
        value, length = decoder.raw_decode(rest)
        yield value
        at = len(text) - len(rest) + length


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    """Yield every object in a JSON value, outer ones first."""
    if isinstance(value, Mapping):
        yield value
        for part in value.values():
            yield from _objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)


def _is_tournament(value: Mapping[str, Any]) -> bool:
    is_one = {"tournament_type", "tournamentId", "participants"} & value.keys()
    return bool(is_one) and isinstance(value.get("name"), str) and "playerId" not in value


def _names(found: Iterable[Mapping[str, Any]], key: str) -> dict[Any, str]:
    """Return the names of people by their ids, for which groups may have ids of their own."""
    names: dict[Any, str] = {}
    for each in found:
        name = each.get("display_name") or each.get("name") or each.get("username")
        if key in each and isinstance(name, str) and "player1_id" not in each:
            others = each.get("group_player_ids")
            for pk in (each[key], *(others if isinstance(others, list) else ())):
                names.setdefault(str(pk), name)
    return names


def _of_challonge(
    found: Sequence[Mapping[str, Any]], matches: Sequence[Mapping[str, Any]]
) -> Iterator[Row]:
    people = [each for each in found if "tournament_type" not in each]
    names = _names(people, "id")
    tables: Counter[str] = Counter()
    for match in matches:
        label = str(match.get("round", 1)).replace(
            "-", "L"
        )  # the losers' bracket counts below zero
        tables[label] += 1
        played = str(match.get("completed_at") or "")[:10]
        sets = [(int(one), int(other)) for one, other in SET.findall(str(match.get("scores_csv")))]
        totals: Sequence[object] = ("", "")
        if len(sets) == 1:
            totals = sets[0]
        elif sets:
            totals = (sum(a > b for a, b in sets), sum(b > a for a, b in sets))
        winner = match.get("winner_id")
        for key, total in zip(("player1_id", "player2_id"), totals, strict=True):
            place = "" if winner is None else 1 if match[key] == winner else 2
            yield label, played, tables[label], names.get(str(match[key]), ""), place, total


def _of_match_play(
    found: Sequence[Mapping[str, Any]], games: Sequence[Mapping[str, Any]]
) -> Iterator[Row]:
    names = _names(found, "playerId")
    rounds = {each["roundId"]: each for each in found if "roundId" in each and "name" in each}
    labels = {pk: str(each["name"]) for pk, each in rounds.items()}
    tables: Counter[str] = Counter()
    for game in games:
        label = labels.get(game.get("roundId"), str(game.get("roundId") or 1))
        tables[label] += 1
        played = str(game.get("completedAt") or game.get("startedAt") or "")[:10]
        order = _list(game, "resultPositions")
        points = _list(game, "resultScores") or _list(game, "resultPoints")
        for seat, player in enumerate(game["playerIds"]):
            place = order.index(player) + 1 if player in order else ""
            total = points[seat] if seat < len(points) else None
            name = names.get(str(player), "")
            yield label, played, tables[label], name, place, _whole(total)


def _list(value: Mapping[str, Any], key: str) -> list[Any]:
    return value[key] if isinstance(value.get(key), list) else []


def _whole(value: object) -> object:
    """Return a whole number as such, and nothing for any other value: points are integers."""
    try:
        number = float(str(value))
    except ValueError:
        return ""
    return int(number) if number.is_integer() else ""


def _of_tabbycat(text: str) -> Source:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UnreadableFileError(_("This XML is not the export of a tournament."))
    try:
        root = ET.fromstring(text)  # noqa: S314 - without a document type there are no entities
    except ET.ParseError as error:
        raise UnreadableFileError(_("This file is not valid XML.")) from error
    teams = {team.get("id"): team.get("name", "") for team in root.iter("team")}
    if root.tag != "tournament" or not teams:
        raise UnreadableFileError(_("This XML is not the export of a tournament."))
    return Source(root.get("name", ""), _as_text(_debates(root, teams)))


def _debates(root: ET.Element, teams: Mapping[str | None, str]) -> Iterator[Row]:
    for round in root.iter("round"):
        label, played = round.get("name", ""), round.get("start", "")[:10]
        for number, debate in enumerate(round.iter("debate"), 1):
            for side in debate.findall("side"):
                ballots = [each for each in side.findall("ballot") if each.get("ignored") != "True"]
                places = Counter(each.get("rank", "") for each in ballots)
                place = places.most_common(1)[0][0] if places else ""
                totals = {str(_whole(each.text)) for each in ballots}
                total = totals.pop() if len(totals) == 1 else ""
                yield label, played, number, teams.get(side.get("team"), ""), place, total
