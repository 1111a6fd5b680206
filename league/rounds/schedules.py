"""Keep what is planned ahead for a stage, and use it while nobody comes or goes."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.tournament.draw import Pair, Plan, Tables
from games.tournament.history import History
from league.rounds.questions import DrawQuestion


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Hold a round of a plan; `ahead` counts the rounds planned from this one on."""

    tables: Tables
    idle: tuple[int, ...]
    partners: tuple[Pair, ...]
    coincidences: int
    repeats: int
    bound: int
    ahead: int

    @property
    def as_plan(self) -> Plan:
        """Return the round with the figures of its whole plan."""
        return Plan(
            rounds=(self.tables,),
            coincidences=self.coincidences,
            repeats=self.repeats,
            bound=self.bound,
            method="",
            seed=0,
            sitting_out=(self.idle,),
        )


def keep_plan(
    question: DrawQuestion,
    seed: int,
    plan: Plan,
    partners: Sequence[Collection[Pair]] = (),
) -> dict[str, Any]:
    """Write a plan as a stage keeps it: each round with what has to be played before it."""
    past = question.past.meetings
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
        "asked": _asked(question),
        "seed": seed,
        "rounds": rounds,
        "coincidences": plan.coincidences,
        "repeats": plan.repeats,
        "bound": plan.bound,
    }


def planned_round(question: DrawQuestion, seed: int) -> PlannedRound | None:
    """Return what the stage's plan says of this round; None where it does not fit any more.

    It fits while the same players are there, at the same sizes, and what was planned was played.
    """
    plan = question.plan
    if not plan or plan.get("seed") != seed or plan["asked"] != _asked(question):
        return None
    before = _digest(question.past.meetings.rounds)
    for at, kept in enumerate(plan["rounds"]):
        if kept["before"] == before:
            return PlannedRound(
                tables=tuple(map(tuple, kept["tables"])),
                idle=tuple(kept["idle"]),
                partners=tuple((one, other) for one, other in kept["partners"]),
                coincidences=plan["coincidences"],
                repeats=plan["repeats"],
                bound=plan["bound"],
                ahead=len(plan["rounds"]) - at,
            )
    return None


def planned_seed(question: DrawQuestion) -> int | None:
    """Return the seed of the stage's plan if that still says something of this round."""
    seed = question.plan.get("seed") if question.plan else None
    return seed if seed is not None and planned_round(question, seed) else None


def past_partners(history: History) -> list[list[Pair]]:
    """Return who were partners in each of these rounds."""
    return [
        [(min(table), max(table)) for table in tables if len(table) == 2]
        for tables in history.rounds
    ]


def _asked(question: DrawQuestion) -> dict[str, Any]:
    """Name what a plan was asked, but for what was played before."""
    return {
        "method": str(question.method),
        "entries": list(question.entries),
        "sizes": None if question.is_free else list(question.sizes),
        "limits": [
            question.limits.minimum,
            list(question.limits.preferred),
            question.limits.maximum,
        ],
        "apart": [list(both) for both in sorted(question.apart)],
        "balance": str(question.balance),
    }


def _digest(rounds: Iterable[Tables]) -> str:
    """Name what was played, whatever the order of rounds, tables and seats."""
    played = sorted(sorted(tuple(sorted(table)) for table in tables) for tables in rounds)
    return sha256(repr(played).encode()).hexdigest()[:24]
