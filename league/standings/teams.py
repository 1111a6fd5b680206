"""The standings of teams."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.tournament.tiebreaks import POINTS, Ranking, Row, rank
from league.competitions.models import Competition
from league.standings.queries import StandingRow, standings_of
from league.standings.texts import comparison_text


class TeamRow(NamedTuple):
    """A team's row: its `counted` members add up to its points; `decided` as in OverviewRow."""

    name: str
    place: int
    points: int
    wins: int
    game_points: int
    counted: tuple[StandingRow, ...]
    others: tuple[StandingRow, ...]
    decided: str = ""

    @property
    def members(self) -> tuple[StandingRow, ...]:
        """All members, those who count first."""
        return self.counted + self.others


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a competition with `count` teams."""

    competition: Competition
    row: TeamRow
    count: int


def team_of(competition: Competition, name: str) -> Team | None:
    """Return the team of this name, if the standings have one."""
    teams = teams_of(standings_of(competition), competition.team_best)
    return next((Team(competition, row, len(teams)) for row in teams if row.name == name), None)


def teams_of(rows: Sequence[StandingRow], best: int | None) -> list[TeamRow]:
    """Return the teams of rows, best first; `best` members of each count, None: all."""
    members: dict[str, list[StandingRow]] = {}
    for row in rows:
        if row.team and not row.is_guest:
            members.setdefault(row.team, []).append(row)
    names = sorted(members)
    in_order = [
        sorted(
            members[name], key=lambda row: (-row.points, -row.wins, -row.game_points, row.entry_id)
        )
        for name in names
    ]
    ranked = rank([_sum(at, rows[:best]) for at, rows in enumerate(in_order)])
    return [
        TeamRow(
            name=names[total.entry],
            place=ranking.place,
            points=total.points,
            wins=total.wins,
            game_points=total.game_points,
            counted=tuple(in_order[total.entry][:best]),
            others=tuple(in_order[total.entry][best:]) if best else (),
            decided=decided,
        )
        for ranking, decided in zip(ranked, _decided(ranked, names), strict=True)
        if (total := ranking.row)
    ]


def _decided(ranked: Sequence[Ranking], names: Sequence[str]) -> list[str]:
    """Return for each team the tie-breaks that separate it from the next places."""
    first = {ranking.place: names[ranking.row.entry] for ranking in reversed(ranked)}
    below = dict(pairwise(sorted(first)))
    above = {lower: upper for upper, lower in below.items()}
    found = []
    for ranking in ranked:
        parts = []
        if (gap := ranking.ahead) and gap.criterion != POINTS:
            what = comparison_text(gap.criterion, gap.better, gap.worse)
            names_of = {"name": first[below[ranking.place]], "what": what}
            parts.append(_("ahead of %(name)s on %(what)s") % names_of)
        if (gap := ranking.behind) and gap.criterion != POINTS:
            what = comparison_text(gap.criterion, gap.worse, gap.better)
            names_of = {"name": first[above[ranking.place]], "what": what}
            parts.append(_("behind %(name)s on %(what)s") % names_of)
        found.append(", ".join(parts))
    return found


def _sum(at: int, counted: Sequence[StandingRow]) -> Row:
    return Row(
        entry=at,
        points=sum(row.points for row in counted),
        wins=sum(row.wins for row in counted),
        game_points=sum(row.game_points for row in counted),
    )
