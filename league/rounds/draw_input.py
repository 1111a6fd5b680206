"""Input of a draw: entries, table sizes, history and rounds planned ahead."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, islice
from math import ceil
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Game
from games.tournament.draw import Pair, Plan, SizeLimits, Tables
from games.tournament.history import History
from games.tournament.seating import NoTableSizesError, table_sizes
from league.competitions.models import (
    AbsenceReason,
    Competition,
    Entry,
    Round,
    SeatingMethod,
    StageEntry,
    Table,
)
from league.competitions.queries import tables_of_round
from league.rounds.errors import RoundError
from league.rounds.meeting_history import PastRounds, read_apart, read_past
from league.rounds.queries import checked_in, recorded_table_ids
from league.standings.queries import points_by_entry

MOST_CHOICES = 4


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """What seating a round now would do.

    `recorded_tables` have hands and stay, `free_tables` would be dissolved. `sizes` is empty
    when none fit the competition's limits, as `refusal` says; `alternatives` break the limits
    or leave some players out.
    """

    game: Game
    entries: Sequence[Entry]
    recorded_tables: Sequence[Table]
    free_tables: Sequence[Table]
    sizes: Sequence[int]
    refusal: str
    alternatives: Sequence[Sequence[int]]

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """Return the table sizes to choose from, the best first."""
        found = [self.sizes, *self.alternatives] if self.entries else []
        return list(dict.fromkeys(tuple(sizes) for sizes in found if sizes))


def plan_seating(round: Round) -> SeatingPlan:
    """Return what seating a round now would do."""
    competition = round.stage.competition
    recorded = recorded_table_ids(round)
    tables = list(tables_of_round(round))
    recorded_tables = [table for table in tables if table.pk in recorded]
    seats = [seat for table in recorded_tables for seat in table.seats.all()]
    players = {seat.player_id for seat in seats}
    away = set(round.absences.exclude(reason=AbsenceReason.BYE).values_list("entry", flat=True))
    away |= {seat.entry_id for seat in seats}
    entries = [
        entry
        for entry in checked_in(round)
        if entry.pk not in away and entry.player_id not in players
    ]
    game = competition.site_game.engine
    sizes, refusal, alternatives = _sizes_for(len(entries), competition, game)
    return SeatingPlan(
        game=game,
        entries=sorted(entries, key=lambda entry: entry.pk),
        recorded_tables=recorded_tables,
        free_tables=[table for table in tables if table.pk not in recorded],
        sizes=sizes,
        refusal=refusal,
        alternatives=alternatives,
    )


def _sizes_for(
    count: int, competition: Competition, game: Game
) -> tuple[Sequence[int], str, Sequence[Sequence[int]]]:
    least, most = competition.table_min, competition.table_max
    try:
        sizes = table_sizes(
            count,
            minimum=least,
            preferred=tuple(competition.table_preferred),
            maximum=most,
            widest=game.seats,
        )
    except NoTableSizesError as error:
        text = ngettext(
            "%(count)d player cannot be split into tables of %(least)d to %(most)d.",
            "%(count)d players cannot be split into tables of %(least)d to %(most)d.",
            count,
        )
        if least == most:
            text = ngettext(
                "%(count)d player cannot be split into tables of %(least)d.",
                "%(count)d players cannot be split into tables of %(least)d.",
                count,
            )
        refusal = text % {"count": count, "least": least, "most": most}
        # The fewest possible sit out.
        counts = range(count - 1, least - 1, -1)
        spreads = (_even_spreads(playing, least, most) for playing in counts)
        some_idle = islice(chain.from_iterable(spreads), 1)
        return (), refusal, [*error.alternatives, *some_idle][:MOST_CHOICES]
    nearest = sorted(
        _even_spreads(count, least, most), key=lambda other: abs(len(other) - len(sizes))
    )
    return sizes, "", [other for other in nearest if other != sizes][: MOST_CHOICES - 1]


def _even_spreads(count: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    for tables in range(max(1, ceil(count / most)), count // least + 1):
        size, larger = divmod(count, tables)
        yield (size + 1,) * larger + (size,) * (tables - larger)


LOOK_AHEAD = 4
"""Number of rounds that are planned in a stage without a number of rounds."""
MOST_AHEAD = 12


@dataclass(frozen=True, slots=True)
class DrawInput:
    """Input of a draw, which the same seed turns into the same tables.

    `index` is the 0-based number of the round in its stage. `sizes` is empty where groups or
    lists give the tables; `is_free`: nobody chose them. `rounds_left` counts this round too.
    """

    method: str
    index: int
    entries: tuple[int, ...]
    sizes: tuple[int, ...]
    is_free: bool
    limits: SizeLimits
    seats: range
    past: PastRounds
    apart: Mapping[Pair, str]
    scores: Mapping[int, int]
    seeds: Mapping[int, int]
    score_weight: int
    seating_priority: str
    rounds_left: int
    groups: Sequence[Sequence[int]]
    seating_list: Tables | None
    plan: Mapping[str, Any] | None

    @property
    def brings_sizes(self) -> bool:
        """Return whether groups or a list give the tables."""
        has_groups = self.method == SeatingMethod.FIXED and bool(self.groups) and self.is_free
        return has_groups or self.method == SeatingMethod.LIST

    @property
    def tables_allowed(self) -> SizeLimits:
        """Return the size limits, widened to chosen sizes."""
        if self.is_free:
            return self.limits
        return SizeLimits(min(self.sizes), self.limits.preferred, max(self.sizes))

    @property
    def digest(self) -> str:
        """Return a digest that identifies the input."""
        in_order = replace(self, apart=dict(sorted(self.apart.items())))
        return sha256(repr(in_order).encode()).hexdigest()[:32]


def ask(
    round: Round, plan: SeatingPlan, sizes: Sequence[int] | None, seating_priority: str = ""
) -> DrawInput:
    """Return the input of a draw; raises cannot_seat.

    `sizes` None: the best that fit; `seating_priority` "": that of the stage.
    """
    if not plan.entries:
        text = _("No one has checked in yet.")
        if plan.recorded_tables:
            text = _("Everyone who is checked in is already playing.")
        raise RoundError("cannot_seat", text)
    draw_input = _read_input(round, plan, sizes, seating_priority)
    if draw_input.brings_sizes:
        return draw_input
    if sizes is None and not plan.sizes:
        raise RoundError("cannot_seat", plan.refusal)
    if sizes is not None and not _fit(plan, sizes):
        raise RoundError(
            "cannot_seat",
            ngettext(
                "There is now %(count)d player, so these tables no longer fit. Choose again.",
                "There are now %(count)d players, so these tables no longer fit. Choose again.",
                len(plan.entries),
            ),
            count=len(plan.entries),
        )
    return draw_input


def _fit(plan: SeatingPlan, sizes: Sequence[int]) -> bool:
    is_playable = bool(sizes) and all(size in plan.game.seats for size in sizes)
    is_offered = tuple(sorted(sizes, reverse=True)) in plan.choices
    return is_playable and (sum(sizes) == len(plan.entries) or is_offered)


def _read_input(
    round: Round, plan: SeatingPlan, sizes: Sequence[int] | None, seating_priority: str
) -> DrawInput:
    stage, competition = round.stage, round.stage.competition
    method = SeatingMethod(stage.method)
    index = stage.rounds.filter(number__lt=round.number).count()
    scores = points_by_entry(stage)
    past = read_past(round)
    seeded = StageEntry.objects.filter(stage=stage).order_by("seed", "pk")
    # Groups that were drawn for a round that was never played are void.
    is_drawn = "groups_seed" in (stage.plan or {})
    rounds = stage.seating_list or []
    if stage.planned_rounds is None:
        rounds_left = max(LOOK_AHEAD, stage.rounds.count() - index)
    else:
        rounds_left = min(max(stage.planned_rounds - index, 1), MOST_AHEAD)
    return DrawInput(
        method=method,
        index=index,
        entries=tuple(entry.pk for entry in plan.entries),
        sizes=tuple(plan.sizes if sizes is None else sorted(sizes, reverse=True)),
        is_free=sizes is None,
        limits=SizeLimits(
            minimum=competition.table_min,
            preferred=tuple(competition.table_preferred),
            maximum=competition.table_max,
        ),
        seats=plan.game.seats,
        past=past,
        apart=read_apart(competition, plan.entries),
        scores=scores if method == SeatingMethod.SWISS else {},
        seeds=dict(seeded.values_list("entry", "seed")) if method == SeatingMethod.FINALS else {},
        score_weight=stage.score_weight,
        seating_priority=seating_priority or stage.seating_priority,
        rounds_left=rounds_left,
        groups=() if is_drawn and not past.rounds else stage.groups or (),
        seating_list=tuple(map(tuple, rounds[index])) if index < len(rounds) else None,
        plan=stage.plan,
    )


class PlannedRound(NamedTuple):
    """A round of a plan with the plan's figures; `ahead` counts rounds from it on."""

    plan: Plan
    partners: tuple[Pair, ...]
    ahead: int


