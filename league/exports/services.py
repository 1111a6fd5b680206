"""Export and import a whole club."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from tempfile import TemporaryFile
from typing import IO, Any

from django.db import DataError, IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player
from league.clubs.services import lock_club, possible_slugs
from league.competitions.models import Competition, RoundStatus, Table, TableCode
from league.competitions.writing import lock_competition
from league.exports.club_file.checks import check_club, make
from league.exports.club_file.layout import CLUB_FIELDS, FORMAT, SECTIONS, VERSION, Section
from league.exports.club_file.reading import ClubFile, Row, read_club
from league.exports.club_file.shapes import GONE, BadValueError, refuse
from league.exports.club_file.sheets import names_in_file, rename
from league.sheets.models import make_slug
from league.standings.difference import Difference
from league.standings.rebuild import UnscorableTableError, rebuild_competition, rebuild_ratings

ROWS_AT_ONCE = 500

Numbers = Mapping[str, Mapping[int, int]]
"""The number in the file of each row of each section, by its key."""


def write_club(club: Club, *, with_addresses: bool = False) -> Iterator[str]:
    """Yield the lines of a club file; players' addresses and real names only when asked for.

    The same rows make the same text on every site: rows are numbered and names are sorted.
    """
    numbers: dict[str, Mapping[int, int]] = {}
    sheets = names_in_file(list(club.sheets.order_by("pk").values_list("pk", flat=True)))
    about = {name: plain_value(getattr(club, name)) for name in CLUB_FIELDS}
    yield f'{{\n"format": {_json(FORMAT)},\n"version": {VERSION},\n"club": {_json(about)}'
    for section in SECTIONS:
        rows = section.model._default_manager.filter(section.filters, **{section.club: club})
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        numbers[section.name] = {pk: number for number, pk in enumerate(keys, start=1)}
        yield f',\n"{section.name}": ['
        if section.model is Player and with_addresses:
            rows = rows.select_related("user")
        before = "\n"
        for found in rows.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
            values = rename(section.name, _values(section, found, numbers), sheets)
            if isinstance(found, Player):
                values["contact_email"] = found.address if with_addresses else ""
                values["real_name"] = found.real_name if with_addresses else ""
            yield before + _json(values)
            before = ",\n"
        yield "\n]" if keys else "]"
    yield "\n}\n"


def _values(section: Section, found: Any, numbers: Numbers) -> dict[str, Any]:
    def refer(kind: str, value: object, _path: str) -> int:
        return numbers[kind].get(value, GONE) if isinstance(value, int) else GONE

    values: dict[str, Any] = {"id": numbers[section.name][found.pk]}
    for each in section.fields:
        value = getattr(found, each.attname)
        if each.name in section.parents:
            value = numbers[section.parents[each.name]].get(value)
        elif shape := section.shapes.get(each.name):
            value = shape(value, f"{section.name}.{found.pk}.{each.name}", refer)
        values[each.name] = plain_value(value)
    return values


def plain_value(value: Any) -> Any:
    """Write moments and days as ISO 8601 does, moments in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


@transaction.atomic
def export_club(*, club_id: int, with_addresses: bool = False) -> IO[bytes]:
    """Write a club, locked meanwhile, into a temporary file that is deleted on closing."""
    club = lock_club(club_id)
    for pk in Competition.objects.filter(club=club).order_by("pk").values_list("pk", flat=True):
        lock_competition(competition_id=pk)
    file = TemporaryFile()  # noqa: SIM115 - whoever asked for it closes it
    for line in write_club(club, with_addresses=with_addresses):
        file.write(line.encode())
    file.seek(0)
    log_action(club_id=club_id, action=Action.CLUB_EXPORTED, about=club)
    return file


@transaction.atomic
def import_club(*, written: str | bytes, slug: str = "", now: datetime) -> Club:
    """Make a new club of a club file, and work out everything that is derived.

    The file is checked as a whole before anything is written. `slug` is the address of the club,
    that of the file unless told; raises BadValueError, and SlugTakenError for one that is in use.
    """
    file = read_club(written)
    # Sheets get new names, so that no two sites' are mixed up.
    names = {row["slug"]: make_slug() for row in file.rows["sheets"]}
    renamed = {name: [rename(name, row, names) for row in rows] for name, rows in file.rows.items()}
    file = ClubFile(file.club, renamed)
    check_club(file)
    slug = slug or file.club["slug"]
    if Club.objects.filter(slug=slug).exists():
        raise SlugTakenError(slug, free_slug(slug))
    try:
        with transaction.atomic():
            club = _write_club(file, slug, now)
            log_action(club_id=club.pk, action=Action.CLUB_IMPORTED, about=club)
            return club
    except UnscorableTableError as error:
        refuse("revisions", str(error))
    except (IntegrityError, DataError):
        refuse("", _("Some rows of this file contradict each other. Correct them and try again."))


class SlugTakenError(BadValueError):
    """Another club has this address already; `free` is one that nobody has."""

    def __init__(self, slug: str, free: str) -> None:
        text = _(
            "The address “%(slug)s” is already used by a club on this site. “%(free)s” is free."
        )
        super().__init__("club.slug", text % {"slug": slug, "free": free})
        self.free = free


def free_slug(name: str) -> str:
    """Return an address like this name that no club has."""
    slugs = possible_slugs(slugify(name))
    return next(slug for slug in slugs if not Club.objects.filter(slug=slug).exists())


def _write_club(file: ClubFile, slug: str, now: datetime) -> Club:
    club = Club.objects.create(**{**file.club, "slug": slug})
    keys: dict[str, dict[int, int]] = {}
    for section in SECTIONS:
        keys[section.name] = _write_section(section, file.rows[section.name], club, keys)
    open_tables = Table.objects.filter(round__stage__competition__club=club, dissolved_at=None)
    open_tables = open_tables.exclude(round__status=RoundStatus.CLOSED, adjourned_at=None)
    TableCode.objects.bulk_create(TableCode(table=table, created_at=now) for table in open_tables)
    derive(Competition.objects.filter(club=club).order_by("pk"))
    return club


def derive(competitions: Iterable[Competition]) -> None:
    """Work out all that is derived from competitions that were imported."""
    games: dict[str, int] = {}
    for competition in competitions:
        games[competition.game] = competition.pk
        rebuild_competition(competition_id=competition.pk, is_check=False, report=_expected)
    for pk in games.values():
        rebuild_ratings(competition_id=pk, is_check=False, report=_expected)


def _expected(_difference: Difference) -> None:
    """Take what a rebuild makes of nothing for what it is: the whole of what is derived."""


def _write_section(
    section: Section, rows: Sequence[Row], club: Club, keys: Mapping[str, Mapping[int, int]]
) -> dict[int, int]:
    """Write the rows of a section in the order of their numbers; return the key of each."""

    def key_of(kind: str, number: int) -> int:
        return keys[kind][number] if number != GONE else GONE

    def refer(kind: str, number: object, _path: str) -> int:
        return key_of(kind, int(str(number)))

    def made() -> Iterator[Any]:
        for row in rows:
            values = dict(row)
            for name, shape in section.shapes.items():
                values[name] = shape(row[name], name, refer)
            instance = make(section, values, key_of)
            if section.club == "club":
                instance.club = club
            yield instance

    written = section.model._default_manager.bulk_create(made(), batch_size=ROWS_AT_ONCE)
    return {row["id"]: one.pk for row, one in zip(rows, written, strict=True)}
