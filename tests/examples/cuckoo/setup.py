"""What is known of a hand of Cuckoo before it is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import Json, Problem, Seat
from games.refusals import InvalidSetupError
from games.validation import is_seat, is_whole_number, unknown_fields

SEATS = range(3, 9)


@dataclass(frozen=True, slots=True)
class CuckooSetup:
    """Say who deals; everybody plays alone."""

    number: int
    seats: int
    dealer: Seat

    @property
    def leader(self) -> Seat:
        """The dealer's left neighbour (CK-03)."""
        return (self.dealer + 1) % self.seats

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Empty: everybody plays alone."""
        return ()

    @property
    def solo(self) -> Seat | None:
        """None: there are no teams."""
        return None

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows."""
        return {"number": self.number, "dealer": self.dealer}

    def as_log(self) -> dict[str, Json]:
        """Write the set-up for the header of a log."""
        return {"number": self.number, "seats": self.seats, "dealer": self.dealer}


def read_setup(data: object) -> CuckooSetup:
    """Read what `CuckooSetup.as_log` wrote; raises InvalidSetupError."""
    if not isinstance(data, Mapping):
        text = "A set-up must be given by name of field."
        raise InvalidSetupError([Problem("not_an_object", "", None, text)])
    problems = unknown_fields(data, ("number", "seats", "dealer"))
    number, seats, dealer = (data.get(name) for name in ("number", "seats", "dealer"))
    if not is_whole_number(number) or number < 1:
        problems.append(Problem("not_a_number", "number", None, "Hands count from 1."))
    if not is_whole_number(seats) or seats not in SEATS:
        problems.append(Problem("not_a_table_size", "seats", "CK-02", "Three to eight play."))
    elif not is_seat(dealer, seats):
        problems.append(Problem("not_a_seat", "dealer", None, "The dealer is one of the seats."))
    if problems:
        raise InvalidSetupError(problems)
    return CuckooSetup(int(str(number)), int(str(seats)), int(str(dealer)))
