"""Rendering of standings, and template tags of standings and ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Competition, stage_label
from league.core.fragments import cache_if_named, cached_fragment, render_rows
from league.standings.overview import Overview, OverviewRow, StandingsQuery, overview_of
from league.standings.queries import entry_of
from league.standings.texts import adjustment_text, criterion_label, summarise_scoring
from league.standings.top import top_of


class Name(NamedTuple):
    """The name of a row, with its entry."""

    entry: int
    name: str


class Notes(NamedTuple):
    """The notes next to a name."""

    certainty: str
    stage: str
    team: str
    competition: int
    is_gone: bool


class ShownRow(NamedTuple):
    """A row of the standings; parts that rarely change are cached separately."""

    entry: int
    place: str
    name: SafeString
    place_change: SafeString
    notes: SafeString
    reasons: tuple[str, ...]
    points: int
    wins: int
    game_points: int
    tables: int
    cells: SafeString
    is_cut: bool
    is_provisional: bool


def _shown_rows(overview: Overview, competition: int) -> list[ShownRow]:
    """Return what is shown of the rows of a page."""
    rows = [(row, row.standing) for row in overview.rows]
    names = [Name(standing.entry_id, standing.name) for _, standing in rows]
    notes = [
        Notes(
            certainty=row.certainty,
            stage="" if overview.stage else stage_label(standing.stage_number, standing.stage_name),
            team=standing.team,
            competition=competition,
            is_gone=standing.has_left and standing.place is not None,
        )
        for row, standing in rows
    ]
    return [
        ShownRow(
            entry=standing.entry_id,
            place=standing.shown_place,
            name=name,
            place_change=place_change,
            notes=note,
            reasons=_reasons(row),
            points=standing.points,
            wins=standing.wins,
            game_points=standing.game_points,
            tables=standing.tables,
            cells=SafeString("".join(render_rows("standings/_cell.html", row.cells))),
            is_cut=row.is_cut,
            is_provisional=standing.is_provisional,
        )
        for (row, standing), name, place_change, note in zip(
            rows,
            render_rows("standings/_name.html", names),
            render_rows("standings/_place_change.html", [row.place_change for row, _ in rows]),
            render_rows("standings/_notes.html", notes),
            strict=True,
        )
    ]


def _reasons(row: OverviewRow) -> tuple[str, ...]:
    """Return why a row stands where it stands: what decided a tie, penalties and bonuses."""
    texts = (row.decided, *(adjustment_text(each) for each in row.adjustments))
    return tuple(text for text in texts if text)


def render_standings(
    competition: Competition, query: StandingsQuery, own: int | None = None
) -> SafeString:
    """Return the live fragment of standings with one's own row; searches are not cached."""
    if query.find:
        return _with_own_row(_render(competition, query), own)
    key = ("standings", competition, competition.version, *query)
    fragment = cached_fragment(*key, render=lambda: _render(competition, query))
    return _with_own_row(fragment, own)


def _with_own_row(fragment: str, own: int | None) -> SafeString:
    """Mark the row of an entry, so that all visitors share what is cached."""
    row = f'<tr id="entry-{own}" class="'
    return SafeString(fragment.replace(row, f"{row}me ", 1))


def _render(competition: Competition, query: StandingsQuery) -> str:
    overview = overview_of(competition, query)
    context = {
        "competition": competition,
        "query": query,
        "overview": overview,
        "rows": render_rows("standings/_row.html", _shown_rows(overview, competition.pk)),
        "address": address_of(competition, query),
        "other_view": address_of(competition, query._replace(by_round=not query.by_round)),
        "whole": address_of(competition, query._replace(page=1, find="")),
    }
    if (page := overview.page) is not None:
        for name, number in ("earlier", page.number - 1), ("later", page.number + 1):
            if number in page.paginator.page_range:
                context[name] = address_of(competition, query._replace(page=number, entry=None))
    return cache_if_named(
        render_to_string("standings/_table.html", context), is_named=_is_named(query, overview)
    )


def _is_named(query: StandingsQuery, overview: Overview) -> bool:
    """Return whether the query is exactly what is shown, so that it can be cached."""
    is_stage = query.stage is None or (overview.stage and overview.stage.number == query.stage)
    if not is_stage or overview.after != query.after:
        return False
    if query.entry is not None:
        found = any(row.standing.entry_id == query.entry for row in overview.rows)
        return found and query.page == 1
    return overview.page is None or overview.page.number == query.page


def address_of(competition: Competition, query: StandingsQuery) -> str:
    """Return the address of standings."""
    wanted = {
        "stage": query.stage,
        "after": query.after,
        "settled": int(query.is_settled),
        "page": query.page if query.page != 1 else None,
        "entry": query.entry,
        "find": query.find,
        "rounds": int(query.by_round),
    }
    parameters = urlencode({name: value for name, value in wanted.items() if value})
    address = reverse("standings:table", args=[competition.pk])
    return f"{address}?{parameters}" if parameters else address


register = template.Library()


@register.simple_tag
def standings_table(
    competition: Competition, query: StandingsQuery | None = None, own: int | None = None
) -> SafeString:
    """Render the live standings, with the row of an entry marked as one's own."""
    return render_standings(competition, query or StandingsQuery(page=1), own)


@register.simple_tag(takes_context=True)
def standings_top(
    context: Context, competition: Competition, places: int, heading: str = ""
) -> SafeString:
    """Render the best of a competition, with the visitor's own row."""
    own = entry_of(competition, context["request"].user)

    def render() -> str:
        top = top_of(competition, own=own, places=places)
        data = {"competition": competition, "top": top, "heading": heading}
        return render_to_string("standings/_top.html", data)

    return cached_fragment(
        "standings-top",
        competition,
        competition.version,
        own,
        places,
        bool(heading),
        render=render,
    )


register.filter("criterion", criterion_label)
register.simple_tag(stage_label, name="stage_name")
register.simple_tag(summarise_scoring)


@register.filter
def distance(place_change: int) -> int:
    """Return the number of places moved."""
    return abs(place_change)


@register.simple_tag
def place_change_text(place_change: int) -> str:
    """Return the change of a place as a text."""
    count = abs(place_change)
    if place_change > 0:
        return ngettext("up %(count)d place", "up %(count)d places", count) % {"count": count}
    return ngettext("down %(count)d place", "down %(count)d places", count) % {"count": count}


@register.filter
def percent(chance: float) -> str:
    """Return a chance in per cent; never 0 or 100."""
    if chance < 0.01:
        return _("< 1 %")
    if chance > 0.99:
        return _("> 99 %")
    return _("%(number)d %%") % {"number": round(100 * chance)}


@register.filter
def after_places(needs: Sequence[tuple[int, float]]) -> str:
    """Return the chance after each place at the next table."""
    chances = [(place, percent(chance)) for place, chance in needs]
    first, *others = {chance for _place, chance in chances}
    if not others:
        return _("%(chance)s in any place") % {"chance": first}
    return " · ".join(
        _("place %(place)s: %(chance)s") % {"place": place, "chance": chance}
        for place, chance in chances
    )


@register.filter
def hundredths(number: float) -> str:
    """Return a number with 2 decimals and a real minus."""
    return number_format(round(number, 2), 2).replace("-", "\u2212")
