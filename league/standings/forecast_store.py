"""Stored forecasts of competitions, computed by a background task."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from league.competitions.models import Competition, Entry, Stage
from league.core import live
from league.standings.clinching import Goal
from league.standings.forecasts import work_out
from league.standings.models import Forecast

TOPIC: Final = "forecast"
AT_MOST_EVERY: Final = timedelta(minutes=1)
"""A forecast is not worked out again before, however much happens."""


class ForecastRow(NamedTuple):
    """The chances of an entry; `needs` are pairs of a place at the next table and a chance."""

    entry_id: int
    name: str
    points: int
    chance: float
    mean_place: float
    needs: tuple[tuple[int, float], ...]


class StageForecast(NamedTuple):
    """The forecast of a stage; `matches` is the number of matches it was measured from, if any."""

    stage: Stage
    goal: Goal
    rows: tuple[ForecastRow, ...]
    rounds_left: int
    simulations: int
    seed: int
    is_playing: bool
    matches: int | None
    calculated_at: datetime


FROM_CONTENT = ("rounds_left", "simulations", "seed", "is_playing", "matches")


def forecasts_to_make(now: datetime) -> list[int]:
    """Return the competitions that have changed and been rated since their forecast."""
    planned = Stage.objects.filter(competition=OuterRef("pk"), planned_rounds__isnull=False)
    is_old = ~Q(forecast__competition_version=F("version")) & Q(
        forecast__calculated_at__lte=now - AT_MOST_EVERY
    )
    due = Competition.objects.filter(
        Exists(planned), Q(forecast=None) | is_old, rated__version=F("version")
    )
    return list(due.order_by("pk").values_list("pk", flat=True))


def update_forecast(*, competition_id: int, now: datetime) -> None:
    """Compute and store the forecast of a competition; nothing is locked meanwhile."""
    competition = Competition.objects.get(pk=competition_id)
    content = work_out(competition)
    values = {
        "competition_version": competition.version,
        "calculated_at": now,
        "content": content,
    }
    with transaction.atomic():
        forecast, _ = Forecast.objects.update_or_create(
            competition=competition,
            defaults={**values, "version": F("version") + 1},
            create_defaults={**values, "version": 1},
        )
        forecast.refresh_from_db(fields=["version"])
        live.publish({live.topic_name(TOPIC, competition.pk): forecast.version})


def forecast_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the versions of forecasts by competition, 0 without one."""
    stored = Forecast.objects.filter(pk__in=ids).values_list("pk", "version")
    return dict.fromkeys(ids, 0) | dict(stored)


def forecast_of(competition: Competition) -> StageForecast | None:
    """Return the stored forecast of a competition, if any."""
    forecast = Forecast.objects.filter(competition=competition).first()
    if forecast is None or forecast.content is None:
        return None
    return as_stage_forecast(forecast, forecast.content["rows"])


def page_of(forecast: Forecast, number: int, rows_a_page: int) -> "tuple[StageForecast, Page[Any]]":
    """Return a forecast with the rows of a page, and the page."""
    page = Paginator(_content(forecast)["rows"], rows_a_page).get_page(number)
    return as_stage_forecast(forecast, list(page.object_list)), page


def row_of(forecast: Forecast, entry_id: int | None) -> ForecastRow | None:
    """Return the row of an entry, if any."""
    own = [values for values in _content(forecast)["rows"] if values[0] == entry_id]
    return _rows(own)[0] if own else None


def as_stage_forecast(forecast: Forecast, rows: Sequence[Sequence[Any]]) -> StageForecast:
    """Return a forecast with some of its rows."""
    content = _content(forecast)
    return StageForecast(
        stage=Stage.objects.get(competition=forecast.pk, number=content["stage"]),
        goal=Goal(*content["goal"]),
        rows=_rows(rows),
        calculated_at=forecast.calculated_at,
        **{name: content[name] for name in FROM_CONTENT},
    )


def _content(forecast: Forecast) -> Mapping[str, Any]:
    content: Mapping[str, Any] = forecast.content or {"rows": []}
    return content


def _rows(stored: Sequence[Sequence[Any]]) -> tuple[ForecastRow, ...]:
    entries = Entry.objects.filter(pk__in=[entry for entry, *_ in stored])
    names = dict(entries.values_list("pk", "player__name"))
    return tuple(
        ForecastRow(entry, names[entry], points, chance, mean, tuple((p, c) for p, c in needs))
        for entry, points, chance, mean, needs in stored
        if entry in names
    )
