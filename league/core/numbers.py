"""Read the numbers that a page's own buttons and hidden fields send back."""

import re

# No row has an id of more digits, and the database could not compare one.
NUMBERS = re.compile("[0-9]{1,18}(-[0-9]{1,18})*")


def read_numbers(text: str) -> list[int]:
    """Read the numbers that a button carries, "12-3-0"; nothing if it is anything else."""
    return [int(word) for word in text.split("-")] if NUMBERS.fullmatch(text) else []
