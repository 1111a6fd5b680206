"""`python -m games seat < question.json`: seat the rounds to come."""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from games.base import InvalidInputError, Json, Problem
from games.commands.output import print_json, print_problems
from games.commands.seat_question import SeatQuestion, read_seat_question
from games.tournament.draw import CannotDrawError, Plan
from games.tournament.history import History
from games.tournament.variety import plan_rounds
from games.validation import parse


def run(arguments: Sequence[str]) -> int:
    """Print a plan for the question on standard input, or all problems and nothing else."""
    argparse.ArgumentParser(
        prog="python -m games seat",
        description="Read entries, table sizes and rounds as JSON from standard input, seat them.",
    ).parse_args(arguments)
    try:
        question = read_seat_question(parse(sys.stdin.buffer.read()))
        begun = perf_counter()
        plan = _plan(question)
        seconds = perf_counter() - begun
    except InvalidInputError as error:
        return print_problems(error)
    print_json({**_as_json(plan), "seconds": round(seconds, 3)})
    return 0


def _plan(question: SeatQuestion) -> Plan:
    try:
        return plan_rounds(
            range(question.entries),
            rounds=question.rounds,
            sizes=question.sizes,
            history=History(question.history),
            apart=question.apart,
            seed=question.seed,
            effort=question.effort,
            balance=question.balance,
        )
    except CannotDrawError as error:
        problem = Problem(error.code, question.sizes_field, None, str(error))
        raise InvalidInputError([problem]) from None


def _as_json(plan: Plan) -> dict[str, Json]:
    answer: dict[str, Json] = {
        "rounds": plan.rounds,
        "coincidences": plan.coincidences,
        "repeats": plan.repeats,
        "bound": plan.bound,
        "optimal": plan.is_optimal,
        "method": plan.method,
        "measures": plan.measures,
    }
    if any(plan.sitting_out):
        answer["sitting_out"] = plan.sitting_out
    if plan.broken:
        answer["broken"] = plan.broken
    return answer
