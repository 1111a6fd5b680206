"""Print who stands where, as the page of the standings shows it."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.competitions.models import Competition, RoundStatus
from league.competitions.models.stages import stage_label
from league.core.address import absolute_url
from league.core.templatetags.ui import amount
from league.printing.codes import qr_drawing
from league.printing.papers.sizes import check_pages, paper_of
from league.printing.typesetting import Document
from league.standings.explained import how_it_counts
from league.standings.overview import Asked, Cell, Overview, OverviewRow, overview_of
from league.standings.teams import TeamRow
from league.standings.words import adjustment_words

ROWS_A_PAGE = 18


def standings_paper(competition: Competition, asked: Asked, size: str) -> Document:
    """Print a competition's standings, of the moment that is asked for."""
    overview = overview_of(competition, asked)
    check_pages(len(overview.rows) // ROWS_A_PAGE)
    return paper_of(
        "standings",
        competition.club,
        name=competition.name,
        title=_("Standings of %(name)s") % {"name": competition.name},
        size=size,
        under=_under(competition, overview),
        qr=qr_drawing(absolute_url(reverse("standings:table", args=[competition.pk]))),
        rounds=[_short_round(round.number) for round in overview.rounds],
        rows=[_row(row, is_final=overview.stage is None) for row in overview.rows],
        notes=list(_notes(overview)),
        teams=[_team(team) for team in overview.teams],
        waiting=[entry.player.name for entry in overview.waiting],
        how=how_it_counts(competition) if overview.rows else [],
        words=_words(),
    )


def _under(competition: Competition, overview: Overview) -> str:
    parts = [competition.club.name]
    if len(overview.stages) > 1:
        parts.append(overview.stage.label if overview.stage else _("Final table"))
    if overview.after:
        parts.append(_("As it was after round %(number)d.") % {"number": overview.after})
    elif overview.rounds:
        last = overview.rounds[-1]
        is_closed = last.status == RoundStatus.CLOSED
        words = _("after round %(number)d") if is_closed else _("during round %(number)d")
        parts.append(words % {"number": last.number})
    return " · ".join(parts)


def _short_round(number: int) -> str:
    return pgettext("short for round", "R%(number)s") % {"number": number}


def _row(row: OverviewRow, *, is_final: bool) -> dict[str, Any]:
    standing = row.standing
    notes = [stage_label(standing.stage_number, standing.stage_name)] if is_final else []
    notes += [row.decided] if row.decided else []
    notes += [adjustment_words(given) for given in row.adjustments]
    return {
        "rank": standing.place,
        "place": standing.shown_place,
        "name": standing.name,
        "points": amount(standing.points),
        "wins": str(standing.wins),
        "game_points": amount(standing.game_points),
        "tables": str(standing.tables),
        "is_provisional": standing.is_provisional,
        "is_cut": row.is_cut,
        "certainty": row.certainty,
        "notes": notes,
        "cells": [_cell(cell) for cell in row.cells],
    }


def _cell(cell: Cell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    return {
        "points": amount(cell.points),
        "is_provisional": cell.is_provisional,
        "is_dropped": cell.is_dropped,
    }


def _notes(overview: Overview) -> Iterator[str]:
    if overview.rows and overview.is_provisional and not overview.after:
        yield (
            _("Tables that are still playing are left out.")
            if overview.is_settled
            else _("Tables that are still playing count as if they ended now.")
        )
    if overview.earlier_rounds:
        yield ngettext(
            "One earlier round is not shown, but counts.",
            "%(number)s earlier rounds are not shown, but count.",
            overview.earlier_rounds,
        ) % {"number": overview.earlier_rounds}
    if any(cell and cell.is_dropped for row in overview.rows for cell in row.cells):
        yield _("What is struck out is dropped: it does not count.")


def _team(team: TeamRow) -> dict[str, str]:
    members = ", ".join(f"{member.name} {amount(member.points)}" for member in team.counted)
    return {
        "place": str(team.place),
        "name": team.name,
        "points": amount(team.points),
        "members": members,
    }


def _words() -> dict[str, str]:
    return {
        "place": _("Place"),
        "player": _("Player"),
        "points": _("Points"),
        "wins": _("Wins"),
        "game_points": _("Game points"),
        "tables": _("Tables"),
        "provisional": _("provisional"),
        "teams": _("Teams"),
        "team": _("Team"),
        "waiting": _("Not played yet"),
        "nobody": _("Nobody has played yet"),
        "how": _("How places are decided"),
        "online": _("QR code of this table on the web"),
    }
