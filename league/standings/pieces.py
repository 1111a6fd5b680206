"""Draw the standings once a version, for everybody who looks."""

from dataclasses import fields, replace
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from league.competitions.models import Competition
from league.competitions.models.stages import stage_label
from league.core.pieces import draw_rows, kept_piece
from league.standings.overview import Asked, Overview, OverviewRow, overview_of
from league.standings.words import adjustment_words


class ShownRow(NamedTuple):
    """Hold all that a row of the standings shows.

    `place` is a dash for who has none. `stage` names the stage where the table shows several,
    `adjustments` are in words, and `cells` are drawn: most of them are of rounds that are over.
    """

    entry: int
    place: str
    name: str
    movement: int | None
    is_provisional: bool
    certainty: str
    stage: str
    team: str
    competition: int
    is_gone: bool
    decided: str
    adjustments: tuple[str, ...]
    points: int
    wins: int
    game_points: int
    tables: int
    cells: tuple[SafeString, ...]
    is_cut: bool
    is_own: bool

    @classmethod
    def of(cls, row: OverviewRow, overview: Overview, asked: Asked, competition: int) -> "ShownRow":
        """Pick from a row of a page what is shown of it there."""
        standing = row.standing
        return cls(
            entry=standing.entry_id,
            place=standing.shown_place,
            name=standing.name,
            movement=row.movement,
            is_provisional=standing.is_provisional,
            certainty=row.certainty,
            stage="" if overview.stage else stage_label(standing.stage_number, standing.stage_name),
            team=standing.team,
            competition=competition,
            is_gone=standing.has_left and standing.place is not None,
            decided=row.decided,
            adjustments=tuple(adjustment_words(each) for each in row.adjustments),
            points=standing.points,
            wins=standing.wins,
            game_points=standing.game_points,
            tables=standing.tables,
            cells=tuple(draw_rows("standings/_cell.html", row.cells)),
            is_cut=row.is_cut,
            is_own=standing.entry_id == asked.entry,
        )


def draw_standings(competition: Competition, asked: Asked) -> SafeString:
    """Return the live piece with a competition's standings; it holds nothing private.

    The version is read before the rows, so what is kept under a version is never older than it.
    What is looked for by name is drawn anew each time.
    """
    if asked.find:
        return _draw(competition, asked)
    what = [getattr(asked, name.name) for name in fields(asked)]
    return kept_piece(
        "standings",
        competition.pk,
        competition.version,
        *what,
        draw=lambda: _draw(competition, asked),
    )


def _draw(competition: Competition, asked: Asked) -> SafeString:
    overview = overview_of(competition, asked)
    context = {
        "competition": competition,
        "asked": asked,
        "overview": overview,
        "rows": draw_rows(
            "standings/_row.html",
            (ShownRow.of(row, overview, asked, competition.pk) for row in overview.rows),
        ),
        "address": address_of(competition, asked),
        "whole": address_of(competition, replace(asked, page=1, find="")),
    }
    if (page := overview.page) is not None and page.has_other_pages():
        context |= {
            name: address_of(competition, replace(asked, page=number(), entry=None))
            for name, number, is_there in (
                ("earlier", page.previous_page_number, page.has_previous()),
                ("later", page.next_page_number, page.has_next()),
            )
            if is_there
        }
    return render_to_string("standings/_table.html", context)


def address_of(competition: Competition, asked: Asked) -> str:
    """Return the address of the standings as they are asked for."""
    wanted = {
        "stage": asked.stage,
        "after": asked.after,
        "settled": int(asked.is_settled),
        "page": asked.page if asked.page != 1 else None,
        "entry": asked.entry,
        "find": asked.find,
    }
    query = urlencode(
        {name: int(value) if value is True else value for name, value in wanted.items() if value}
    )
    address = reverse("standings:table", args=[competition.pk])
    return f"{address}?{query}" if query else address
