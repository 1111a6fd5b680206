"""A whole match as JSON, in and out: the shape of the command line, of exports and of imports."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base import (
    Game,
    HandScore,
    InvalidInputError,
    InvalidMatchError,
    InvalidOptionsError,
    InvalidRecordError,
    Json,
    Match,
    Problem,
)
from games.registry import scored_games
from games.validation import NotJsonError, is_whole_number, parse, unknown_fields

FIELDS = ("game", "options", "seats", "dealer", "hands")


class InvalidMatchFileError(InvalidInputError):
    """A match in JSON was refused; fields are paths such as `hands[1].finish`."""


def score_text(text: bytes) -> dict[str, Json]:
    """Score a match written as JSON in UTF-8; raises InvalidMatchFileError."""
    try:
        data = parse(text)
    except NotJsonError as error:
        raise InvalidMatchFileError(error.problems) from None
    return score_match(data)


def score_match(data: object, known: Sequence[Game] | None = None) -> dict[str, Json]:
    """Score a match given as a JSON value, hand by hand; raises InvalidMatchFileError.

    `known` are the games it may be of, those of the registry unless told.

    All faults of the match itself are named together, then all of the first hand that has any:
    hands after a bad one cannot be judged.
    """
    match, records = _read_match(data, scored_games() if known is None else known)
    hands: list[Json] = []
    for at, record in enumerate(records):
        path = f"hands[{at}]"
        try:
            score, match = match.score(record), match.add(record)
        except InvalidRecordError as error:
            problems = [problem.inside(path) for problem in error.problems]
            raise InvalidMatchFileError(problems) from None
        hands.append(_hand_as_json(score, match, path))
    setup = match.next_hand()
    return {
        "hands": hands,
        "next": setup.as_json() if setup else None,
        "totals": list(match.totals),
        "places": list(match.places),
        "is_over": match.is_over,
        "winners": list(match.winners),
    }


def _hand_as_json(score: HandScore, match: Match, path: str) -> dict[str, Json]:
    return {
        "scores": list(score.scores),
        "totals": list(match.totals),
        "places": list(match.places),
        "lines": [[line.as_json() for line in lines] for lines in score.lines],
        "warnings": [warning.inside(path).as_json() for warning in score.warnings],
        **score.details_as_json(),
    }


def _read_match(data: object, known: Sequence[Game]) -> tuple[Match, Sequence[object]]:
    """Return the match before its first hand, and the records of its hands."""
    if not isinstance(data, Mapping):
        text = "A match must be a JSON object."
        raise InvalidMatchFileError([Problem("not_an_object", "", None, text)])
    problems = unknown_fields(data, FIELDS)
    problems += [
        Problem("missing", name, None, "This value is missing.")
        for name in FIELDS
        if name not in data and name != "options"
    ]
    match = _begin(data, known, problems)
    records = data.get("hands", [])
    if not isinstance(records, list | tuple):
        problems.append(Problem("not_a_list", "hands", None, "The hands must be a list."))
    if match is None or problems:
        raise InvalidMatchFileError(problems)
    return match, records


def _begin(data: Mapping[str, Any], known: Sequence[Game], problems: list[Problem]) -> Match | None:
    """Return the match before its first hand; add to the problems what stands against it."""
    played = _find_game(data, known, problems)
    if played is None:
        problems += [
            Problem("not_a_number", name, None, "Enter a whole number.")
            for name in ("seats", "dealer")
            if name in data and not is_whole_number(data[name])
        ]
        return None
    try:
        options = played.options(data.get("options", {}))
    except InvalidOptionsError as error:
        problems += [problem.inside("options") for problem in error.problems]
        options = played.options({})
    seats: Any = data.get("seats")
    dealer: Any = data.get("dealer")
    try:
        return played.new_match(options, seats, dealer)
    except InvalidMatchError as error:
        problems += [problem for problem in error.problems if problem.field in data]
        return None


def _find_game(
    data: Mapping[str, Any], known: Sequence[Game], problems: list[Problem]
) -> Game | None:
    """Return the game played; None where it is unknown, a problem unless it is missing."""
    slug = data.get("game")
    found = next((game for game in known if game.slug == slug), None)
    if found is None and "game" in data:
        text = f"There is no such game. Known are: {', '.join(game.slug for game in known)}."
        problems.append(Problem("unknown_game", "game", None, text))
    return found
