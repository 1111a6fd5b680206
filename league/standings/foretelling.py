"""Keep the forecasts of competitions, which are worked out beside the requests."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from league.competitions.models import Competition, Entry, Stage
from league.core import live
from league.standings.forecasts import work_out
from league.standings.models import Forecast
from league.standings.outlook import Goal

TOPIC: Final = "forecast"
AT_MOST_EVERY: Final = timedelta(minutes=1)
"""A forecast is not worked out again before, however much happens."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Name an entry, with its league points when the forecast was made."""

    entry_id: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """Hold an entry's chances from 0 to 1: to reach the goal, and by the place at its next table.

    `needs` are pairs of such a place and the chance after it.
    """

    standing: Contender
    chance: float
    mean_place: float
    needs: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class StageForecast:
    """Hold the forecast of a stage, likeliest first, as of `told_at`.

    `rounds_left` are still to be drawn, `is_playing`: tables are being played, and the needs are of
    these. `matches` is from how many matches it was measured what a table is worth, None where that
    follows from the places.
    """

    stage: Stage
    goal: Goal
    rows: tuple[ForecastRow, ...]
    rounds_left: int
    simulations: int
    seed: int
    is_playing: bool
    matches: int | None
    told_at: datetime


def forecasts_to_make(now: datetime) -> list[int]:
    """List the competitions that have changed, and been rated, since they were forecast."""
    planned = Stage.objects.filter(competition=OuterRef("pk"), planned_rounds__isnull=False)
    is_old = ~Q(forecast__competition_version=F("version")) & Q(
        forecast__told_at__lte=now - AT_MOST_EVERY
    )
    due = Competition.objects.filter(
        Exists(planned), Q(forecast=None) | is_old, rated__version=F("version")
    )
    return list(due.order_by("pk").values_list("pk", flat=True))


def foretell(*, competition_id: int, now: datetime) -> None:
    """Work out the forecast of a competition as it is, and keep it.

    It is played out before anything is locked; who changes something meanwhile makes it due again.
    """
    competition = Competition.objects.get(pk=competition_id)
    content = work_out(competition)
    with transaction.atomic():
        forecast, _ = Forecast.objects.update_or_create(
            competition=competition,
            defaults={
                "competition_version": competition.version,
                "told_at": now,
                "content": content,
                "version": F("version") + 1,
            },
            create_defaults={
                "competition_version": competition.version,
                "told_at": now,
                "content": content,
                "version": 1,
            },
        )
        forecast.refresh_from_db(fields=["version"])
        live.publish({live.topic_name(TOPIC, competition.pk): forecast.version})


def forecast_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the version of each of these competitions' forecasts, 0 while there is none."""
    kept = Forecast.objects.filter(pk__in=ids).values_list("pk", "version")
    return dict.fromkeys(ids, 0) | dict(kept)


def forecast_of(competition: Competition) -> StageForecast | None:
    """Return the forecast that is kept of a competition; None where there is nothing to be told."""
    forecast = kept_forecast(competition)
    if forecast is None or forecast.content is None:
        return None
    return told(forecast, forecast.content["rows"])


def kept_forecast(competition: Competition) -> Forecast | None:
    """Return what is kept of a competition's forecast; None until it has been worked out."""
    return Forecast.objects.filter(competition=competition).first()


def page_of(forecast: Forecast, number: int, rows_a_page: int) -> "tuple[StageForecast, Page[Any]]":
    """Return a forecast that is told with the rows of one page alone, and the page."""
    page = Paginator(_content(forecast)["rows"], rows_a_page).get_page(number)
    return told(forecast, list(page.object_list)), page


def row_of(forecast: Forecast, entry_id: int | None) -> ForecastRow | None:
    """Return the row of one entry, if it has one."""
    own = [values for values in _content(forecast)["rows"] if values[0] == entry_id]
    return _rows(own)[0] if own else None


def told(forecast: Forecast, rows: Sequence[Sequence[Any]]) -> StageForecast:
    """Return a forecast that has been worked out, with these of its rows."""
    content = _content(forecast)
    return StageForecast(
        stage=Stage.objects.get(competition=forecast.pk, number=content["stage"]),
        goal=Goal(*content["goal"]),
        rows=_rows(rows),
        told_at=forecast.told_at,
        **{
            name: content[name]
            for name in ("rounds_left", "simulations", "seed", "is_playing", "matches")
        },
    )


def _content(forecast: Forecast) -> Mapping[str, Any]:
    content: Mapping[str, Any] = forecast.content or {"rows": []}
    return content


def _rows(kept: Sequence[Sequence[Any]]) -> tuple[ForecastRow, ...]:
    entries = Entry.objects.filter(pk__in=[entry for entry, *_ in kept])
    names = dict(entries.values_list("pk", "player__name"))
    return tuple(
        ForecastRow(
            Contender(entry, names[entry], points),
            chance,
            mean_place,
            tuple((place, after) for place, after in needs),
        )
        for entry, points, chance, mean_place, needs in kept
        if entry in names
    )
