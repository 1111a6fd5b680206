"""What is known of a hand before it is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.base import Json, Problem, Seat
from games.franks_zoo.cards import deck
from games.franks_zoo.options import FinalTrick, FranksZooOptions
from games.franks_zoo.teams import ALONE, Pairing, Team
from games.refusals import InvalidSetupError
from games.validation import is_seat, is_whole_number, unknown_fields

CARDS_EXCHANGED = 2
NOBODY: Seat = -1
"""Stands where a seat could stand and none does, in what the fast path compares."""


@lru_cache(maxsize=1_000)
def _partners(seats: int, teams: tuple[Team, ...]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return for each seat its senior partner, and for each its junior partner."""
    seniors, juniors = [NOBODY] * seats, [NOBODY] * seats
    for senior, junior in teams:
        seniors[junior], juniors[senior] = senior, junior
    return tuple(seniors), tuple(juniors)


SEATS = range(3, 8)
SEATS_OF_THE_SMALL_GAME = 3


def has_teams(options: FranksZooOptions, number: int, seats: int) -> bool:
    """Tell whether a hand is played in teams (FZ-20, FZ-33)."""
    return seats != SEATS_OF_THE_SMALL_GAME and options.mode == "partners" and number > 1


@dataclass(frozen=True, slots=True)
class FranksZooSetup:
    """Say who deals, leads and partners whom in a hand, and what is to be recorded of it."""

    number: int
    seats: int
    dealer: Seat
    leader: Seat
    teams: tuple[Team, ...]
    solo: Seat | None
    counts_teams: bool
    counts_cards: bool
    final_trick: FinalTrick

    @classmethod
    def of(
        cls,
        options: FranksZooOptions,
        *,
        number: int,
        seats: int,
        dealer: Seat,
        leader: Seat,
        pairing: Pairing,
    ) -> "FranksZooSetup":
        """Return the set-up of a hand, with what the options say of it."""
        return cls(
            number=number,
            seats=seats,
            dealer=dealer,
            leader=leader,
            teams=pairing.teams,
            solo=pairing.solo,
            counts_teams=has_teams(options, number, seats),
            counts_cards=seats == SEATS_OF_THE_SMALL_GAME or has_teams(options, number, seats),
            final_trick=options.final_trick,
        )

    @property
    def lions(self) -> int:
        """How many lions the deck has."""
        return deck(self.seats)["lion"]

    @property
    def hedgehogs(self) -> int:
        """How many hedgehogs the deck has."""
        return deck(self.seats)["hedgehog"]

    @property
    def senior_of(self) -> tuple[Seat, ...]:
        """Return for each seat its senior partner; NOBODY where it is no junior."""
        return _partners(self.seats, self.teams)[0]

    @property
    def junior_of(self) -> tuple[Seat, ...]:
        """Return for each seat its junior partner; NOBODY where it is no senior."""
        return _partners(self.seats, self.teams)[1]

    @property
    def first_to_exchange(self) -> tuple[Seat, ...]:
        """List who passes cards without waiting for anybody: the juniors and the solo seat."""
        juniors = [junior for _, junior in self.teams]
        return tuple(sorted(juniors if self.solo is None else [*juniors, self.solo]))

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows; teams and solo are null where none are formed."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "leader": self.leader,
            "teams": [list(team) for team in self.teams] if self.counts_teams else None,
            "solo": self.solo,
        }

    def as_log(self) -> dict[str, Json]:
        """Write the set-up for the header of a log; the options are there already."""
        return {"seats": self.seats, **self.as_json()}


FIELDS = ("seats", "number", "dealer", "leader", "teams", "solo")


def read_setup(options: FranksZooOptions, data: object) -> FranksZooSetup:
    """Read what `as_log` wrote; raises InvalidSetupError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidSetupError([Problem("not_an_object", "", None, "A set-up is an object.")])
    problems = unknown_fields(data, FIELDS)
    number, seats = data.get("number"), data.get("seats")
    if not is_whole_number(number) or number < 1:
        problems.append(Problem("not_a_number", "number", None, "Hands are counted from 1."))
        number = 1
    if not is_whole_number(seats) or seats not in SEATS:
        text = f"The game is for {SEATS[0]} to {SEATS[-1]} players."
        raise InvalidSetupError([*problems, Problem("not_a_table_size", "seats", None, text)])
    dealer, leader = (_read_seat(data, name, seats, problems) for name in ("dealer", "leader"))
    pairing = _read_pairing(data, seats, problems) if has_teams(options, number, seats) else ALONE
    if pairing is ALONE and any(data.get(name) is not None for name in ("teams", "solo")):
        problems.append(Problem("not_counted", "teams", "FZ-20", "This hand has no teams."))
    if problems:
        raise InvalidSetupError(problems)
    return FranksZooSetup.of(
        options, number=number, seats=seats, dealer=dealer, leader=leader, pairing=pairing
    )


def _read_seat(data: Mapping[str, object], name: str, seats: int, problems: list[Problem]) -> Seat:
    seat = data.get(name)
    if is_seat(seat, seats):
        return seat
    problems.append(Problem("not_a_seat", name, None, "This must be one of the seats."))
    return 0


def _read_pairing(data: Mapping[str, object], seats: int, problems: list[Problem]) -> Pairing:
    """Return the teams and who plays alone: together each seat once."""
    teams, solo = data.get("teams"), data.get("solo")
    pairs = teams if isinstance(teams, list | tuple) else ()
    are_pairs = all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs)
    everybody = [seat for pair in pairs for seat in pair] if are_pairs else []
    everybody += [] if solo is None else [solo]
    if not all(is_seat(seat, seats) for seat in everybody) or sorted(everybody) != [*range(seats)]:
        text = "The teams, two seats each, and the solo seat must be each seat once."
        problems.append(Problem("not_teams", "teams", "FZ-20", text))
        return Pairing((), None)
    return Pairing(tuple(Team(*pair) for pair in pairs), everybody[-1] if seats % 2 else None)
