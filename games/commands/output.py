"""Print answers: one JSON value a line, or all problems and nothing else."""

import json
import sys

from games.base import InvalidInputError, Json


def print_json(answer: Json) -> None:
    """Print one JSON value on a line of its own."""
    sys.stdout.write(f"{json.dumps(answer)}\n")


def print_problems(error: InvalidInputError) -> int:
    """Print why an input was refused; return the exit status for that."""
    print_json({"problems": [problem.as_json() for problem in error.problems]})
    return 1
