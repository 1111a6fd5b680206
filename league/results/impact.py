"""Impact of a change: it is made in a savepoint, compared with before, and rolled back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from django.db import transaction

from league.competitions.lineups import Lineup, lineup_of
from league.competitions.models import Table
from league.competitions.writing import lock_competition_of_table
from league.core.games.entry import Who
from league.core.rule_texts import join_names
from league.results.locked_table import PlacedRow, standings_now
from league.results.models import FinalResult
from league.results.queries import hands_of_table
from league.results.scoring import (
    ComputedHand,
    ComputedTable,
    Record,
    compute_hands,
    outcome_of,
    record_of,
)
from league.results.table_view import all_names_at

Teams = frozenset[frozenset[int]]
State = TypeVar("State")


class AtTable(NamedTuple):
    """A player's total and place at the table, each (now, then); None if unknown."""

    who: Who
    total: tuple[int | None, int | None]
    place: tuple[int | None, int | None]

    @property
    def is_same(self) -> bool:
        """Say whether nothing would change."""
        return self.total[0] == self.total[1] and self.place[0] == self.place[1]


class InStandings(NamedTuple):
    """A place and points in the competition, each (now, then); None for no place, or no row."""

    name: str
    place: tuple[int | None, int | None]
    points: tuple[int | None, int | None]


class OtherTeams(NamedTuple):
    """A later hand for which the rule would form other teams than those that played it."""

    number: int
    played: str
    by_rule: str


class Impact(NamedTuple):
    """The impact of a change; later hands that become a surplus, or count again, by number."""

    table: tuple[AtTable, ...]
    standings: tuple[InStandings, ...]
    teams: tuple[OtherTeams, ...]
    surplus: tuple[int, ...]
    counting: tuple[int, ...]

    @property
    def is_nothing(self) -> bool:
        """Say whether no number and no place would change."""
        moves = any(not row.is_same for row in self.table)
        return not (moves or self.standings or self.teams or self.surplus or self.counting)


class _State(NamedTuple):
    computed: ComputedTable
    outcome: Record
    rows: Sequence[PlacedRow]


def preview_impact(change: Callable[[], object], table: Table) -> Impact:
    """Return what a change at a table would do, leaving everything as it is; raises its errors."""
    with transaction.atomic():
        competition = lock_competition_of_table(table_id=table.pk)
        before, after = try_change(change, lambda: _state(table, competition.pk))
    names = all_names_at(table)
    surplus = {each.hand.number: each.is_surplus for each in before.computed.hands}
    later = [(each.hand.number, each.is_surplus) for each in after.computed.hands]
    return Impact(
        table=tuple(
            AtTable(
                Who(seat, name),
                (_of(before, "totals", seat), _of(after, "totals", seat)),
                (_of(before, "places", seat), _of(after, "places", seat)),
            )
            for seat, name in enumerate(names)
        ),
        standings=moves_between(before.rows, after.rows),
        teams=tuple(_other_teams(before.computed, after.computed, lineup_of(table))),
        surplus=tuple(n for n, is_surplus in later if is_surplus and not surplus.get(n, True)),
        counting=tuple(n for n, is_surplus in later if not is_surplus and surplus.get(n, False)),
    )


@transaction.atomic
def try_change(change: Callable[[], object], read: Callable[[], State]) -> tuple[State, State]:
    """Return what is read before a change and after it, and undo the change; raises its errors."""
    before = read()
    with transaction.atomic():
        change()
        after = read()
        transaction.set_rollback(True)
    return before, after


def _state(table: Table, competition_id: int) -> _State:
    computed = compute_hands(table, len(table.seats.all()), list(hands_of_table(table)))
    rows = standings_now(competition_id)
    outcome: Record = computed.as_fields()
    # A final result stands for the hands; in place of both a void one has nothing.
    result = FinalResult.objects.filter(table=table).select_related("current").first()
    if result is not None and not result.is_void:
        outcome = outcome_of(result)
    elif result is not None and not computed.hands:
        outcome = {}
    return _State(computed, outcome, rows)


def _of(state: _State, name: str, seat: int) -> int | None:
    values: Sequence[int] | None = state.outcome.get(name)
    return values[seat] if values else None


def moves_between(
    before: Sequence[PlacedRow], after: Sequence[PlacedRow]
) -> tuple[InStandings, ...]:
    """Return whose place or points change, in the order of the standings afterwards."""
    old, new = ({row.entry_id: row for row in rows} for rows in (before, after))
    return tuple(
        InStandings(
            name=(then or now).name,  # type: ignore[union-attr]  # one of them is there
            place=(now.place if now else None, then.place if then else None),
            points=(now.points if now else None, then.points if then else None),
        )
        for pk in {**new, **old}
        if (now := old.get(pk)) != (then := new.get(pk))
    )


def _other_teams(
    before: ComputedTable, after: ComputedTable, lineup: Lineup
) -> Iterator[OtherTeams]:
    """Return the hands whose teams the rule would form otherwise now, and that stay as played."""
    ruled = {each.hand.number: _by_rule(each) for each in before.hands}
    for each in after.hands:
        played, rule = _teams(record_of(each.hand).get("teams", ())), _by_rule(each)
        is_new = rule != ruled.get(each.hand.number, rule)
        if is_new and rule and played and played != rule:
            names = lineup.names(each.hand.number)
            yield OtherTeams(each.hand.number, _teams_text(played, names), _teams_text(rule, names))


def _by_rule(hand: ComputedHand) -> Teams:
    setup = hand.before.next_hand()
    return _teams(setup.teams) if setup else frozenset()


def _teams(teams: Iterable[Iterable[int]]) -> Teams:
    return frozenset(map(frozenset, teams))


def _teams_text(teams: Teams, names: Sequence[str]) -> str:
    together = sorted(sorted(team) for team in teams)
    return join_names([" + ".join(names[seat] for seat in team) for team in together])
