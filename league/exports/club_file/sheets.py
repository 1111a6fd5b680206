"""A club's own games in its file: called by number there, and anew wherever they are made."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.score_sheet.faults import InvalidSheetError
from games.score_sheet.reading import read_sheet
from league.core.games import SiteGame, UnknownGameError, game_of_sheet, site_game
from league.exports.club_file.shapes import refuse
from league.sheets.models import OWN, ClubSheet

Row = dict[str, Any]
Names = Mapping[str, str]
"""What each sheet is called, by what it was called before."""


def names_in_file(keys: Sequence[int]) -> Names:
    """Return what a file calls the sheets with these keys, in their order."""
    slugs = dict(ClubSheet.objects.filter(pk__in=keys).values_list("pk", "slug"))
    return {slugs[pk]: f"{OWN}{number}" for number, pk in enumerate(keys, start=1)}


def rename(section: str, row: Row, names: Names) -> Row:
    """Return a row of a section with its game or sheet by another name."""
    if section == "sheets":
        return {**row, "slug": names[row["slug"]]}
    if section == "sheet_versions":
        source = row["source"]
        return {**row, "source": {**source, "slug": names.get(source.get("slug"), "")}}
    if row.get("game") in names:
        name = names[row["game"]]
        return {**row, "game": name, "options": {**row["options"], "sheet": name}}
    return row


class SheetsOfFile:
    """The games of a file's sheets, before any of them is written."""

    def __init__(self, rows: Mapping[str, Sequence[Row]]) -> None:
        slugs = {row["id"]: row["slug"] for row in rows["sheets"]}
        self.games: dict[tuple[str, int], SiteGame] = {}
        for row in rows["sheet_versions"]:
            slug, number = slugs[row["sheet"]], row["number"]
            path = f"sheet_versions.{row['id']}.source"
            if (row["source"].get("slug"), row["source"].get("version")) != (slug, number):
                refuse(path, _("The sheet must have the name and the version of its rows."))
            try:
                self.games[slug, number] = game_of_sheet(read_sheet(row["source"]))
            except InvalidSheetError as error:
                refuse(path, str(error))

    def game_of(self, row: Row) -> SiteGame:
        """Return the game of a competition or table; raises UnknownGameError."""
        known = self.games.get((row["game"], row["options"].get("version")))
        if known is None and row["game"].startswith(OWN):
            raise UnknownGameError(row["game"])
        return known or site_game(row["game"], row["options"])
