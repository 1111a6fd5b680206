"""Rank a stage as it was after a round, or as it is without the tables still playing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from league.competitions.models import Competition
from league.results.models import AdjustmentKind
from league.standings.ledger import LAST, NO_LEDGER, Ledger, Rules, Sums
from league.standings.models import Unranked
from league.standings.queries import StandingRow, in_order
from league.standings.ranking import Field, Terms, rank_field, rounds_needed
from league.standings.shares import meetings_until
from league.standings.starting import starting_ratings

NOTHING = NO_LEDGER.add_up(Rules(None, 0))


def rows_at(
    rows: Sequence[StandingRow],
    competition: Competition,
    *,
    after: int = LAST,
    besides: frozenset[int] = frozenset(),
    later: Mapping[int, Sums] | None = None,
) -> list[StandingRow]:
    """Return the rows of a stage after round `after`, without these tables.

    The rows' ledgers hold all adjustments, and at least the later tables and these; where only the
    best rounds count, also those that counted then. With `later`, which adds the later tables up,
    the ledgers hold none of them. Who had nothing then is left out of a first stage; in a later
    one, everybody was let in.
    """
    if not rows:
        return []
    ledgers = {row.entry_id: row.ledger.until(after, besides) for row in rows}
    rules = Terms.of(competition).rules
    later = later or {}
    sums = {
        row.entry_id: _sums_at(row, ledgers[row.entry_id], rules, later.get(row.entry_id, NOTHING))
        for row in rows
    }
    shown = [
        replace(row, ledger=ledgers[row.entry_id])
        for row in rows
        if row.stage_number > 1
        or ledgers[row.entry_id].carried
        or ledgers[row.entry_id].credits
        or sums[row.entry_id].tables
    ]
    field = Field(
        {row.entry_id: sums[row.entry_id] for row in shown},
        frozenset(row.entry_id for row in rows if row.is_guest),
        meetings_until(competition, rows[0].stage_number, after, besides),
        starting_ratings(competition),
    )
    return in_order(_ranked(shown, field, Terms.of(competition)))


def movements(
    rows: Sequence[StandingRow], before: Sequence[StandingRow]
) -> Mapping[int, int | None]:
    """Return by how many places each row has risen since, by entry; None for who is new."""
    places = {row.entry_id: row.place for row in before if row.place}
    return {
        row.entry_id: places[row.entry_id] - row.place if row.entry_id in places else None
        for row in rows
        if row.place
    }


def _sums_at(row: StandingRow, then: Ledger, rules: Rules, later: Sums) -> Sums:
    """Return the sums of a row when its ledger was what it was then, without what came later."""
    if rules.best_of is not None:
        return then.add_up(rules)
    tables = {each.table for each in then.played}
    given = set(then.credits)
    gone = [each for each in row.ledger.played if each.table not in tables]
    taken = [each for each in row.ledger.credits if each not in given]
    missed = len(row.ledger.attended() - then.attended()) + later.rounds
    places = list(row.places)
    for each in gone:
        places[each.place - 1] -= 1
    for at, times in enumerate(later.places):
        places[at] -= times
    while places and not places[-1]:
        places.pop()
    return Sums(
        points=row.points
        - sum(each.points for each in gone)
        - sum(each.points for each in taken)
        - later.points
        - missed * rules.attendance_bonus,
        wins=row.wins - sum(each.place == 1 for each in gone) - later.wins,
        game_points=row.game_points - sum(each.game_points for each in gone) - later.game_points,
        tables=row.tables - len(gone) - later.tables,
        rounds=row.rounds - missed,
        places=places,
        byes=row.byes - sum(each.kind == AdjustmentKind.BYE for each in taken),
    )


def _ranked(rows: Sequence[StandingRow], field: Field, terms: Terms) -> list[StandingRow]:
    ranked = rank_field(field, terms)
    most = max((each.rounds for each in field.sums.values()), default=0)
    needed = rounds_needed(terms.attendance_min, most)
    return [
        replace(
            row,
            place=each.place,
            decided_by=each.decided_by,
            ahead=each.ahead,
            behind=each.behind,
            missing=needed - each.sums.rounds if each.unranked == Unranked.ATTENDANCE else 0,
            **each.sums._asdict(),
        )
        for row in rows
        if (each := ranked[row.entry_id])
    ]
