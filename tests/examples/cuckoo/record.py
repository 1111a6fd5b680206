"""The record of a hand of Cuckoo: who had the lowest card. All else follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Json, Problem, Seat
from games.validation import is_seat, unknown_fields


@dataclass(frozen=True, slots=True)
class CuckooRecord:
    """Hold the seats with the lowest card, in seat order; equal cards make several."""

    lowest: tuple[Seat, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from."""
        return {"lowest": list(self.lowest)}


def read_record(data: object, seats: int) -> tuple[CuckooRecord | None, list[Problem]]:
    """Read a record, whatever value it is: the record, or all that is wrong with it."""
    if isinstance(data, CuckooRecord):
        data = data.as_json()
    if not isinstance(data, Mapping):
        text = "The record of a hand must be given by name of field."
        return None, [Problem("not_an_object", "", None, text)]
    problems = unknown_fields(data, ("lowest",))
    lowest = data.get("lowest")
    if not isinstance(lowest, list) or not lowest:
        text = "Name at least one player with the lowest card."
        problems.append(Problem("missing", "lowest", "CK-05", text))
        return None, problems
    problems += [
        Problem("not_a_seat", f"lowest[{at}]", None, "This is not a seat of the table.")
        for at, seat in enumerate(lowest)
        if not is_seat(seat, seats)
    ]
    if not problems and len(set(lowest)) < len(lowest):
        problems.append(Problem("repeated", "lowest", "CK-05", "A seat is named twice."))
    return (None, problems) if problems else (CuckooRecord(tuple(sorted(lowest))), [])
