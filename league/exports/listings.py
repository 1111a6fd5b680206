"""Exports: rows under named columns, as CSV, as an XLSX workbook or as JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from operator import attrgetter, itemgetter
from tempfile import TemporaryFile
from typing import IO, Final

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from league.audit.models import AuditEntry
from league.audit.queries import describe_entries
from league.clubs.models import Player
from league.clubs.redaction import Audience, visible_facts
from league.competitions.lineups import lineup_of, lineups_of
from league.competitions.models import Competition, Round, Table
from league.competitions.queries import seats_in_order, tables_of_round
from league.core.rule_texts import line_text
from league.results.models import Hand
from league.results.queries import hands_of_table
from league.standings.models import TableResult
from league.standings.overview import StandingsQuery, overview_of

Cell = str | int | bool | datetime | None

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK: Final = "\ufeff"
"""Spreadsheets take a CSV file for UTF-8 only when it begins so."""
LONGEST_CELL: Final = 32_767
LONGEST_SHEET_NAME: Final = 31
# A workbook is XML, which has no room for these.
UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
UNNAMABLE: Final = re.compile(r"[\[\]:*?/\\]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `key` for programs, the same in every language, and `label` for people."""

    key: str
    label: str | Promise


@dataclass(frozen=True, slots=True)
class Listing:
    """An export: `name` is that of the file, rows are read as they are written."""

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]


def write_csv(listing: Listing) -> Iterator[str]:
    """Write a line at a time; what a spreadsheet would take for a formula is set off by a ’."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow([str(column.label) for column in listing.columns])
    yield BYTE_ORDER_MARK + _take(buffer)
    for row in listing.rows:
        writer.writerow([_escaped(plain(cell)) for cell in row])
        yield _take(buffer)


def write_json(listing: Listing) -> Iterator[str]:
    """Write a list of objects, one a line."""
    keys = [column.key for column in listing.columns]
    opening = "[\n"
    for row in listing.rows:
        values = dict(zip(keys, map(plain, row), strict=True))
        yield opening + json.dumps(values, ensure_ascii=False)
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def write_xlsx(listing: Listing) -> IO[bytes]:
    """Write a workbook of one sheet; every text is a text, whatever it begins with."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(UNNAMABLE.sub(" ", listing.name)[:LONGEST_SHEET_NAME])
    sheet.freeze_panes = "A2"

    def cells(row: Iterable[Cell]) -> Iterator[WriteOnlyCell]:
        for value in row:
            stored = plain(value)
            if not isinstance(stored, str):
                yield WriteOnlyCell(sheet, stored)
                continue
            cell = WriteOnlyCell(sheet, UNWRITABLE.sub("", stored)[:LONGEST_CELL])
            cell.data_type = "s"
            yield cell

    sheet.append(cells(str(column.label) for column in listing.columns))
    for row in listing.rows:
        sheet.append(cells(row))
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it
    book.save(file)
    file.seek(0)
    return file


def plain(cell: Cell) -> str | int | bool | None:
    """Write a moment as ISO 8601 does, which no program reads in two ways."""
    return cell.isoformat(timespec="seconds") if isinstance(cell, datetime) else cell


def _escaped(cell: str | int | bool | None) -> str | int | bool | None:
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA_SIGNS)
    return f"'{cell}" if is_formula else cell


