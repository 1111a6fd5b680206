"""Add up the teams of a competition."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from games.tournament.tiebreaks import POINTS, Ranking, Row, rank
from league.competitions.models import Competition
from league.standings.queries import StandingRow, standings_of
from league.standings.words import compared_words


@dataclass(frozen=True, slots=True)
class TeamRow:
    """Hold where a team stands; `counted` members add up to its points, `others` do not count.

    `decided` says what decided the place where points did not, "" where they did.
    """

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
        """Everybody in the team, those who count first."""
        return self.counted + self.others


@dataclass(frozen=True, slots=True)
class Team:
    """Hold where one of the `count` teams of a competition stands now."""

    competition: Competition
    row: TeamRow
    count: int


def team_of(competition: Competition, name: str) -> Team | None:
    """Return the team of this name; None where the standings have no such team."""
    teams = teams_of(standings_of(competition), competition.team_best)
    return next((Team(competition, row, len(teams)) for row in teams if row.name == name), None)


def teams_of(rows: Sequence[StandingRow], best: int | None) -> list[TeamRow]:
    """Return the teams of these entries, best first.

    A team has the league points of its `best` members together (None: of all); then their wins
    decide, then their game points. A guest without a place counts for no team, who has played too
    few rounds does.
    """
    members: dict[str, list[StandingRow]] = {}
    for row in rows:
        if row.team and not row.is_guest:
            members.setdefault(row.team, []).append(row)
    names = sorted(members)
    in_order = {
        name: sorted(
            members[name],
            key=lambda row: (-row.points, -row.wins, -row.game_points, row.entry_id),
        )
        for name in names
    }
    sums = [_sum(at, in_order[name][:best]) for at, name in enumerate(names)]
    ranked = rank(sums)
    return [
        TeamRow(
            name=names[ranking.row.entry],
            place=ranking.place,
            points=ranking.row.points,
            wins=ranking.row.wins,
            game_points=ranking.row.game_points,
            counted=tuple(in_order[names[ranking.row.entry]][:best]),
            others=tuple(in_order[names[ranking.row.entry]][best:]) if best else (),
            decided=decided,
        )
        for ranking, decided in zip(ranked, _decided(ranked, names), strict=True)
    ]


def _decided(ranked: Sequence[Ranking], names: Sequence[str]) -> list[str]:
    """Say for each team what parts it from the next ones with another place, besides points."""
    first = {ranking.place: names[ranking.row.entry] for ranking in reversed(ranked)}
    below = dict(pairwise(sorted(first)))
    above = {lower: upper for upper, lower in below.items()}
    found = []
    for ranking in ranked:
        parts = []
        if (gap := ranking.ahead) and gap.criterion != POINTS:
            what = compared_words(gap.criterion, gap.better, gap.worse)
            name = first[below[ranking.place]]
            parts.append(_("ahead of %(name)s by %(what)s") % {"name": name, "what": what})
        if (gap := ranking.behind) and gap.criterion != POINTS:
            what = compared_words(gap.criterion, gap.worse, gap.better)
            name = first[above[ranking.place]]
            parts.append(_("behind %(name)s by %(what)s") % {"name": name, "what": what})
        found.append(", ".join(parts))
    return found


def _sum(at: int, counted: Sequence[StandingRow]) -> Row:
    return Row(
        entry=at,
        points=sum(row.points for row in counted),
        wins=sum(row.wins for row in counted),
        game_points=sum(row.game_points for row in counted),
    )
