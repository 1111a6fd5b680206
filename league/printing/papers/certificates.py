"""Print certificates: for the winner, for the first three, for everybody, or for one."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Entry, Round, RoundStatus
from league.core.games import site_game
from league.printing.papers.sizes import check_pages, paper_of
from league.printing.typesetting import Document
from league.standings.queries import StandingRow, standings_of
from league.standings.statistics.fame import has_ended

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
        title=_("Certificates of %(name)s") % {"name": competition.name},
        size=size,
        game=site_game(competition.game).title,
        when=_when(competition, last, is_over=is_over),
        people=[_person(row, is_over=is_over) for row in rows],
        words={
            "heading": _("Certificate"),
            "of": competition.name,
            "for": _("awarded to"),
            "organiser": _("For the club"),
            "date": _("Date"),
            "nobody": _("Nobody has played yet"),
        },
    )


def _person(row: StandingRow, *, is_over: bool) -> dict[str, Any]:
    return {
        "name": row.name,
        "team": row.team,
        "rank": row.place,
        "place": _place_words(row, is_over=is_over),
        "points": ngettext("one league point", "%(count)s league points", row.points)
        % {"count": row.points},
    }


def _place_words(row: StandingRow, *, is_over: bool) -> str:
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
        return _("Standing during round %(number)d") % {"number": last.number}
    if not is_over:
        return _("Standing after round %(number)d") % {"number": last.number}
    ended_at: datetime | None = last.closed_at
    if ended_at is None:
        return ""
    day = ended_at.astimezone(ZoneInfo(competition.club.time_zone))
    return date_format(day, "DATE_FORMAT")


def _last_round(competition: Competition) -> Round | None:
    played = Round.objects.filter(stage__competition=competition, opened_at__isnull=False)
    return played.order_by("stage__number", "number").last()
