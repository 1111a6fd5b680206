"""Keep why everybody sits where they sit, as codes and ids that words.py turns into a sentence."""

from typing import Any

from games.tournament.draw import Plan
from games.tournament.reasons import Background, Reason, explain_round
from league.competitions.models import Method
from league.rounds.questions import DrawQuestion


def explain(question: DrawQuestion, plan: Plan) -> dict[int, dict[str, Any]]:
    """Return by entry why it sits where a draw of one round has put it."""
    if question.method == Method.RANDOM:
        seated = [entry for table in plan.rounds[0] for entry in table]
        return {entry: {"code": "lot", "data": {}} for entry in seated}
    seeds = sorted(question.seeds, key=lambda entry: question.seeds[entry])
    background = Background(
        history=question.past.meetings,
        apart=list(question.apart),
        scores=question.scores,
        seeds=seeds,
    )
    reasons = explain_round(plan, 0, background)
    return {
        reason.entry: {"code": reason.basis, "data": _data(reason)}
        for reason in reasons
        if reason.table is not None
    }


def _data(reason: Reason) -> dict[str, Any]:
    """Keep what a sentence needs; not from whom somebody is kept apart, which is not public."""
    data: dict[str, Any] = {"new": list(reason.new), "again": [entry for entry, _ in reason.again]}
    if reason.why is not None:
        data["why"] = reason.why
    if reason.short is not None:
        data |= {"size": reason.short.size, "is_turn": reason.short.is_turn}
    if reason.basis == "score" and reason.scores is not None:
        data |= {"score": reason.score, "low": reason.scores[0], "high": reason.scores[1]}
    if reason.seed is not None:
        data["seed"] = reason.seed
    return data