def _take(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


ROWS_AT_ONCE = 500

Row = tuple[Cell, ...]

_LABELS = {
    "place": _("Place"),
    "player": _("Player"),
    "team": _("Team"),
    "points": _("Ranking points"),
    "wins": _("Wins"),
    "game_points": _("Game points"),
    "tables": _("Tables"),
    "rounds": _("Rounds"),
    "byes": _("Byes"),
    "is_provisional": _("Provisional"),
    "decided": _("Decided by"),
    "stage": _("Stage"),
    "certainty": _("Certain outcome"),
    "dropped": _("Dropped results"),
    "player_points": _("Player points"),
    "is_counted": _("Counts"),
    "round": _("Round"),
    "table": _("Table"),
    "seat": _("Seat"),
    "plays_for": _("Plays for"),
    "pair": _("Pair"),
    "deals_first": _("Deals first"),
    "hand": _("Hand"),
    "state": _("Status"),
    "rule": _("Rule"),
    "text": _("Reason"),
    "hand_points": _("Points"),
    "total": _("Total"),
    "recorded_at": _("Recorded"),
    "done_at": _("Done"),
    "role": _("Role"),
    "origin": _("Origin"),
    "action": _("Action"),
    "about": _("Topic"),
    "changes": _("Changes"),
    "name": _("Name"),
    "since": _("Since"),
    "left_at": _("Left"),
    "email": _("Email"),
    "real_name": _("Real name"),
    "entry": _("Plays for"),
    "bonus": _("including bonuses"),
    "played_at": _("Played"),
}


def _columns(keys: str, **labels: Promise) -> tuple[Column, ...]:
    known = {**_LABELS, **labels}
    return tuple(Column(key, known[key]) for key in keys.split())


STANDINGS = _columns(
    "place player team points wins game_points tables rounds byes is_provisional decided "
    "stage certainty"
)
DROPPED = _columns("dropped")
_FIELDS = "place name team points wins game_points tables rounds byes is_provisional"
_STANDING = attrgetter(*_FIELDS.split())
TEAMS = _columns("place team points wins game_points decided player player_points is_counted")
SEATING = _columns("round table seat player plays_for team pair deals_first")
HANDS = _columns(
    "hand state seat player rule text points hand_points total recorded_at", points=_("Points")
)
AUDIT_LOG = _columns("done_at player role origin action about changes")
PLAYERS = _columns("name role since")
PRIVATE = _columns("left_at email real_name")
RESULTS = _columns("stage round table seat player entry place game_points points bonus played_at")


def standings_listing(competition: Competition, query: StandingsQuery) -> Listing:
    """List who stands where, as the page of the standings shows it, with the rounds it shows."""
    overview = overview_of(competition, query)
    rows: Iterable[Row] = (
        (
            *_STANDING(row.standing),
            row.decided,
            row.standing.stage_name or row.standing.stage_number,
            row.certainty,
            *(cell.points if cell else None for cell in row.cells),
            ", ".join(
                str(round.number)
                for round, cell in zip(overview.rounds, row.cells, strict=False)
                if cell and cell.is_dropped
            ),
        )
        for row in overview.rows
    )
    short = pgettext("short for round", "R%(number)s")
    numbers = [round.number for round in overview.rounds]
    rounds = (Column(f"round_{number}", short % {"number": number}) for number in numbers)
    return Listing("standings", (*STANDINGS, *rounds, *DROPPED), rows)


def teams_listing(competition: Competition, query: StandingsQuery) -> Listing:
    """List where the teams stand, a row for each member."""
    rows: Iterable[Row] = (
        (
            *(team.place, team.name, team.points, team.wins, team.game_points, team.decided),
            *(member.name, member.points, member in team.counted),
        )
        for team in overview_of(competition, query).teams
        for member in team.members
    )
    return Listing("teams", TEAMS, rows)


def seating_listing(round: Round) -> Listing:
    """List who sits where in a round."""
    rows: Iterable[Row] = (
        (
            *(round.number, table.number, seat.number + 1, seat.player.name),
            *(seat.entry.player.name, seat.entry.team, seat.pair, seat.number == table.dealer),
        )
        for table in tables_of_round(round).prefetch_related("seats__entry__player")
        for seat in table.seats.all()
    )
    return Listing("seating", SEATING, rows)


def hands_listing(table: Table) -> Listing:
    """List the hands of a table, a row for each score line of each player; its seats are read."""
    lineup = lineup_of(table)
    rows = (
        row
        for hand in hands_of_table(table)
        for row in _rows_of_hand(hand, lineup.names(hand.number))
    )
    game = table.site_game
    own = {
        "hand": game.hand_word,
        "hand_points": gettext("Points for %(hand)s") % {"hand": game.hand_named()},
    }
    columns = (Column(each.key, own.get(each.key, each.label)) for each in HANDS)
    return Listing("hands", tuple(columns), rows)


def _rows_of_hand(hand: Hand, names: tuple[str, ...]) -> Iterator[Row]:
    """Give a hand without points one row, and each player without lines one."""
    score = getattr(hand, "score", None)
    if hand.is_void or score is None or score.is_surplus:
        state = "void" if hand.is_void else "surplus"
        yield hand.number, state, *[None] * 7, hand.created_at
        return
    state = "disputed" if hand.is_disputed else "counts"
    stored = score.score
    for seat, name in enumerate(names):
        ends = (stored["scores"][seat], stored["totals"][seat], hand.created_at)
        begins = (hand.number, state, seat + 1, name)
        for line in stored["lines"][seat]:
            yield *begins, line["rule"], line_text(line, names), line["points"], *ends
        if not stored["lines"][seat]:
            yield *begins, None, None, 0, *ends


def audit_log_listing(entries: Iterable[AuditEntry]) -> Listing:
    """List what organisers did."""
    rows: Iterable[Row] = (
        (
            each.entry.created_at,
            each.entry.player.name if each.entry.player else "",
            *(each.entry.role, each.entry.origin, each.entry.action, each.label),
            "; ".join(f"{name}: {before} → {after}" for name, before, after in each.changes),
        )
        for each in describe_entries(entries)
    )
    return Listing("log", AUDIT_LOG, rows)


def players_listing(players: Iterable[Player], *, audience: Audience) -> Listing:
    """List players, who came with user and club; who has left is for organisers alone."""
    is_private = audience >= Audience.CONFIDANTS
    facts = ["name", "role", "created_at"]
    facts += ["left_at", "address", "real_name"] if is_private else []
    rows = (itemgetter(*facts)(visible_facts(player, audience)) for player in players)
    return Listing("players", (*PLAYERS, *PRIVATE) if is_private else PLAYERS, rows)


def results_listing(competition: Competition) -> Listing:
    """List what every entry has from every table, in the order of play."""
    results = (
        TableResult.objects.filter(entry__competition=competition, table__dissolved_at=None)
        .select_related("table__round__stage", "entry__player")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
        .order_by("table__round__stage__number", "table__round__number", "table__number", "seat")
    )
    return Listing("results", RESULTS, _rows_of_results(results))


def _rows_of_results(results: QuerySet[TableResult]) -> Iterator[Row]:
    """Give each result a row, with all who have played on the seat."""
    found = results.iterator(chunk_size=ROWS_AT_ONCE)
    while some := list(islice(found, ROWS_AT_ONCE)):
        lineups = lineups_of({result.table_id: result.table for result in some}.values())
        for result in some:
            spells = lineups[result.table_id].spells
            names = [each.player.name for each in spells if each.seat.number == result.seat]
            yield _row_of_result(result, ", ".join(dict.fromkeys(names)))


def _row_of_result(result: TableResult, players: str) -> Row:
    played = result.table.round
    return (
        *(played.stage.name or played.stage.number, played.number, result.table.number),
        *(result.seat + 1, players, result.entry.player.name, result.place),
        *(result.game_points, result.points, sum(result.bonuses.values()), played.opened_at),
    )
