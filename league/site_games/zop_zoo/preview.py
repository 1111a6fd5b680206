"""What the preview of ZOP ZOO on a phone without network finds wrong by itself."""

from games.base import Problem


def preview_problems(_size: int) -> list[Problem]:
    """Return the problems that the phone finds by itself, for their words."""
    numbers = ("points", "seats.cards", "seats.minus")
    codes = ("not_a_number", "not_a_multiple", "out_of_range")
    faults = [Problem(code, field, None, "") for field in numbers for code in codes]
    return [Problem("not_a_seat", "winner", None, ""), *faults]
