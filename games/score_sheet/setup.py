"""What is known of a hand before it is played: who deals, who begins, who plays with whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.base import Json, Seat
from games.score_sheet.sheet import Partners, ScoreSheet, Teams


@dataclass(frozen=True, slots=True)
class ScoreSheetSetup:
    """Say who deals, leads and partners whom in a hand."""

    sheet: ScoreSheet
    number: int
    seats: int
    dealer: Seat
    leader: Seat
    teams: Teams

    @property
    def solo(self) -> Seat | None:
        """The one seat without a partner in a hand with teams."""
        alone = [team for team in self.sides if len(team) == 1]
        return alone[0][0] if self.teams and len(alone) == 1 else None

    @property
    def sides(self) -> Teams:
        """All teams, and behind them each seat that plays alone."""
        return sides_of(self.teams, self.seats)

    @property
    def records_teams(self) -> bool:
        """Tell whether the record of the hand says who played with whom."""
        return bool(self.teams) and self.sheet.partners.are_recorded

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows; teams and solo are null where none are formed."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "leader": self.leader,
            "teams": [list(team) for team in self.teams] or None,
            "solo": self.solo,
        }

    def as_log(self) -> dict[str, Json]:
        """Write the set-up with the number of seats."""
        return {"seats": self.seats, **self.as_json()}


@lru_cache(maxsize=1_000)
def sides_of(teams: Teams, seats: int) -> Teams:
    """Return all teams, and behind them each seat that plays alone."""
    in_teams = {seat for team in teams for seat in team}
    return (*teams, *((seat,) for seat in range(seats) if seat not in in_teams))


@lru_cache(maxsize=1_000)
def team_of_each(teams: Teams, seats: int) -> Teams:
    """Return for each seat its team, in seat order; who plays alone is a team of one."""
    sides = sides_of(teams, seats)
    return tuple(next(tuple(sorted(s)) for s in sides if seat in s) for seat in range(seats))


def teams_ahead(partners: Partners, number: int, order: Sequence[Seat]) -> Teams:
    """Return the teams of a hand, as far as they are known; `order` is best placed first.

    They depend on its number, void hands included: a hand that is made void later changes nobody's
    partners in the hands after it.
    """
    if partners.kind == "places":
        return _paired(order) if number > 1 else ()
    turns = partners.turns.get(len(order), ((),))
    return turns[(number - 1) % len(turns)]


def _paired(order: Sequence[Seat]) -> Teams:
    """Pair the upper half with the lower, best with best; the middle one plays alone."""
    half = len(order) // 2
    return tuple(zip(order[:half], order[len(order) - half :], strict=True))
