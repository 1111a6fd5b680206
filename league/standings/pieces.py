"""Draw the standings once a version, for everybody who looks."""

from dataclasses import fields, replace
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from league.competitions.models import Competition
from league.competitions.models.stages import stage_label
from league.core.pieces import draw_rows, kept_if_named, kept_piece
from league.standings.overview import Asked, Overview, overview_of
from league.standings.words import adjustment_words


class Name(NamedTuple):
    """Hold what a row's name shows and where it leads."""

    entry: int
    name: str


class Notes(NamedTuple):
    """Hold what stands by a name, as long as it holds; "" and nothing for what does not.

    `stage` names the stage where the table shows several, `adjustments` are in words.
    """

    is_provisional: bool
    certainty: str
    stage: str
    team: str
    competition: int
    is_gone: bool
    adjustments: tuple[str, ...]


class ShownRow(NamedTuple):
    """Hold all that a row of the standings shows; `place` is a dash for who has none.

    What a hand elsewhere does not change is drawn by itself: name, notes, movement, and the cells,
    most of which are of rounds that are over.
    """

    place: str
    name: SafeString
    movement: SafeString
    notes: SafeString
    decided: str
    points: int
    wins: int
    game_points: int
    tables: int
    cells: SafeString
    is_cut: bool
    is_own: bool


def _shown_rows(overview: Overview, asked: Asked, competition: int) -> list[ShownRow]:
    """Pick from the rows of a page what is shown of them there."""
    rows = [(row, row.standing) for row in overview.rows]
    names = [Name(standing.entry_id, standing.name) for _, standing in rows]
    notes = [
        Notes(
            is_provisional=standing.is_provisional,
            certainty=row.certainty,
            stage="" if overview.stage else stage_label(standing.stage_number, standing.stage_name),
            team=standing.team,
            competition=competition,
            is_gone=standing.has_left and standing.place is not None,
            adjustments=tuple(adjustment_words(each) for each in row.adjustments),
        )
        for row, standing in rows
    ]
    return [
        ShownRow(
            place=standing.shown_place,
            name=name,
            movement=movement,
            notes=note,
            decided=row.decided,
            points=standing.points,
            wins=standing.wins,
            game_points=standing.game_points,
            tables=standing.tables,
            cells=SafeString("".join(draw_rows("standings/_cell.html", row.cells))),
            is_cut=row.is_cut,
            is_own=standing.entry_id == asked.entry,
        )
        for (row, standing), name, movement, note in zip(
            rows,
            draw_rows("standings/_name.html", names),
            draw_rows("standings/_movement.html", [row.movement for row, _ in rows]),
            draw_rows("standings/_notes.html", notes),
            strict=True,
        )
    ]


def draw_standings(competition: Competition, asked: Asked) -> SafeString:
    """Return the live piece with a competition's standings; it holds nothing private.

    The version is read before the rows, so what is kept under a version is never older than it.
    What is looked for by name is drawn anew each time.
    """
    if asked.find:
        return SafeString(_draw(competition, asked))
    what = [getattr(asked, name.name) for name in fields(asked)]
    return kept_piece(
        "standings",
        competition.pk,
        competition.version,
        *what,
        draw=lambda: _draw(competition, asked),
    )


def _draw(competition: Competition, asked: Asked) -> str:
    overview = overview_of(competition, asked)
    context = {
        "competition": competition,
        "asked": asked,
        "overview": overview,
        "rows": draw_rows("standings/_row.html", _shown_rows(overview, asked, competition.pk)),
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
    return kept_if_named(
        render_to_string("standings/_table.html", context), is_named=_is_named(asked, overview)
    )


def _is_named(asked: Asked, overview: Overview) -> bool:
    """Say whether there is all that is asked for, so that an address of ours may ask for it."""
    is_stage = asked.stage is None or (overview.stage and overview.stage.number == asked.stage)
    if not is_stage or overview.after != asked.after:
        return False
    if asked.entry is not None:
        found = any(row.standing.entry_id == asked.entry for row in overview.rows)
        return found and asked.page == 1
    return overview.page is None or overview.page.number == asked.page


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
