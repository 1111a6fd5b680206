"""Foresee what a change of a hand or a final result would do, before anybody makes it.

The change itself is made inside a savepoint, looked at, and rolled back: what is shown is what the
same services would write, to the totals of the table, the places in the competition and the teams.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.base import HandSetup
from league.competitions.models import Table
from league.competitions.services import lock_competition_of_table
from league.core.games.entry import Who
from league.core.rule_texts import join_names
from league.results.board import names_at
from league.results.models import FinalResult
from league.results.projections import PlacedRow, standings_now
from league.results.queries import hands_of_table
from league.results.scoring import ComputedTable, Record, compute_hands, outcome_of, record_of

Teams = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True)
class AtTable:
    """What somebody has at the table now and would have; `total` and `place` are (now, then).

    A total that nobody knows is None, and so is a place that is none.
    """

    who: Who
    total: tuple[int | None, int | None]
    place: tuple[int | None, int | None]

    @property
    def is_same(self) -> bool:
        """Say whether nothing would change."""
        return self.total[0] == self.total[1] and self.place[0] == self.place[1]


@dataclass(frozen=True, slots=True)
class InStandings:
    """Where somebody stands in the competition now and would; None for no place, or no row."""

    name: str
    place: tuple[int | None, int | None]
    points: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class OtherTeams:
    """A later hand for which the rule would make other teams than those that played it."""

    number: int
    played: str
    by_rule: str


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a change would do: at the table by seat, in the standings only what moves.

    `surplus` and `counting` are the later hands that would count no longer, or count again.
    """

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


@dataclass(frozen=True, slots=True)
class _State:
    computed: ComputedTable
    outcome: Record
    rows: Sequence[PlacedRow]


def foresee(change: Callable[[], object], table: Table) -> Consequences:
    """Return what a change at a table would do, and leave everything as it is.

    Raises what the change raises.
    """
    with transaction.atomic():
        competition = lock_competition_of_table(table_id=table.pk)
        before = _state(table, competition.pk)
        with transaction.atomic():
            change()
            after = _state(table, competition.pk)
            transaction.set_rollback(True)
    names = names_at(table)
    counted, counts = _counting(before.computed), _counting(after.computed)
    return Consequences(
        table=_at_table(before.outcome, after.outcome, names),
        standings=tuple(_moves(before.rows, after.rows)),
        teams=tuple(_other_teams(before.computed, after.computed, names)),
        surplus=tuple(n for n in counts if counted.get(n, False) and not counts[n]),
        counting=tuple(n for n in counts if not counted.get(n, True) and counts[n]),
    )


def _state(table: Table, competition_id: int) -> _State:
    computed = compute_hands(table, len(table.seats.all()), list(hands_of_table(table)))
    return _State(computed, _outcome(table, computed), standings_now(competition_id))


def _outcome(table: Table, computed: ComputedTable) -> Record:
    """Return the final result, or what the hands have led to so far; nothing in place of both."""
    result = FinalResult.objects.filter(table=table).select_related("current").first()
    if result is not None and not result.is_void:
        return outcome_of(result)
    if result is not None and not computed.hands:
        return {}
    return {"totals": computed.match.totals, "places": computed.match.places}


def _counting(computed: ComputedTable) -> Mapping[int, bool]:
    """Say of each hand by its number, in their order, whether it counts for something."""
    return {each.hand.number: not each.is_surplus for each in computed.hands}


def _at_table(before: Record, after: Record, names: Sequence[str]) -> tuple[AtTable, ...]:
    return tuple(
        AtTable(
            Who(seat, name),
            (_of(before, "totals", seat), _of(after, "totals", seat)),
            (_of(before, "places", seat), _of(after, "places", seat)),
        )
        for seat, name in enumerate(names)
    )


def _of(outcome: Record, name: str, seat: int) -> int | None:
    values: Sequence[int] | None = outcome.get(name)
    return values[seat] if values else None


def _moves(before: Sequence[PlacedRow], after: Sequence[PlacedRow]) -> list[InStandings]:
    """List whose place or points would change, in the order of the standings as they would be."""
    was = {row.entry_id: row for row in before}
    becomes = {row.entry_id: row for row in after}
    pairs = [(was.get(pk), becomes.get(pk)) for pk in dict.fromkeys([*becomes, *was])]
    return [
        InStandings(
            name=(then or now).name,  # type: ignore[union-attr]  # one of them is there
            place=(now.place if now else None, then.place if then else None),
            points=(now.points if now else None, then.points if then else None),
        )
        for now, then in pairs
        if now != then
    ]


def _other_teams(
    before: ComputedTable, after: ComputedTable, names: Sequence[str]
) -> list[OtherTeams]:
    """List the hands whose teams the rule would make otherwise now, and that stay as played."""
    ruled = {each.hand.number: _ruled(each.before.next_hand()) for each in before.hands}
    found: list[OtherTeams] = []
    for each in after.hands:
        played = _played(record_of(each.hand))
        rule = _ruled(each.before.next_hand())
        is_new = rule != ruled.get(each.hand.number, rule)
        if is_new and rule and played and played != rule:
            words = _team_words(played, names), _team_words(rule, names)
            found.append(OtherTeams(each.hand.number, *words))
    return found


def _ruled(setup: HandSetup | None) -> Teams:
    return frozenset(frozenset(team) for team in setup.teams) if setup else frozenset()


def _played(record: Record) -> Teams:
    return frozenset(frozenset(team) for team in record.get("teams", ()))


def _team_words(teams: Teams, names: Sequence[str]) -> str:
    together = sorted(sorted(team) for team in teams)
    return join_names([" + ".join(names[seat] for seat in team) for team in together])
