"""Add up the teams of a competition."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.tournament.tiebreaks import Row, rank
from league.standings.queries import StandingRow


@dataclass(frozen=True, slots=True)
class TeamRow:
    """Hold where a team stands; `counted` members add up to its points, `others` do not count."""

    name: str
    place: int
    points: int
    wins: int
    game_points: int
    counted: tuple[StandingRow, ...]
    others: tuple[StandingRow, ...]


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
    return [
        TeamRow(
            name=names[ranking.row.entry],
            place=ranking.place,
            points=ranking.row.points,
            wins=ranking.row.wins,
            game_points=ranking.row.game_points,
            counted=tuple(in_order[names[ranking.row.entry]][:best]),
            others=tuple(in_order[names[ranking.row.entry]][best:]) if best else (),
        )
        for ranking in rank(sums)
    ]


def _sum(at: int, counted: Sequence[StandingRow]) -> Row:
    return Row(
        entry=at,
        points=sum(row.points for row in counted),
        wins=sum(row.wins for row in counted),
        game_points=sum(row.game_points for row in counted),
    )
