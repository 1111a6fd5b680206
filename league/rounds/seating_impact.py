"""Effects of a seating change or a draw before it is made."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations, starmap
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.tournament.draw import Pair, pair
from league.competitions.models import Round
from league.core.rule_texts import join_names
from league.rounds.draw_input import SeatingPlan, ask, planned_seed
from league.rounds.draws import DrawResult, count_cost, draw_round, new_draw_seed
from league.rounds.errors import RoundError
from league.rounds.meeting_history import read_substitution_notes
from league.rounds.seating_context import (
    Row,
    SeatedTable,
    SeatingContext,
    SeatingState,
    free_numbers,
    rows_at,
)
from league.rounds.swaps import swap_entries
from league.rounds.texts import reason_text, substitution_text, summary_texts


class TableAfter(NamedTuple):
    """A changed table; `is_unusual`: not of the competition's sizes."""

    number: int
    is_new: bool
    is_unusual: bool
    dealer: int
    rows: Sequence[Row]


class Move(NamedTuple):
    """A player who changes tables; None: without a seat."""

    name: str
    own: str
    team: str
    source: int | None
    target: int | None


class RepeatMeeting(NamedTuple):
    """Two who will share a table: `times` they met before, or `why` they are kept apart."""

    one: str
    other: str
    times: int = 0
    why: str = ""
    note: str = ""


class SeatingImpact(NamedTuple):
    """All effects of a change; `brings_together`: some share a table who did not before."""

    tables: tuple[TableAfter, ...]
    moves: tuple[Move, ...]
    leaving: str
    gone: tuple[int, ...]
    again: Sequence[RepeatMeeting]
    broken: tuple[RepeatMeeting, ...]
    brings_together: bool


def find_seating_impact(context: SeatingContext, after: SeatingState) -> SeatingImpact:
    """Return the effects of a change from the current seating."""
    before = context.state
    changed = [table for table in after.tables if before.table(table.key) != table]
    new = sorted(pairs_of(after) - pairs_of(before))
    met = {both: context.met[both] for both in new if context.met[both]}
    moves = _moves(context, after)
    leaving = [
        _("%(name)s for %(own)s") % {"name": move.name, "own": move.own} if move.own else move.name
        for move in moves
        if move.target is None
    ]
    made = {table.number for table in changed if before.table(table.key) is None}
    return SeatingImpact(
        tables=tuple(_table_after(context, before.table(table.key), table) for table in changed),
        moves=tuple(
            move for move in moves if move.target and (move.source or move.target not in made)
        ),
        leaving=join_names(leaving),
        gone=tuple(table.number for table in before.tables if after.table(table.key) is None),
        again=_meet_again(context.round, met, partial(_names, context)),
        broken=tuple(
            RepeatMeeting(*_names(context, both), why=context.apart[both])
            for both in new
            if both in context.apart
        ),
        brings_together=bool(new),
    )


def _meet_again(
    round: Round, met: Mapping[Pair, int], names: Callable[[Pair], tuple[str, str]]
) -> list[RepeatMeeting]:
    notes = read_substitution_notes(round) if met else {}
    game = round.stage.competition.site_game
    return [
        RepeatMeeting(*names(both), times=times, note=substitution_text(notes.get(both, ()), game))
        for both, times in sorted(met.items())
    ]


def pairs_of(state: SeatingState) -> set[Pair]:
    """Return the pairs of entries that share a table."""
    pairs = (both for table in state.tables for both in combinations(table.entries, 2))
    return {pair(one, other) for one, other in pairs}


def _names(context: SeatingContext, both: Pair) -> tuple[str, str]:
    """Return the names of two entries, with a note on substitutes."""
    one, other = (
        _("%(own)s (now: %(name)s)") % {"own": own, "name": context.name(entry)}
        if (own := context.own(entry))
        else context.name(entry)
        for entry in both
    )
    return one, other


def _table_after(
    context: SeatingContext, was: SeatedTable | None, table: SeatedTable
) -> TableAfter:
    competition = context.round.stage.competition
    is_usual = competition.table_min <= len(table.assignments) <= competition.table_max
    rows = rows_at(context, table, was)
    return TableAfter(table.number, was is None, not is_usual, table.dealer, rows)


