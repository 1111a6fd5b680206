"""Read all that decides how a round is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from games.tournament.draw import Pair, SizeLimits, Tables
from league.competitions.models import Method, Round, StageEntry
from league.rounds.errors import RoundError
from league.rounds.past import Past, read_apart, read_past
from league.rounds.plans import SeatingPlan
from league.standings.queries import points_by_entry

LOOK_AHEAD = 4
"""For how many rounds a stage without a number of rounds is planned."""
MOST_AHEAD = 12


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """Hold what a draw is asked: the same question with the same seed has the same answer.

    `index` is the round's place in its stage, from 0. `sizes` is empty where groups or lists say
    which tables there are; `is_free`: nobody has chosen them. `scores` are league points by
    entry. `rounds_left` counts from this round on. `groups`, `script` and `plan` as in Stage.
    """

    method: str
    index: int
    entries: tuple[int, ...]
    sizes: tuple[int, ...]
    is_free: bool
    limits: SizeLimits
    seats: range
    past: Past
    apart: Mapping[Pair, str]
    scores: Mapping[int, int]
    seeds: Mapping[int, int]
    pull: int
    balance: str
    rounds_left: int
    groups: Sequence[Sequence[int]]
    script: Tables | None
    plan: Mapping[str, Any] | None

    @property
    def brings_sizes(self) -> bool:
        """Say whether groups or a list say which tables there are."""
        has_groups = self.method == Method.FIXED and bool(self.groups) and self.is_free
        return has_groups or self.method == Method.SCRIPTED

    @property
    def tables_allowed(self) -> SizeLimits:
        """Return the limits, which give way to sizes that somebody has chosen."""
        if self.is_free:
            return self.limits
        return SizeLimits(min(self.sizes), self.limits.preferred, max(self.sizes))

    @property
    def digest(self) -> str:
        """Name the question, so that an answer can be told to belong to it."""
        # Nobody's place in a plan changes what the plan says.
        asked = replace(self, apart=dict(sorted(self.apart.items())))
        return sha256(repr(asked).encode()).hexdigest()[:32]


def ask(
    round: Round, plan: SeatingPlan, sizes: Sequence[int] | None, balance: str = ""
) -> DrawQuestion:
    """Return what a draw is asked; raises cannot_seat when it cannot be answered at all.

    `sizes` None: the best that fit; `balance` "": what the stage prefers.
    """
    if not plan.entries:
        raise RoundError(
            "cannot_seat",
            _("Everybody who is here is already playing.")
            if plan.kept_tables
            else _("Nobody is checked in yet."),
        )
    question = _read_question(round, plan, sizes, balance)
    if question.brings_sizes:
        return question
    if sizes is None and not plan.sizes:
        raise RoundError("cannot_seat", plan.refusal)
    if sizes is not None and not _fit(plan, sizes):
        raise RoundError(
            "cannot_seat",
            _("It is now %(count)d players, so these tables do not fit any more. Choose again."),
            count=len(plan.entries),
        )
    return question


def _fit(plan: SeatingPlan, sizes: Sequence[int]) -> bool:
    """Say whether these sizes can be played, with all players or as many as were offered."""
    is_playable = bool(sizes) and all(size in plan.game.seats for size in sizes)
    return is_playable and (
        sum(sizes) == len(plan.entries) or tuple(sorted(sizes, reverse=True)) in plan.choices
    )


def _read_question(
    round: Round, plan: SeatingPlan, sizes: Sequence[int] | None, balance: str
) -> DrawQuestion:
    stage, competition = round.stage, round.stage.competition
    method = Method(stage.method)
    index = stage.rounds.filter(number__lt=round.number).count()
    scores = points_by_entry(stage)
    past = read_past(round)
    return DrawQuestion(
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
        scores=scores if method == Method.SWISS else {},
        seeds=_seeds(round) if method == Method.FINALS else {},
        pull=stage.pull,
        balance=balance or stage.balance,
        rounds_left=_rounds_left(round, index),
        groups=_groups(round, past),
        script=_scripted(round, index),
        plan=stage.plan,
    )


def _groups(round: Round, past: Past) -> Sequence[Sequence[int]]:
    """Return the home groups; those that were drawn for a round that was never played are none."""
    stage = round.stage
    was_drawn = "groups_seed" in (stage.plan or {})
    return () if was_drawn and not past.rounds else stage.groups or ()


def _seeds(round: Round) -> dict[int, int]:
    seeded = StageEntry.objects.filter(stage=round.stage_id)
    return dict(seeded.order_by("seed", "pk").values_list("entry", "seed"))


def _rounds_left(round: Round, index: int) -> int:
    planned = round.stage.planned_rounds
    if planned is None:
        return max(LOOK_AHEAD, round.stage.rounds.count() - index)
    return min(max(planned - index, 1), MOST_AHEAD)


def _scripted(round: Round, index: int) -> Tables | None:
    rounds = round.stage.script or []
    return tuple(map(tuple, rounds[index])) if index < len(rounds) else None
