"""Say what results and standings must be, slowly, from seats, scores and adjustments alone.

Written from docs/scoring.md, apart from the site's code: no sums by the database, nothing shared.
"""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any, NamedTuple

from games.registry import game as find_game
from league.competitions.models import Competition, Entry, Seat, Stage, StageEntry, Table
from league.results.models import Adjustment, TableScore


class Result(NamedTuple):
    table: int
    entry: int
    place: int
    game_points: int
    points: int


class Row(NamedTuple):
    stage: int
    entry: int
    place: int | None
    points: int
    wins: int
    game_points: int
    tables: int
    rounds: int
    decided_by: str


def expected_results(competition: Competition) -> list[Result]:
    """Go through every seat of every table that counts."""
    results: list[Result] = []
    for table in Table.objects.filter(round__stage__competition=competition, dissolved_at=None):
        score = TableScore.objects.filter(table=table).first()
        # A match of which only the outcome is known is over without a hand.
        has_something = score is not None and (score.hands > 0 or score.is_over)
        if score is not None and has_something and _counts(competition, table, score):
            results += _results_of(competition, table, score)
    return sorted(results)


def _counts(competition: Competition, table: Table, score: TableScore) -> bool:
    if competition.unfinished == "standing" or score.is_over:
        return True
    return table.round.status != "closed" or table.adjourned_at is not None


def _results_of(competition: Competition, table: Table, score: TableScore) -> list[Result]:
    seats = sorted(Seat.objects.filter(table=table), key=lambda seat: seat.number)
    partners = [
        [
            n
            for n, other in enumerate(seats)
            if n == m or (s.pair is not None and s.pair == other.pair)
        ]
        for m, s in enumerate(seats)
    ]
    means = [Fraction(sum(score.totals[n] for n in own), len(own)) for own in partners]
    places = list(score.places)
    if any(len(own) > 1 for own in partners):
        places = [1 + len([1 for other in means if other > mine]) for mine in means]
    results = []
    for number, seat in enumerate(seats):
        points = _base(competition, number, places, means, partners)
        points += _bonuses(competition, table, number, places, partners, score.totals)
        entry = _whose(competition, seat)
        if entry is not None:
            results.append(Result(table.pk, entry, places[number], score.totals[number], points))
    return results


def _whose(competition: Competition, seat: Seat) -> int | None:
    if seat.player_id == seat.entry.player_id or competition.substitutes == "entry":
        return seat.entry_id
    if competition.substitutes == "nobody":
        return None
    own = Entry.objects.filter(competition=competition, player=seat.player_id).first()
    return own.pk if own else None


def _base(
    competition: Competition,
    seat: int,
    places: list[int],
    means: list[Fraction],
    partners: list[list[int]],
) -> int:
    if competition.scoring == "places":
        scale = competition.size_points.get(str(len(places)), competition.place_points)
        worth = dict(enumerate(scale, start=1))
        sharers = places.count(places[seat])
        taken = [worth.get(places[seat] + further, 0) for further in range(sharers)]
        return floor(Fraction(sum(taken), sharers))
    if competition.scoring == "raw":
        return floor(means[seat])
    if competition.scoring == "normalised":
        if max(means) == min(means):
            return 500
        return floor(1000 * (means[seat] - min(means)) / (max(means) - min(means)))
    others = [place for n, place in enumerate(places) if n not in partners[seat]]
    if not others:
        return 0
    beaten = [
        Fraction(1) if place > places[seat] else Fraction(place == places[seat], 2)
        for place in others
    ]
    return floor(1000 * sum(beaten, Fraction(0)) / len(others))


def _bonuses(
    competition: Competition,
    table: Table,
    seat: int,
    places: list[int],
    partners: list[list[int]],
    totals: list[int],
) -> int:
    bonus = 0
    if places[seat] == 1:
        sides = {tuple(partners[n]) for n, place in enumerate(places) if place == 1}
        bonus += floor(Fraction(competition.win_bonus, len(sides)))
    options: Any = find_game(table.game).options(table.options)
    if totals[seat] >= options.target:
        bonus += competition.target_bonus
    return bonus


class Books(NamedTuple):
    """What one entry has in a stage."""

    points: int
    wins: int
    game_points: int
    places: list[int]
    byes: int
    tables: int
    rounds: int


def expected_standings(competition: Competition) -> list[Row]:
    """Work out every stage from every entry's books."""
    rows: list[Row] = []
    results = expected_results(competition)
    for stage in Stage.objects.filter(competition=competition):
        rows += _standings_of(competition, stage, results)
    return sorted(rows)


def _standings_of(competition: Competition, stage: Stage, everything: list[Result]) -> list[Row]:
    rounds = {table.pk: table.round.number for table in Table.objects.filter(round__stage=stage)}
    results = [result for result in everything if result.table in rounds]
    books = {}
    for entry in Entry.objects.filter(competition=competition):
        own = [result for result in results if result.entry == entry.pk]
        given = [
            each
            for each in Adjustment.objects.filter(entry=entry, cancelled_at=None)
            if (each.round.stage == stage if each.round else stage.number == 1)
        ]
        let_in = StageEntry.objects.filter(stage=stage, entry=entry).first()
        if own or given or let_in:
            brought = let_in.carried_points if let_in else 0
            books[entry.pk] = _books(competition, own, given, brought, rounds)
    most = max((own.rounds for own in books.values()), default=0)
    placed = []
    for entry in Entry.objects.filter(pk__in=books):
        is_guest = entry.is_guest and not competition.are_guests_ranked
        if not is_guest and books[entry.pk].rounds >= min(competition.attendance_min, most):
            placed.append(entry.pk)
    paths = _paths(competition, placed, books, results, rounds)
    return [
        Row(
            stage.number,
            entry,
            1 + len([1 for path in paths.values() if path > paths[entry]])
            if entry in paths
            else None,
            own.points,
            own.wins,
            own.game_points,
            own.tables,
            own.rounds,
            _decided_by(competition, entry, paths) if entry in paths else "",
        )
        for entry, own in books.items()
    ]


