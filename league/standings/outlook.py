"""Say of whom it is certain already that they win, go on, or are out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from league.standings.ranking import Terms, rounds_needed


@dataclass(frozen=True, slots=True)
class Goal:
    """Say what the entries of a stage play for, and in how many rounds.

    `places`: being among the first so many; `points`: ending with at least so many, None where
    that is not asked. `is_title`: there is no further stage.
    """

    places: int
    points: int | None
    rounds: int
    is_title: bool


def goal_of(stages: Sequence[Stage], number: int, rounds: Sequence[Round]) -> Goal | None:
    """Return the goal of the stage of this number: to win, or to make the cut.

    None where its length is open, everybody goes on, or the next stage has begun.
    """
    stage = next(each for each in stages if each.number == number)
    after = next((each for each in stages if each.number > number), None)
    if stage.planned_rounds is None:
        return None
    called_off = sum(each.status == RoundStatus.CALLED_OFF for each in rounds)
    total = max(stage.planned_rounds, len(rounds)) - called_off
    if after is None:
        return Goal(1, None, total, is_title=True)
    if after.cut == Cut.EVERYBODY or after.begun_at is not None or after.cut_at is None:
        return None
    points = after.cut_at if after.cut == Cut.POINTS else None
    return Goal(after.cut_at, points, total, is_title=False)


def has_ended(goal: Goal, rounds: Sequence[Round]) -> bool:
    """Say whether all rounds of a stage are closed."""
    return sum(each.status == RoundStatus.CLOSED for each in rounds) >= goal.rounds


@dataclass(frozen=True, slots=True)
class _Settled:
    """Hold what of a row can change no more.

    `results` are the points of the settled rounds that were read, `fixed` all other points that are
    settled. `attended` counts the settled rounds played; `unsettled` are those that can change.
    """

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
    besides = row.ledger.besides_rounds(rules)
    unread = 0
    if rules.best_of is None:
        of_rounds = sum(result.points for result in row.ledger.by_round().values())
        unread = row.points - of_rounds - besides
    fixed = unread + besides - rules.attendance_bonus * unsure
    return _Settled(results, fixed, row.rounds - unsure, unsettled)


def certainties(
    rows: Sequence[StandingRow],
    competition: Competition,
    goal: Goal,
    rounds: Sequence[Round],
    playing: frozenset[int],
) -> dict[int, Certainty]:
    """Return what is certain of the entries of a stage, by entry; see games.tournament.certainty.

    `rounds` are all of the stage, `playing` the tables that may still change. The ledgers hold at
    least the rounds that are not closed and those of these tables, and the best where only they
    count.
    """
    rules = Terms.of(competition).rules
    closed = frozenset(each.number for each in rounds if each.status == RoundStatus.CLOSED)
    books = {row.entry_id: _settle(row, rules, playing) for row in rows if not row.is_guest}
    field = _prospects(rows, books, competition, goal, closed)
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
    return {entry: is_so for entry, is_so in certain.items() if entry in books}


def _prospects(
    rows: Sequence[StandingRow],
    books: Mapping[int, _Settled],
    competition: Competition,
    goal: Goal,
    closed: frozenset[int],
) -> list[Prospect]:
    most = max((settled.attended for settled in books.values()), default=0)
    # Who has no place can still make a cut: behind everybody who has one, or by points.
    needed = rounds_needed(competition.attendance_min, most) if goal.is_title else 0
    least = competition.attendance_min if goal.points is None else 0
    field = [
        _prospect(entry, settled, goal.rounds, closed, (needed, least))
        for entry, settled in books.items()
    ]
    if goal.is_title:
        return field
    # Who has left may come back, and makes no cut without.
    left = {row.entry_id for row in rows if row.has_left}
    return [replace(one, is_ranked=False) if one.entry in left else one for one in field]


def _at_the_end(rows: Sequence[StandingRow], goal: Goal) -> dict[int, Certainty]:
    """Return what the places say once nothing is left to be played.

    Who has left takes nobody's place at a cut, but may come back.
    """
    placed = {row.entry_id: row.place for row in rows if row.place}
    certain = final_places(placed, places=goal.places)
    if goal.is_title:
        return certain
    there = [row.place for row in rows if row.place and not row.has_left]
    places = {
        row.entry_id: 1 + sum(place < row.place for place in there)
        for row in rows
        if row.place and not row.has_left
    }
    among_those_there = final_places(places, places=goal.places)
    return {
        entry: is_so
        for entry, is_so in certain.items()
        if is_so == Certainty.CLINCHED or among_those_there.get(entry) == Certainty.ELIMINATED
    }


def bounds_of(competition: Competition) -> Bounds | None:
    """Return the least and the most that a round can give; None where there is no limit."""
    if competition.scoring == Scoring.RAW:
        return None
    worth = {0, competition.bye_points, competition.absence_points, competition.no_show_points}
    if competition.scoring == Scoring.PLACES:
        for scale in [competition.place_points, *competition.size_points.values()]:
            worth |= set(scale)
    else:
        worth.add(WHOLE)
    bonuses = [competition.win_bonus, competition.target_bonus]
    return Bounds(
        worst=min(worth) + sum(bonus for bonus in bonuses if bonus < 0),
        best=max(worth) + sum(bonus for bonus in bonuses if bonus > 0),
        attendance=competition.attendance_bonus,
    )


def _prospect(
    entry: int,
    settled: _Settled,
    total: int,
    closed: frozenset[int],
    attendance: tuple[int, int],
) -> Prospect:
    """Return where an entry stands: a round that may still change is one to come.

    Of `attendance` nobody with fewer rounds than the first number is ranked, and everybody with
    the second is.
    """
    needed, least = attendance
    done = (closed | settled.results.keys()) - settled.unsettled
    left = max(total - len(done), 0)
    return Prospect(
        entry=entry,
        results=tuple(settled.results.values()),
        fixed=settled.fixed,
        rounds_left=left,
        is_ranked=settled.attended >= least,
        can_be_ranked=settled.attended + left >= needed,
    )