def plan_to_store(
    draw_input: DrawInput, seed: int, plan: Plan, partners: Sequence[Collection[Pair]] = ()
) -> dict[str, Any]:
    """Return a plan as stored in Stage.plan, each round with a digest of those before it."""
    past = draw_input.past.meetings
    rounds = []
    for at, tables in enumerate(plan.rounds):
        idle = plan.sitting_out[at] if at < len(plan.sitting_out) else ()
        rounds.append(
            {
                "before": _digest(past.rounds),
                "tables": [list(table) for table in tables],
                "idle": list(idle),
                "partners": [list(both) for both in partners[at]] if partners else [],
            }
        )
        past = past.after(tables, idle)
    return {
        "asked": _plan_basis(draw_input),
        "seed": seed,
        "rounds": rounds,
        "coincidences": plan.coincidences,
        "repeats": plan.repeats,
        "bound": plan.bound,
    }


def planned_round(draw_input: DrawInput, seed: int) -> PlannedRound | None:
    """Return this round of the stage's plan, or None if the plan does not fit any more."""
    plan = draw_input.plan
    if not plan or plan.get("seed") != seed or plan["asked"] != _plan_basis(draw_input):
        return None
    before = _digest(draw_input.past.meetings.rounds)
    for at, planned in enumerate(plan["rounds"]):
        if planned["before"] == before:
            tables, idle = tuple(map(tuple, planned["tables"])), tuple(planned["idle"])
            figures = {name: plan[name] for name in ("coincidences", "repeats", "bound")}
            found = Plan(rounds=(tables,), sitting_out=(idle,), method="", seed=0, **figures)
            partners = tuple((one, other) for one, other in planned["partners"])
            return PlannedRound(found, partners, len(plan["rounds"]) - at)
    return None


def planned_seed(draw_input: DrawInput) -> int | None:
    """Return the draw number of the stage's plan if it still fits this round."""
    seed = draw_input.plan.get("seed") if draw_input.plan else None
    return seed if seed is not None and planned_round(draw_input, seed) else None


def past_partners(history: History) -> list[list[Pair]]:
    """Return the partners in each of these rounds."""
    return [
        [(min(table), max(table)) for table in tables if len(table) == 2]
        for tables in history.rounds
    ]


def _plan_basis(draw_input: DrawInput) -> dict[str, Any]:
    limits = draw_input.limits
    return {
        "method": str(draw_input.method),
        "entries": list(draw_input.entries),
        "sizes": None if draw_input.is_free else list(draw_input.sizes),
        "limits": [limits.minimum, list(limits.preferred), limits.maximum],
        "apart": [list(both) for both in sorted(draw_input.apart)],
        "seating_priority": str(draw_input.seating_priority),
    }


def _digest(rounds: Iterable[Tables]) -> str:
    played = sorted(sorted(tuple(sorted(table)) for table in tables) for tables in rounds)
    return sha256(repr(played).encode()).hexdigest()[:24]