def _books(
    competition: Competition,
    own: list[Result],
    given: list[Adjustment],
    brought: int,
    rounds: dict[int, int],
) -> Books:
    per_round = {"bye", "absence", "no_show"}
    worth: dict[int, list[int]] = {}
    for result in own:
        sums = worth.setdefault(rounds[result.table], [0, 0, 0])
        for at, value in enumerate((result.points, int(result.place == 1), result.game_points)):
            sums[at] += value
    for each in given:
        if each.kind in per_round and each.round:
            worth.setdefault(each.round.number, [0, 0, 0])[0] += each.points
    best_first = sorted(worth, key=lambda number: (worth[number], number), reverse=True)
    counted = best_first[: competition.best_of] if competition.best_of else best_first
    played = {rounds[result.table] for result in own}
    played |= {each.round.number if each.round else 0 for each in given if each.kind == "bye"}
    besides = sum(each.points for each in given if each.kind not in per_round or each.round is None)
    return Books(
        points=brought
        + besides
        + sum(worth[number][0] for number in counted)
        + competition.attendance_bonus * len(played),
        wins=sum(worth[number][1] for number in counted),
        game_points=sum(worth[number][2] for number in counted),
        places=[result.place for result in own if rounds[result.table] in counted],
        byes=len([1 for each in given if each.kind == "bye"]),
        tables=len(own),
        rounds=len(played),
    )


def _paths(
    competition: Competition,
    placed: list[int],
    books: dict[int, Books],
    results: list[Result],
    rounds: dict[int, int],
) -> dict[int, list[Any]]:
    """Give every entry the list of what was compared of it; the greatest list is first."""

    @cache
    def pairs(table: int) -> dict[int, int | None]:
        return _pairs_at(competition, table)

    paths: dict[int, list[Any]] = {entry: [books[entry].points] for entry in placed}
    for criterion in competition.tie_breaks:
        before = {entry: list(path) for entry, path in paths.items()}
        for entry in placed:
            level = [other for other in placed if before[other] == before[entry]]
            if len(level) > 1:
                value = _value(competition, criterion, entry, level, books, results, rounds, pairs)
                paths[entry].append(value)
            else:
                # What is compared among one alone means nothing.
                paths[entry].append(0)
    return paths


def _value(
    competition: Competition,
    criterion: str,
    entry: int,
    level: list[int],
    books: dict[int, Books],
    results: list[Result],
    rounds: dict[int, int],
    pairs: Callable[[int], dict[int, int | None]],
) -> Any:
    own = [result for result in results if result.entry == entry]
    text = f"{competition.lot_seed}:{entry}"
    in_play = {rounds[result.table] for result in results if result.entry in level}
    latest_first = sorted(in_play, reverse=True)
    values: dict[str, Callable[[], Any]] = {
        "wins": lambda: books[entry].wins,
        "game_points": lambda: books[entry].game_points,
        "byes": lambda: -books[entry].byes,
        "places": lambda: [books[entry].places.count(place) for place in range(1, 9)],
        "rating": lambda: 0,
        "lot": lambda: -int(hashlib.sha256(text.encode()).hexdigest()[:12], 16),
        "best": lambda: sorted([result.points for result in own], reverse=True),
        "latest": lambda: [_points_in(number, own, rounds) for number in latest_first],
        "head_to_head": lambda: _head_to_head(entry, level, own, results),
        "opponents": lambda: _opponents(entry, own, results, books, pairs),
    }
    return values[criterion]()


def _head_to_head(entry: int, level: list[int], own: list[Result], results: list[Result]) -> int:
    return sum(
        (mine.place < other.place) - (mine.place > other.place)
        for mine in own
        for other in results
        if other.table == mine.table and other.entry in level and other.entry != entry
    )


def _opponents(
    entry: int,
    own: list[Result],
    results: list[Result],
    books: dict[int, Books],
    pairs: Callable[[int], dict[int, int | None]],
) -> int:
    opponents = [
        books[other.entry].points
        for mine in own
        for other in results
        if other.table == mine.table
        and other.entry != entry
        and not _are_partners(mine, other, pairs(mine.table))
    ]
    return floor(Fraction(1000 * sum(opponents), len(opponents))) if opponents else 0


def _points_in(number: int, own: list[Result], rounds: dict[int, int]) -> tuple[int, int]:
    here = [result.points for result in own if rounds[result.table] == number]
    return (1, sum(here)) if here else (0, 0)


def _pairs_at(competition: Competition, table: int) -> dict[int, int | None]:
    """Say of whom each seat of a table counts for in which pair they sat."""
    seats = Seat.objects.filter(table=table).select_related("entry")
    whose = [(_whose(competition, seat), seat.pair) for seat in seats]
    return {entry: pair for entry, pair in whose if entry is not None}


def _are_partners(mine: Result, other: Result, pairs: dict[int, int | None]) -> bool:
    return pairs[mine.entry] is not None and pairs[mine.entry] == pairs[other.entry]


def _decided_by(competition: Competition, entry: int, paths: dict[int, list[Any]]) -> str:
    """Name the last criterion up to which some entry of another place was equal so far."""
    criteria = ["points", *competition.tie_breaks]
    needed = [
        next(at for at, value in enumerate(path) if value != paths[entry][at])
        for path in paths.values()
        if path != paths[entry]
    ]
    return criteria[max(needed)] if needed else ""
