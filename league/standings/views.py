"""Pages of standings, entries, teams and forecasts."""

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

from league.clubs.access import get_visible_or_404
from league.clubs.models import NAME_LENGTH
from league.competitions.models import Competition, Entry
from league.competitions.queries import competitions_visible_to
from league.core.database import repeatable_read
from league.core.fragments import cache_if_named, cached_fragment, cached_fragments
from league.core.middleware import NotVisibleError
from league.core.requests import HtmxRequest, number_in
from league.standings.drilldown import (
    DetailRequest,
    entries_seen_by,
    load_stage_details,
    load_table_details,
    tables_of,
)
from league.standings.forecast_store import as_stage_forecast, page_of, row_of
from league.standings.forecasts import are_points_known
from league.standings.models import Forecast
from league.standings.overview import ROWS_A_PAGE, StandingsQuery
from league.standings.queries import entry_of
from league.standings.teams import team_of
from league.standings.templatetags.standings import render_standings

TABLES_A_PAGE = 10


@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the standings of a competition."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    query = StandingsQuery.of_snapshot(request.GET)._replace(
        page=number_in(request.GET, "page") or 1,
        entry=number_in(request.GET, "entry"),
        find=request.GET.get("find", "").strip()[:NAME_LENGTH],
        by_round="rounds" in request.GET,
    )
    own_entry = entry_of(competition, request.user)
    marked = query.entry or own_entry
    if request.htmx.target == "standings":
        return HttpResponse(render_standings(competition, query, marked))
    context = {
        "club": competition.club,
        "competition": competition,
        "query": query,
        "own_entry": own_entry,
        "marked": marked,
    }
    return render(request, "standings/table.html", context)


@require_safe
def show_entry(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the breakdown of an entry's points."""
    entry = get_visible_or_404(request, entries_seen_by(request.user), pk=pk)
    competition = entry.competition
    page = number_in(request.GET, "page") or 1
    fragment = cached_fragment(
        "entry", entry, competition.version, page, render=lambda: _render_entry(entry, page)
    )
    if request.htmx.target == "entry":
        return HttpResponse(fragment)
    context = {"club": competition.club, "competition": competition, "entry": entry}
    return render(request, "standings/entry.html", context | {"fragment": fragment})


@repeatable_read()
def _render_entry(entry: Entry, number: int) -> str:
    """Render the live fragment of an entry; its tables are cached separately."""
    played = tables_of(entry)
    page = Paginator(played, TABLES_A_PAGE).get_page(number)
    stages = load_stage_details(entry, played, list(page))
    competition = entry.competition
    keys = {
        each: ("opened", entry, *each.played, *each[1:], competition.scoring)
        for stage in stages
        for each in stage.tables
    }

    def render_tables(missing: Sequence[DetailRequest]) -> dict[DetailRequest, str]:
        return {
            request: render_to_string(
                "standings/_table_detail.html", {"competition": competition, "detail": detail}
            )
            for request, detail in load_table_details(missing).items()
        }

    tables = cached_fragments(keys, render_tables)
    own = reverse("standings:entry", args=[entry.pk])
    context = {
        "competition": competition,
        "entry": entry,
        "page_obj": page,
        "address": own if number == 1 else f"{own}?page={number}",
        "on_page": {each.table for each in page},
        "stages": [(stage, [tables[each] for each in stage.tables]) for stage in stages],
    }
    fragment = render_to_string("standings/_entry.html", context)
    return cache_if_named(fragment, is_named=page.number == number)


@require_safe
def show_team(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the points of a team by member."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    team = team_of(competition, request.GET.get("name", ""))
    if team is None:
        raise NotVisibleError(_("This team is not in the standings."))
    context = {
        "club": competition.club,
        "competition": competition,
        "shown": team,
        "team": team.row,
        "count": team.count,
        "address": f"{reverse('standings:team', args=[pk])}?{urlencode({'name': team.row.name})}",
    }
    is_fragment = request.htmx.target == "team"
    template = "standings/_team.html" if is_fragment else "standings/team.html"
    return render(request, template, context)


@require_safe
def show_forecast(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the forecast of a competition."""
    competition = get_visible_or_404(
        request, competitions_visible_to(request.user).select_related("forecast"), pk=pk
    )
    forecast = getattr(competition, "forecast", None)
    number = number_in(request.GET, "page") or 1
    fragment = cached_fragment(
        "forecast",
        competition,
        forecast.version if forecast else 0,
        number,
        render=lambda: _render_forecast(competition, forecast, number),
    )
    if request.htmx.target == "forecast":
        return HttpResponse(fragment)
    context: dict[str, Any] = {
        "club": competition.club,
        "competition": competition,
        "fragment": fragment,
    }
    if forecast is not None and request.user.is_authenticated:
        own = row_of(forecast, entry_of(competition, request.user))
        context |= {"own": own, "forecast": as_stage_forecast(forecast, ())} if own else {}
    return render(request, "standings/forecast.html", context)


def _render_forecast(competition: Competition, forecast: Forecast | None, number: int) -> str:
    """Render the live fragment of a forecast."""
    own = reverse("standings:forecast", args=[competition.pk])
    context: dict[str, Any] = {
        "competition": competition,
        "stored": forecast,
        "is_measured": not are_points_known(competition),
        "address": own if number == 1 else f"{own}?page={number}",
    }
    if forecast is None:
        context["is_planned"] = competition.stages.filter(planned_rounds__isnull=False).exists()
    elif forecast.content is not None:
        context["forecast"], context["page_obj"] = page_of(forecast, number, ROWS_A_PAGE)
    page = context.get("page_obj")
    return cache_if_named(
        render_to_string("standings/_forecast.html", context),
        is_named=number == (page.number if page else 1),
    )
