"""Read what was entered of a hand: as the engine writes it, or why it is refused."""

from collections.abc import Collection

from games.base import Match, Problem
from league.results.errors import ResultError
from league.results.scoring import Record

TEAMS_DIFFER = "teams_differ"
"""The warning that a hand was played in other teams than follow from the hands before."""


def read_record(match: Match, record: object, confirmed: Collection[str] | None) -> Record:
    """Return a record of the hand after `match` as the engine writes it.

    `confirmed` are the warnings (`warning_id`) that somebody has seen; None leaves them unasked.
    Raises match_over, invalid_record and unconfirmed.
    """
    if match.is_over:
        raise ResultError("match_over")
    problems = match.check(record)
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise ResultError("invalid_record", problems=errors)
    if confirmed is not None and not {warning_id(problem) for problem in problems} <= {*confirmed}:
        raise ResultError("unconfirmed", problems=problems)
    return match.read(record).as_json()


def warning_id(warning: Problem) -> str:
    """Name a warning with the numbers in it, so that another count has to be confirmed again."""
    return "-".join([warning.code, *(f"{warning.data[key]}" for key in sorted(warning.data))])
