"""Parser of pasted or uploaded lists of people."""

import codecs
import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from league.clubs.errors import ClubError
from league.clubs.models import Player
from league.core.names import clean_name, find_alike, fold
from league.core.workbooks import UnreadableFileError, is_workbook, text_of_workbook

MOST_LINES = 500
HEADINGS_OF_NAMES = {"name", "names", "player", "players", "spieler", "giocatore", "nome"}
HEADINGS_OF_FIRST_NAMES = {"first name", "firstname", "given name", "vorname"}
HEADINGS_OF_LAST_NAMES = {"last name", "lastname", "surname", "family name", "nachname", "cognome"}
HEADINGS_OF_EMAILS = {"email", "e mail", "mail", "email address", "e mail address", "posta"}
HEADINGS = (HEADINGS_OF_NAMES, HEADINGS_OF_FIRST_NAMES, HEADINGS_OF_LAST_NAMES)
ALL_HEADINGS = HEADINGS_OF_EMAILS.union(*HEADINGS)
# As mail programs copy people: Ada Lovelace <ada@example.org>
NAMED_ADDRESS = re.compile(r"^(?P<name>[^<]*)<(?P<email>[^<>]+@[^<>]+)>$")
# Control characters that no text has.
NO_TEXT = re.compile(r"[\x01-\x08\x0e-\x1b]")


@dataclass(frozen=True)
class Line:
    """A person of a list, with the 1-based number of the line."""

    number: int
    name: str
    email: str = ""
    problem: str = ""


@dataclass(frozen=True)
class Suggestion:
    """A line and the similar name of a player or an earlier line."""

    line: Line
    like: str = ""
    is_like_player: bool = False

    @property
    def is_ticked(self) -> bool:
        """Say whether the person is added by default."""
        return not self.like and not self.line.problem


def decode_upload(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def text_of_upload(data: bytes, *, most_rows: int) -> str:
    """Return the text of an uploaded list; raise UnreadableFileError."""
    if is_workbook(data):
        return text_of_workbook(data, most_rows=most_rows)
    text = decode_upload(data)
    if NO_TEXT.search(text):
        raise UnreadableFileError(
            _("This file is neither text nor a workbook. Save it as CSV or XLSX.")
        )
    return text


def text_of_field(
    upload: "File[bytes] | None", *, most_bytes: int, most_rows: int, too_large: str
) -> str:
    """Return the text of a form's file, "" without one; raise ValidationError."""
    if upload is None:
        return ""
    if upload.size is None or upload.size > most_bytes:
        raise ValidationError(too_large)
    try:
        return text_of_upload(bytes(upload.read()), most_rows=most_rows)
    except UnreadableFileError as error:
        raise ValidationError(str(error)) from error


def read_list(text: str) -> list[Line]:
    """Return the people of a list, whatever separates its cells; raise ClubError."""
    text = text.replace("\x00", "").removeprefix("\ufeff")
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    separator = max("\t;,", key=lambda mark: sum(mark in line for _number, line in numbered))
    rows = [(number, split_cells(line, separator)) for number, line in numbered]
    headings = [fold(cell) for cell in rows[0][1]] if rows else []
    known = [heading in ALL_HEADINGS for heading in headings if heading]
    has_headings = sum(known) > 1 or (any(known) and all(known))
    people = rows[1:] if has_headings else rows
    if len(people) > MOST_LINES:
        raise ClubError("too_many_lines", lines=len(people), most=MOST_LINES)
    if has_headings:
        return [make_line(number, *pick_cells(cells, headings)) for number, cells in people]
    return [make_line(number, *sort_cells(cells)) for number, cells in people]


def split_cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line."""
    try:
        cells = next(csv.reader([line], delimiter=separator))
    except csv.Error:
        cells = [line]  # with a cell longer than Python reads
    return [cell.strip() for cell in cells]


def pick_cells(cells: list[str], headings: list[str]) -> tuple[list[str], list[str]]:
    """Return names, first name first, and addresses by headings."""
    pairs = [(heading, cell) for heading, cell in zip(headings, cells, strict=False) if cell]
    names = [cell for wanted in HEADINGS for heading, cell in pairs if heading in wanted]
    return names, [cell for heading, cell in pairs if heading in HEADINGS_OF_EMAILS]


def sort_cells(cells: list[str]) -> tuple[list[str], list[str]]:
    """Return names and addresses of a line without headings."""
    names, emails = [], []
    for cell in filter(None, cells):
        if named := NAMED_ADDRESS.match(cell):
            names.append(named["name"].strip())
            emails.append(named["email"].strip())
        else:
            (emails if "@" in cell else names).append(cell)
    return names, emails


def make_line(number: int, names: list[str], emails: list[str]) -> Line:
    """Return a checked line."""
    name, email = " ".join(names), ", ".join(emails)
    try:
        name = clean_name(name)
        if email:
            validate_email(email)
    except ValidationError as error:
        return Line(number, name, email, problem=" ".join(error.messages))
    return Line(number, name, email.lower())


def suggest(lines: Iterable[Line], players: Iterable[Player]) -> list[Suggestion]:
    """Return each line with the player or earlier line it resembles."""
    known = {player.pk: player.name for player in players}
    folded = {pk: fold(name) for pk, name in known.items()}
    suggestions = []
    for line in lines:
        if line.problem:
            suggestions.append(Suggestion(line))
            continue
        key = find_alike(line.name, folded)
        like = "" if key is None else known[key]
        suggestions.append(Suggestion(line, like, is_like_player=key is not None and key > 0))
        # Lines take negative keys beside the players' ids.
        known[-line.number] = line.name
        folded[-line.number] = fold(line.name)
    return suggestions
