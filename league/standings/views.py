"""Pages of standings: a competition's table, and one entry opened down to its hands."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.looking import find_shown
from league.clubs.models import NAME_LENGTH
from league.competitions.models import Competition, Entry
from league.competitions.queries import competitions_seen_by
from league.core.missing import NothingHereError
from league.core.moments import one_moment
from league.core.numbers import read_numbers
from league.core.pieces import kept_if_named, kept_piece, kept_pieces
from league.core.requests import HtmxRequest
from league.standings.forecasts import is_worth_known
from league.standings.foretelling import page_of, row_of, told
from league.standings.models import Forecast
from league.standings.opened import Opening, entries_seen_by, open_entry, open_tables, tables_of
from league.standings.overview import ROWS_A_PAGE, Asked
from league.standings.pieces import draw_standings
from league.standings.queries import entry_of
from league.standings.teams import team_of

TABLES_A_PAGE = 10


@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show who stands where in a competition: now, after a round, or without what still plays."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    asked = Asked(
        stage=_number(request, "stage"),
        after=_number(request, "after"),
        is_settled="settled" in request.GET,
        page=_number(request, "page") or 1,
        entry=_number(request, "entry"),
        find=request.GET.get("find", "").strip()[:NAME_LENGTH],
    )
    if request.htmx.target == "standings":
        return HttpResponse(draw_standings(competition, asked))
    context = {
        "club": competition.club,
        "competition": competition,
        "asked": asked,
        "own_entry": entry_of(competition, request.user),
    }
    return render(request, "standings/table.html", context)


def _number(request: HtmxRequest, name: str) -> int | None:
    return next(iter(read_numbers(request.GET.get(name, ""))), None)


@require_safe
def show_entry(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show where an entry's points come from."""
    entry = find_shown(request, entries_seen_by(request.user), pk=pk)
    competition = entry.competition
    page = _number(request, "page") or 1
    piece = kept_piece(
        "entry", entry.pk, competition.version, page, draw=lambda: _draw_entry(entry, page)
    )
    if request.htmx.target == "entry":
        return HttpResponse(piece)
    context = {"club": competition.club, "competition": competition, "entry": entry, "piece": piece}
    return render(request, "standings/entry.html", context)


@one_moment()
def _draw_entry(entry: Entry, number: int) -> str:
    """Draw the live piece with where an entry's points come from, some of its tables opened.

    An opened table is kept for itself: it stays as it is while others play.
    """
    played = tables_of(entry)
    page = Paginator(played, TABLES_A_PAGE).get_page(number)
    stages = open_entry(entry, played, list(page))
    scoring = entry.competition.scoring
    tables = kept_pieces(
        {
            each: ("opened", entry.pk, *each.played, each.is_provisional, each.is_dropped, scoring)
            for stage in stages
            for each in stage.tables
        },
        lambda missing: _draw_tables(entry.competition, missing),
    )
    own = reverse("standings:entry", args=[entry.pk])
    context = {
        "competition": entry.competition,
        "entry": entry,
        "page_obj": page,
        "address": own if number == 1 else f"{own}?page={number}",
        "on_page": {each.table for each in page},
        "stages": [(stage, [tables[each] for each in stage.tables]) for stage in stages],
    }
    piece = render_to_string("standings/_entry.html", context)
    return kept_if_named(piece, is_named=page.number == number)


def _draw_tables(competition: Competition, openings: Sequence[Opening]) -> dict[Opening, str]:
    return {
        opening: render_to_string(
            "standings/_opened_table.html", {"competition": competition, "opened": table}
        )
        for opening, table in open_tables(openings).items()
    }


@require_safe
def show_team(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show how the points of a team add up, member by member."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    team = team_of(competition, request.GET.get("name", ""))
    if team is None:
        raise NothingHereError(_("There is no such team in the standings."))
    context = {
        "club": competition.club,
        "competition": competition,
        "shown": team,
        "team": team.row,
        "count": team.count,
        "address": f"{reverse('standings:team', args=[pk])}?{urlencode({'name': team.row.name})}",
    }
    is_piece = request.htmx.target == "team"
    return render(request, "standings/_team.html" if is_piece else "standings/team.html", context)


@require_safe
def show_forecast(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show how likely everybody is to win or to go on."""
    competition = find_shown(
        request, competitions_seen_by(request.user).select_related("forecast"), pk=pk
    )
    forecast = getattr(competition, "forecast", None)
    number = _number(request, "page") or 1
    piece = kept_piece(
        "forecast",
        competition.pk,
        forecast.version if forecast else 0,
        number,
        draw=lambda: _draw_forecast(competition, forecast, number),
    )
    if request.htmx.target == "forecast":
        return HttpResponse(piece)
    context: dict[str, Any] = {"club": competition.club, "competition": competition, "piece": piece}
    if forecast is not None and request.user.is_authenticated:
        own = row_of(forecast, entry_of(competition, request.user))
        context |= {"own": own, "forecast": told(forecast, ())} if own else {}
    return render(request, "standings/forecast.html", context)


def _draw_forecast(competition: Competition, forecast: Forecast | None, number: int) -> str:
    """Draw the live piece with everybody's chances; it holds nothing private."""
    own = reverse("standings:forecast", args=[competition.pk])
    context: dict[str, Any] = {
        "competition": competition,
        "kept": forecast,
        "is_measured": not is_worth_known(competition),
        "address": own if number == 1 else f"{own}?page={number}",
    }
    if forecast is None:
        context["is_planned"] = competition.stages.filter(planned_rounds__isnull=False).exists()
    elif forecast.content is not None:
        context["forecast"], context["page_obj"] = page_of(forecast, number, ROWS_A_PAGE)
    page = context.get("page_obj")
    return kept_if_named(
        render_to_string("standings/_forecast.html", context),
        is_named=number == (page.number if page else 1),
    )
