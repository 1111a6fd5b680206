"""Take a whole club away, and bring one in."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

from django.db import DataError, IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club
from league.clubs.services import lock_club, possible_slugs
from league.competitions.models import Competition, RoundStatus, Table
from league.competitions.services import lock_competition
from league.competitions.table_codes import make_code
from league.exports.club_file.checks import check_club, make
from league.exports.club_file.layout import SECTIONS, Section
from league.exports.club_file.reading import ClubFile, Row, read_club
from league.exports.club_file.shapes import GONE, BadValueError, refuse
from league.exports.club_file.writing import write_club
from league.standings.difference import Difference
from league.standings.ratings.rebuild import rebuild_ratings
from league.standings.rebuild import UnscorableTableError, rebuild_competition

ROWS_AT_ONCE = 500


@transaction.atomic
def export_club(*, club_id: int, with_addresses: bool = False) -> IO[bytes]:
    """Write a club into a file that vanishes when it is closed.

    Nothing of the club changes meanwhile, so that the file agrees with itself.
    """
    club = lock_club(club_id)
    for pk in Competition.objects.filter(club=club).order_by("pk").values_list("pk", flat=True):
        lock_competition(competition_id=pk)
    file = TemporaryFile()  # noqa: SIM115 - whoever asked for it closes it
    for line in write_club(club, with_addresses=with_addresses):
        file.write(line.encode())
    file.seek(0)
    note(club_id=club_id, verb=Verb.CLUB_TAKEN, about=club)
    return file


@transaction.atomic
def import_club(*, written: str | bytes, slug: str = "", now: datetime) -> Club:
    """Make a new club of a club file, and work out everything that is derived.

    The file is checked as a whole before anything is written. `slug` is the address of the club,
    that of the file unless told; raises BadValueError, and SlugTakenError for one that is in use.
    """
    file = read_club(written)
    check_club(file)
    slug = slug or file.club["slug"]
    if Club.objects.filter(slug=slug).exists():
        raise SlugTakenError(slug, free_slug(slug))
    try:
        with transaction.atomic():
            club = _write(file, slug, now)
            note(club_id=club.pk, verb=Verb.CLUB_BROUGHT, about=club)
            return club
    except UnscorableTableError as error:
        refuse("revisions", str(error))
    except (IntegrityError, DataError):
        refuse("", _("Some rows of this file contradict one another."))


class SlugTakenError(BadValueError):
    """Another club has this address already; `free` is one that nobody has."""

    def __init__(self, slug: str, free: str) -> None:
        words = _("A club of this site has the address “%(slug)s” already; “%(free)s” is free.")
        super().__init__("club.slug", words % {"slug": slug, "free": free})
        self.free = free


def free_slug(name: str) -> str:
    """Return an address like this name that no club has."""
    return next(
        slug
        for slug in possible_slugs(slugify(name))
        if not Club.objects.filter(slug=slug).exists()
    )


def _write(file: ClubFile, slug: str, now: datetime) -> Club:
    club = Club.objects.create(**{**file.club, "slug": slug})
    keys: dict[str, dict[int, int]] = {}
    for section in SECTIONS:
        keys[section.name] = _write_section(section, file.rows[section.name], club, keys)
    open_tables = Table.objects.filter(round__stage__competition__club=club, dissolved_at=None)
    for table in open_tables.exclude(round__status=RoundStatus.CLOSED, adjourned_at=None):
        make_code(table, now)
    _derive(club)
    return club


def _derive(club: Club) -> None:
    """Work out scores, standings and then ratings, which go through all competitions of a game."""
    games: dict[str, int] = {}
    for competition in Competition.objects.filter(club=club).order_by("pk"):
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
