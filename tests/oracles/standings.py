"""Say what results and standings must be, slowly and from nothing but seats and scores.

Written apart from the site's code: no sums by the database, no grouping, no shared function.
"""

from fractions import Fraction
from typing import NamedTuple

from league.competitions.models import Competition, Seat, Table
from league.results.models import TableScore


class Result(NamedTuple):
    table: int
    entry: int
    place: int
    game_points: int
    points: int


class Row(NamedTuple):
    entry: int
    place: int
    points: int
    wins: int
    game_points: int
    tables: int
    decided_by: str


def expected_results(competition: Competition) -> list[Result]:
    """Go through every seat of every table that counts."""
    results = []
    for table in Table.objects.filter(round__stage__competition=competition, dissolved_at=None):
        score = TableScore.objects.filter(table=table, hands__gt=0).first()
        if score is not None:
            for seat in Seat.objects.filter(table=table):
                place = score.places[seat.number]
                points = _points(place, score.places.count(place), competition.place_points)
                total = score.totals[seat.number]
                results.append(Result(table.pk, seat.entry_id, place, total, points))
    return sorted(results)


def _points(place: int, sharers: int, scale: list[int]) -> int:
    worth = dict(enumerate(scale, start=1))
    whole = sum(worth.get(place + further, 0) for further in range(sharers))
    return Fraction(whole, sharers).__floor__()


def expected_standings(competition: Competition) -> list[Row]:
    """Compare every entry with every other."""
    results = expected_results(competition)
    sums = {}
    for entry in {result.entry for result in results}:
        own = [result for result in results if result.entry == entry]
        points = sum(result.points for result in own)
        wins = len([result for result in own if result.place == 1])
        sums[entry] = (points, wins, sum(result.game_points for result in own), len(own))
    return sorted(
        Row(entry, _place(entry, sums), *sums[entry], _decided_by(entry, sums)) for entry in sums
    )


def _place(entry: int, sums: dict[int, tuple[int, int, int, int]]) -> int:
    return 1 + sum(other[:3] > sums[entry][:3] for other in sums.values())


def _decided_by(entry: int, sums: dict[int, tuple[int, int, int, int]]) -> str:
    """Name the last criterion up to which some entry of another place was equal so far."""
    mine = sums[entry][:3]
    others = [other[:3] for other in sums.values() if other[:3] != mine]
    if not others:
        return ""
    if any(other[:2] == mine[:2] for other in others):
        return "game_points"
    if any(other[:1] == mine[:1] for other in others):
        return "wins"
    return "points"
