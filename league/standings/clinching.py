"""Which entries have clinched a place, or are eliminated."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.tournament.certainty import (
    Bounds,
    Certainty,
    Prospect,
    certain_places,
    certain_points,
    final_places,
)
from games.tournament.points import WHOLE
from league.competitions.models import Competition, Cut, Round, RoundStatus, Scoring, Stage
from league.standings.ledger import LAST, Rules
from league.standings.queries import StandingRow


class Goal(NamedTuple):
    """The first `places`, or at least `points`, after `rounds`; `is_title` in the last stage."""

    places: int
    points: int | None
    rounds: int
    is_title: bool


def goal_of(stages: Sequence[Stage], number: int, rounds: Sequence[Round]) -> Goal | None:
    """Return the goal of a stage: to win or to make the cut; None if open or already decided."""
    stage = next(each for each in stages if each.number == number)
    after = next((each for each in stages if each.number > number), None)
    if stage.planned_rounds is None:
        return None
    called_off = sum(each.status == RoundStatus.CALLED_OFF for each in rounds)
    total = max(stage.planned_rounds, len(rounds)) - called_off
    if after is None:
        return Goal(1, None, total, is_title=True)
    if after.cut == Cut.EVERYBODY or after.started_at is not None or after.cut_at is None:
        return None
    points = after.cut_at if after.cut == Cut.POINTS else None
    return Goal(after.cut_at, points, total, is_title=False)


def has_ended(goal: Goal, rounds: Sequence[Round]) -> bool:
    """Return whether all rounds of a stage are closed."""
    return sum(each.status == RoundStatus.CLOSED for each in rounds) >= goal.rounds


class _Settled(NamedTuple):
    """The settled part of a row: points by round, other points, rounds played; open rounds."""

    results: Mapping[int, int]
    fixed: int
    attended: int
    unsettled: frozenset[int]


def _settle(row: StandingRow, rules: Rules, playing: frozenset[int]) -> _Settled:
    unsettled = frozenset(each.round for each in row.ledger.played if each.table in playing)
    settled = row.ledger.until(LAST, playing)
    results = {
        number: result.points
        for number, result in settled.by_round().items()
        if number not in unsettled
    }
    unsure = len(row.ledger.attended() - (settled.attended() - unsettled))
    other = row.ledger.other_points(rules)
    unread = 0
    if rules.best_of is None:
        of_rounds = sum(result.points for result in row.ledger.by_round().values())
        unread = row.points - of_rounds - other
    fixed = unread + other - rules.attendance_bonus * unsure
    return _Settled(results, fixed, row.rounds - unsure, unsettled)


def certainties(
    rows: Sequence[StandingRow],
    competition: Competition,
    goal: Goal,
    rounds: Sequence[Round],
    playing: frozenset[int],
) -> dict[int, Certainty]:
    """Return what is certain of the entries of a stage; see games.tournament.certainty.

    `playing` are the tables that may still change. The ledgers hold at least open rounds and these
    tables, and the best rounds where only they count.
    """
    rules = Rules.of(competition)
    closed = frozenset(each.number for each in rounds if each.status == RoundStatus.CLOSED)
    settled_by_entry = {
        row.entry_id: _settle(row, rules, playing) for row in rows if not row.is_guest
    }
    field = _prospects(rows, settled_by_entry, competition, goal, closed)
    is_over = has_ended(goal, rounds) and not any(one.rounds_left for one in field)
    if is_over and goal.points is None:
        return _at_the_end(rows, goal)
    bounds = Bounds(0, 0) if is_over else bounds_of(competition)
    if bounds is None:
        return {}
    best_of = competition.best_of
    if goal.points is not None:
        return certain_points(field, bounds, at=goal.points, best_of=best_of)
    # Others may still join: so many of them that they could take all the places.
    newcomers = [
        Prospect(-number, (), 0, goal.rounds - len(closed), is_ranked=False)
        for number in range(1, goal.places + 1)
    ]
    certain = certain_places([*field, *newcomers], bounds, places=goal.places, best_of=best_of)
    return {entry: is_so for entry, is_so in certain.items() if entry in settled_by_entry}


def _prospects(
    rows: Sequence[StandingRow],
    settled_by_entry: Mapping[int, _Settled],
    competition: Competition,
    goal: Goal,
    closed: frozenset[int],
) -> list[Prospect]:
    """Return the prospects of entries: a round that may still change is one to come."""
    most = max((settled.attended for settled in settled_by_entry.values()), default=0)
    # Entries without a place can still make a cut: behind all others, or by points.
    needed = min(competition.attendance_min, most) if goal.is_title else 0
    least = competition.attendance_min if goal.points is None else 0
    # Withdrawn entries may return, and make no cut otherwise.
    left = set() if goal.is_title else {row.entry_id for row in rows if row.has_left}
    field = []
    for entry, settled in settled_by_entry.items():
        done = (closed | settled.results.keys()) - settled.unsettled
        rounds_left = max(goal.rounds - len(done), 0)
        field.append(
            Prospect(
                entry=entry,
                results=tuple(settled.results.values()),
                fixed=settled.fixed,
                rounds_left=rounds_left,
                is_ranked=settled.attended >= least and entry not in left,
                can_be_ranked=settled.attended + rounds_left >= needed,
            )
        )
    return field


def _at_the_end(rows: Sequence[StandingRow], goal: Goal) -> dict[int, Certainty]:
    """Return what final places say; withdrawn entries take no place, but may return."""
    placed = {row.entry_id: row.place for row in rows if row.place}
    certain = final_places(placed, places=goal.places)
    if goal.is_title:
        return certain
    there = {row.entry_id: row.place for row in rows if row.place and not row.has_left}
    places = {
        entry: 1 + sum(other < place for other in there.values()) for entry, place in there.items()
    }
    among_those_there = final_places(places, places=goal.places)
    return {
        entry: is_so
        for entry, is_so in certain.items()
        if is_so == Certainty.CLINCHED or among_those_there.get(entry) == Certainty.ELIMINATED
    }


def bounds_of(competition: Competition) -> Bounds | None:
    """Return the least and most points of a round, if limited."""
    if competition.scoring == Scoring.RAW:
        return None
    absences = (competition.bye_points, competition.absence_points, competition.no_show_points)
    possible_points = {0, *absences}
    if competition.scoring == Scoring.PLACES:
        possible_points.update(competition.place_points, *competition.size_points.values())
    else:
        possible_points.add(WHOLE)
    bonuses = [competition.win_bonus, competition.target_bonus]
    return Bounds(
        worst=min(possible_points) + sum(bonus for bonus in bonuses if bonus < 0),
        best=max(possible_points) + sum(bonus for bonus in bonuses if bonus > 0),
        attendance=competition.attendance_bonus,
    )
