"""What pages need to know of a club's own games."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Count, Max, Prefetch, QuerySet

from games.base import InvalidInputError
from games.score_sheet.change import HandChange, preview_change
from games.score_sheet.game import SheetGame
from games.score_sheet.options import ScoreSheetOptions
from games.score_sheet.sheet import ScoreSheet
from league.clubs.models import Club
from league.competitions.models import Competition, Table
from league.core.games import SiteGame, site_game
from league.results.models import Hand
from league.results.scoring import record_of
from league.sheets.models import ClubSheet, SheetVersion

MOST_TABLES = 200
"""Of so many tables, the newest, it is said what a changed sheet would change."""
MOST_CHANGES = 50


class ListedSheet(NamedTuple):
    """A sheet of a club with its newest version as a game."""

    sheet: ClubSheet
    game: SiteGame
    version: int
    competitions: int


class ChangedHand(NamedTuple):
    """A hand that comes out otherwise by another version."""

    table: Table
    names: tuple[str, ...]
    change: HandChange

    @property
    def rows(self) -> list[tuple[str, int | None, int | None]]:
        """The players with their points before and after, None where the hand does not count."""
        nothing = (None,) * len(self.names)
        before, after = self.change.before or nothing, self.change.after or nothing
        return list(zip(self.names, before, after, strict=True))


class SheetImpact(NamedTuple):
    """What a changed sheet would change of hands that were played; `hands` are not all of them."""

    played: int
    changed: int
    hands: tuple[ChangedHand, ...]


def sheets_of(club: Club) -> list[ListedSheet]:
    """Return a club's sheets, by title."""
    sheets = club.sheets.annotate(newest=Max("versions__number")).order_by("pk")
    used = dict(
        Competition.objects.filter(club=club)
        .values_list("game")
        .annotate(number=Count("pk"))
        .order_by()
    )
    found = [
        ListedSheet(
            sheet,
            site_game(sheet.slug, {"version": sheet.newest}),
            sheet.newest,
            used.get(sheet.slug, 0),
        )
        for sheet in sheets
    ]
    return sorted(found, key=lambda each: (bool(each.sheet.retired_at), each.game.title.casefold()))


def newest_version(sheet: ClubSheet) -> SheetVersion:
    """Return the newest version of a sheet."""
    return sheet.versions.order_by("-number")[0]


def competitions_of_sheet(sheet: ClubSheet) -> QuerySet[Competition]:
    """Return the competitions that are played by a sheet, the newest first."""
    played = Competition.objects.filter(club=sheet.club_id, game=sheet.slug)
    return played.order_by("-created_at", "-pk")


def impact_of(sheet: ClubSheet, changed: ScoreSheet) -> SheetImpact:
    """Return what another version would change of the hands that were played by a sheet."""
    hands = Hand.objects.filter(is_void=False).select_related("current").order_by("number")
    tables = (
        Table.objects.filter(round__stage__competition__club=sheet.club_id, game=sheet.slug)
        .filter(dissolved_at=None, hands__is_void=False)
        .distinct()
        .select_related("round__stage__competition")
        .prefetch_related("seats__player", Prefetch("hands", hands, "counting"))
        .order_by("-pk")[:MOST_TABLES]
    )
    played, changes = 0, list[ChangedHand]()
    for table in tables:
        played += len(table.counting)  # type: ignore[attr-defined]  # prefetched above
        changes += _changes_at(table, table.counting, changed)  # type: ignore[attr-defined]
    return SheetImpact(played, len(changes), tuple(changes[:MOST_CHANGES]))


def options_after(sheet: ScoreSheet, options: object) -> ScoreSheetOptions:
    """Return options by another version: numbers stay as far as it has them."""
    known = {each.id: each for each in sheet.parameters}
    before = options if isinstance(options, dict) else {}
    kept = {
        name: value
        for name, value in before.items()
        if name in known and known[name].lowest <= value <= known[name].highest
    }
    return SheetGame(sheet).options(kept)


def _changes_at(table: Table, hands: Iterable[Hand], changed: ScoreSheet) -> Iterator[ChangedHand]:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    names = tuple(seat.player.name for seat in seats)
    records: list[object] = []
    for hand in hands:
        records += [None] * (hand.number - 1 - len(records))
        records.append(record_of(hand))
    before = table.site_game.engine.options(table.options)
    if not isinstance(before, ScoreSheetOptions):
        return
    after = options_after(changed, table.options)
    try:
        found = preview_change(before, after, len(names), table.dealer, records)
    except InvalidInputError:
        # The table is no longer of a size that the game has: none of its hands would count.
        found = None
    for change in found.hands if found else ():
        yield ChangedHand(table, names, change)
