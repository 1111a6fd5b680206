"""Papers of who stands where: the standings, and certificates for the best or for everybody."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Entry, Round, RoundStatus, stage_label
from league.core.address import absolute_url
from league.core.templatetags.ui import amount
from league.printing.documents import check_pages, paper_of, qr_drawing
from league.printing.rendering import Document
from league.standings.overview import Cell, Overview, OverviewRow, StandingsQuery, overview_of
from league.standings.queries import StandingRow, standings_of
from league.standings.statistics.queries import has_ended
from league.standings.teams import TeamRow
from league.standings.texts import adjustment_text, summarise_scoring

WINNER, PODIUM, EVERYBODY = "winner", "podium", "all"
LAST_PLACE: Final = {WINNER: 1, PODIUM: 3}


def certificates_of(competition: Competition, whom: str, size: str) -> Document:
    """Print the certificates of a competition for whom is asked: WINNER, PODIUM or EVERYBODY."""
    rows = [row for row in standings_of(competition) if not row.has_left]
    if whom != EVERYBODY:
        last = LAST_PLACE[whom]
        rows = [row for row in rows if row.place is not None and row.place <= last]
    return _certificates(competition, rows, size)


def certificate_of(entry: Entry, size: str) -> Document:
    """Print the certificate of one entry; none before its first table."""
    rows = [row for row in standings_of(entry.competition) if row.entry_id == entry.pk]
    return _certificates(entry.competition, rows, size)


def _certificates(competition: Competition, rows: Sequence[StandingRow], size: str) -> Document:
    check_pages(len(rows))
    last = _last_round(competition)
    is_over = has_ended(competition)
    return paper_of(
        "certificates",
        competition.club,
        name=competition.name,
        title=_("Certificates: %(name)s") % {"name": competition.name},
        size=size,
        game=competition.site_game.title,
        when=_when(competition, last, is_over=is_over),
        people=[_person(row, is_over=is_over) for row in rows],
        labels={
            "heading": _("Certificate"),
            "of": competition.name,
            "for": _("awarded to"),
            "organiser": _("For the club"),
            "date": _("Date"),
            "nobody": _("No results yet"),
        },
    )


def _person(row: StandingRow, *, is_over: bool) -> dict[str, Any]:
    return {
        "name": row.name,
        "team": row.team,
        "rank": row.place,
        "place": _place_text(row, is_over=is_over),
        "points": ngettext("%(count)s ranking point", "%(count)s ranking points", row.points)
        % {"count": row.points},
    }


def _place_text(row: StandingRow, *, is_over: bool) -> str:
    if row.place is None:
        return _("for taking part")
    if row.place == 1 and is_over:
        return _("Winner")
    return _("%(ordinal)s place") % {"ordinal": _ordinal(row.place)}


def _ordinal(place: int) -> str:
    """Return which place it is; of Italian, humanize knows only `1esimo`, which nobody writes."""
    return f"{place}º" if get_language() == "it" else str(ordinal(place))


def _when(competition: Competition, last: Round | None, *, is_over: bool) -> str:
    """Say of which moment it tells: of the end, or of the last round that was played."""
    if last is None:
        return ""
    if not is_over and last.status != RoundStatus.CLOSED:
        return _("Standings during round %(number)d") % {"number": last.number}
    if not is_over:
        return _("Standings after round %(number)d") % {"number": last.number}
    ended_at: datetime | None = last.closed_at
    if ended_at is None:
        return ""
    day = ended_at.astimezone(ZoneInfo(competition.club.time_zone))
    return date_format(day, "DATE_FORMAT")


def _last_round(competition: Competition) -> Round | None:
    played = Round.objects.filter(stage__competition=competition, opened_at__isnull=False)
    return played.order_by("stage__number", "number").last()


ROWS_A_PAGE = 18


def standings_document(competition: Competition, query: StandingsQuery, size: str) -> Document:
    """Print a competition's standings, of the moment that is asked for."""
    overview = overview_of(competition, query)
    check_pages(len(overview.rows) // ROWS_A_PAGE)
    return paper_of(
        "standings",
        competition.club,
        name=competition.name,
        title=_("Standings of %(name)s") % {"name": competition.name},
        size=size,
        under=_under(competition, overview),
        qr=qr_drawing(absolute_url(reverse("standings:table", args=[competition.pk]))),
        rounds=[
            pgettext("short for round", "R%(number)s") % {"number": round.number}
            for round in overview.rounds
        ],
        rows=[_row(row, is_final=overview.stage is None) for row in overview.rows],
        notes=list(_notes(overview)),
        teams=[_team(team) for team in overview.teams],
        waiting=[entry.player.name for entry in overview.waiting],
        how=summarise_scoring(competition) if overview.rows else [],
        labels=_labels_of_standings(),
    )


def _under(competition: Competition, overview: Overview) -> str:
    parts = [competition.club.name]
    if len(overview.stages) > 1:
        parts.append(overview.stage.label if overview.stage else _("Final standings"))
    if overview.after:
        parts.append(_("Standings after round %(number)d") % {"number": overview.after})
    elif overview.rounds:
        last = overview.rounds[-1]
        is_closed = last.status == RoundStatus.CLOSED
        text = _("after round %(number)d") if is_closed else _("during round %(number)d")
        parts.append(text % {"number": last.number})
    return " · ".join(parts)


def _row(row: OverviewRow, *, is_final: bool) -> dict[str, Any]:
    standing = row.standing
    notes = [stage_label(standing.stage_number, standing.stage_name)] if is_final else []
    notes += [row.decided] if row.decided else []
    notes += [adjustment_text(given) for given in row.adjustments]
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
            _("Without tables still playing.")
            if overview.is_settled
            else _("Tables still playing count as if they ended now.")
        )
    if overview.earlier_rounds:
        yield ngettext(
            "%(number)s earlier round is not shown, but counts.",
            "%(number)s earlier rounds are not shown, but count.",
            overview.earlier_rounds,
        ) % {"number": overview.earlier_rounds}
    if any(cell and cell.is_dropped for row in overview.rows for cell in row.cells):
        yield _("Struck-out results are dropped and do not count.")


def _team(team: TeamRow) -> dict[str, str]:
    members = ", ".join(f"{member.name} {amount(member.points)}" for member in team.counted)
    return {
        "place": str(team.place),
        "name": team.name,
        "points": amount(team.points),
        "members": members,
    }


def _labels_of_standings() -> dict[str, str]:
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
        "nobody": _("No results yet"),
        "how": _("Scoring and tie-breaks"),
        "online": _("QR code of these standings on the web"),
    }
