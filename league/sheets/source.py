"""Where the games of score sheets come from: those that come along, and clubs' own."""

from functools import lru_cache

from games.score_sheet.reading import read_sheet
from games.score_sheet.ready import UnknownSheetError, ready_sheet, ready_slugs
from games.score_sheet.sheet import ScoreSheet
from league.core.games import SiteGame
from league.sheets.game import game_of, make_game
from league.sheets.models import OWN, SheetVersion


class SheetGames:
    """The games of sheets by slug and version."""

    def find(self, slug: str, version: int | None) -> SiteGame | None:
        """Return the game of a slug as a version of its sheet has it, by default the newest."""
        if slug.startswith(OWN):
            return _own_game(slug, version)
        try:
            return game_of(ready_sheet(slug, version))
        except UnknownSheetError:
            return None

    def of_sheet(self, sheet: ScoreSheet) -> SiteGame:
        """Return a sheet as a game, whether or not anybody keeps it."""
        return make_game(sheet)

    def offered(self, club: int | None) -> tuple[SiteGame, ...]:
        """Return the games that a club may choose, its own ones first."""
        ready = [game_of(ready_sheet(slug)) for slug in ready_slugs()]
        return (*_of_club(club), *sorted(ready, key=_by_title))


SHEET_GAMES = SheetGames()


def _of_club(club: int | None) -> list[SiteGame]:
    """Return the newest versions of a club's sheets that it has not retired."""
    if club is None:
        return []
    versions = SheetVersion.objects.filter(sheet__club=club, sheet__retired_at=None)
    newest = dict(versions.order_by("number").values_list("sheet__slug", "number"))
    found = (_own_game(slug, number) for slug, number in newest.items())
    return sorted(filter(None, found), key=_by_title)


def _by_title(game: SiteGame) -> str:
    return game.title.casefold()


def _own_game(slug: str, version: int | None) -> SiteGame | None:
    if version is None:
        versions = SheetVersion.objects.filter(sheet__slug=slug).order_by("-number")
        version = versions.values_list("number", flat=True).first()
    try:
        return None if version is None else _read_game(slug, version)
    except SheetVersion.DoesNotExist:
        return None


@lru_cache(maxsize=500)
def _read_game(slug: str, version: int) -> SiteGame:
    """Return a version of a club's sheet as a game, kept from then on: no version changes."""
    row = SheetVersion.objects.only("source").get(sheet__slug=slug, number=version)
    return game_of(read_sheet(row.source))
