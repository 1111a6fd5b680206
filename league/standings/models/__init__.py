"""Derived: what tables are worth, who stands where, and who is how strong."""

from league.standings.models.forecasts import Forecast
from league.standings.models.honours import Honours, RoundDeeds
from league.standings.models.ratings import (
    PlayerRating,
    RatedCompetition,
    RatedTable,
    RatingBook,
    RatingChange,
)
from league.standings.models.standings import Standing, TableResult, Unranked

__all__ = [
    "Forecast",
    "Honours",
    "PlayerRating",
    "RatedCompetition",
    "RatedTable",
    "RatingBook",
    "RatingChange",
    "RoundDeeds",
    "Standing",
    "TableResult",
    "Unranked",
]
