"""Services of a club's own games."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.score_sheet.reading import read_sheet
from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player, make_token
from league.competitions.writing import lock_competition
from league.core.games import site_game
from league.sheets.drafts import Source
from league.sheets.models import ClubSheet, SheetVersion
from league.sheets.queries import competitions_of_sheet, newest_version, options_after

MOST_SHEETS = 100


class SheetError(Exception):
    """Raised for what a sheet does not allow now, by its code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def create_sheet(*, club: Club, source: Source, by: Player | None, now: datetime) -> ClubSheet:
    """Create a game of a club; raises InvalidSheetError and SheetError too_many."""
    Club.objects.select_for_update().get(pk=club.pk)
    if club.sheets.count() >= MOST_SHEETS:
        raise SheetError("too_many")
    sheet = ClubSheet.objects.create(club=club, created_at=now)
    _write(sheet, 1, source, by, now)
    _log(Action.SHEET_CREATED, sheet)
    return sheet


@transaction.atomic
def change_sheet(
    *,
    sheet_id: int,
    expected: int,
    source: Source,
    competitions: Collection[int],
    by: Player | None,
    now: datetime,
) -> SheetVersion:
    """Save a new version, by which new tables of some competitions are played; idempotent.

    Raises InvalidSheetError, and SheetError changed if the newest version is not `expected`.
    """
    sheet = ClubSheet.objects.select_for_update().get(pk=sheet_id)
    newest = newest_version(sheet)
    if _own(newest.source) == _own(source):
        return newest
    if newest.number != expected:
        raise SheetError("changed")
    version = _write(sheet, newest.number + 1, source, by, now)
    for pk in competitions_of_sheet(sheet).filter(pk__in=competitions).values_list("pk", flat=True):
        _move_competition(pk, version)
    _log(Action.SHEET_CHANGED, sheet)
    return version


@transaction.atomic
def share_sheet(*, sheet_id: int, is_shared: bool) -> ClubSheet:
    """Make a link by which a sheet can be read and copied, or end it; idempotent."""
    sheet = ClubSheet.objects.select_for_update().get(pk=sheet_id)
    if bool(sheet.share_token) != is_shared:
        sheet.share_token = make_token() if is_shared else None
        sheet.save(update_fields=["share_token"])
        _log(Action.SHEET_SHARED if is_shared else Action.SHEET_UNSHARED, sheet)
    return sheet


@transaction.atomic
def retire_sheet(*, sheet_id: int, is_retired: bool, now: datetime) -> ClubSheet:
    """Offer a sheet no longer, or again; idempotent."""
    sheet = ClubSheet.objects.select_for_update().get(pk=sheet_id)
    if bool(sheet.retired_at) != is_retired:
        sheet.retired_at = now if is_retired else None
        sheet.save(update_fields=["retired_at"])
        _log(Action.SHEET_CHANGED, sheet)
    return sheet


def _write(
    sheet: ClubSheet, number: int, source: Source, by: Player | None, now: datetime
) -> SheetVersion:
    named = {**source, "slug": sheet.slug, "version": number}
    read_sheet(named)
    return SheetVersion.objects.create(
        sheet=sheet, number=number, source=named, created_by=by, created_at=now
    )


def _own(source: Source) -> Source:
    """Return what a sheet says but for its name."""
    return {name: value for name, value in source.items() if name not in ("slug", "version")}


def _move_competition(pk: int, version: SheetVersion) -> None:
    """Let new tables be played by a version, if it allows any of their sizes."""
    competition = lock_competition(competition_id=pk)
    sheet = read_sheet(version.source)
    if {*range(competition.table_min, competition.table_max + 1)} & {*sheet.players}:
        options = options_after(sheet, competition.options)
        competition.options = dict(options.as_json())
        competition.save(update_fields=["options"])


def _log(action: Action, sheet: ClubSheet) -> None:
    log_action(club_id=sheet.club_id, action=action, about=sheet, label=site_game(sheet.slug).title)