def _moves(context: SeatingContext, after: SeatingState) -> list[Move]:
    before = context.state
    found = []
    for entry in {*before.seated, *after.seated}:
        source, target = before.table_of(entry), after.table_of(entry)
        if not (source and target and source.key == target.key):
            move = Move(
                name=context.name(entry),
                own=context.own(entry),
                team=context.entries[entry].team,
                source=source.number if source else None,
                target=target.number if target else None,
            )
            found.append(move)
    return sorted(found, key=lambda move: (move.target or 0, move.name))


class Choice(NamedTuple):
    """Table sizes with their cost: byes, repeat meetings, broken separations."""

    sizes: tuple[int, ...]
    idle: int
    again: int
    broken: int
    is_chosen: bool
    is_default: bool
    is_freshest: bool = False


class PreviewSeat(NamedTuple):
    """A seat of a preview with its reason."""

    number: int
    entry: int
    name: str
    team: str
    partner: str
    reason: str


class Preview(NamedTuple):
    """A draw for display with its table numbers."""

    draw: DrawResult
    digest: str
    tables: Sequence[tuple[int, Sequence[PreviewSeat]]]
    again: Sequence[RepeatMeeting]
    broken: Sequence[RepeatMeeting]
    byes: Sequence[tuple[int, str]]
    texts: Sequence[str]

    @property
    def sizes(self) -> list[int]:
        """Return the sizes of the tables."""
        return [len(seats) for _, seats in self.tables]

    @property
    def idle(self) -> list[str]:
        """Return the names of those without a seat."""
        return [name for _entry, name in self.byes]


def preview_draw(
    round: Round,
    plan: SeatingPlan,
    seed: int,
    sizes: Sequence[int] | None,
    seating_priority: str = "",
    swaps: Sequence[Pair] = (),
) -> Preview:
    """Draw a round for display; raises cannot_seat."""
    draw_input = ask(round, plan, sizes, seating_priority)
    draw = swap_entries(draw_input, draw_round(draw_input, seed), swaps)
    entries = {entry.pk: entry for entry in plan.entries}
    names = {pk: entry.player.name for pk, entry in entries.items()}
    numbers = free_numbers([table.number for table in plan.recorded_tables], len(draw.tables))

    def partner(entry: int) -> str:
        number = draw.partners.get(entry)
        mates = [names[one] for one, of in draw.partners.items() if of == number and one != entry]
        return mates[0] if mates else ""

    def seat(number: int, entry: int) -> PreviewSeat:
        reason = reason_text(draw.reasons.get(entry), names)
        return PreviewSeat(number, entry, names[entry], entries[entry].team, partner(entry), reason)

    return Preview(
        draw=draw,
        digest=draw_input.digest,
        tables=[
            (number, list(starmap(seat, enumerate(table))))
            for number, table in zip(numbers, draw.tables, strict=True)
        ],
        again=_meet_again(round, draw.again, lambda both: (names[both[0]], names[both[1]])),
        broken=[
            RepeatMeeting(names[one], names[other], why=draw_input.apart[one, other])
            for one, other in draw.broken
        ],
        byes=[(entry, names[entry]) for entry in draw.idle],
        texts=summary_texts(draw.summary),
    )


def seed_to_offer(round: Round, plan: SeatingPlan) -> int:
    """Return the draw number of the plan of a round, or a new one."""
    try:
        seed = planned_seed(ask(round, plan, None))
    except RoundError:
        seed = None
    return new_draw_seed() if seed is None else seed


def list_choices(
    round: Round, plan: SeatingPlan, seed: int, chosen: Sequence[int] | None
) -> list[Choice]:
    """Return the table sizes to choose from; `chosen` are those of the shown draw."""
    if not plan.choices or ask(round, plan, plan.choices[0]).brings_sizes:
        return []
    wanted = tuple(sorted(chosen or (), reverse=True))
    draws = {
        sizes: count_cost(ask(round, plan, sizes), seed)
        for sizes in dict.fromkeys([*plan.choices, *([wanted] if wanted else [])])
    }
    if len(draws) < 2 and plan.sizes:
        return []
    freshest = min(draws, key=lambda sizes: len(draws[sizes].again))
    is_better = len(draws[freshest].again) < len(next(iter(draws.values())).again)
    return [
        Choice(
            sizes=sizes,
            idle=len(draw.idle),
            again=len(draw.again),
            broken=len(draw.broken),
            is_chosen=sizes == wanted,
            is_default=sizes == tuple(plan.sizes),
            is_freshest=is_better and sizes == freshest,
        )
        for sizes, draw in draws.items()
    ]
