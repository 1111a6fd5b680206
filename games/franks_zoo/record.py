"""The record of a hand: read it from JSON, with every fault at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.base import Json, Problem, Seat
from games.franks_zoo.cards import number
from games.franks_zoo.setup import SEATS, FranksZooSetup
from games.franks_zoo.teams import Team
from games.validation import is_list_of, is_seat, is_whole_number, unknown_fields


@dataclass(frozen=True, slots=True)
class FranksZooRecord:
    """What happened in a hand; the fields that it does not count are empty or None.

    `finish` lists the seats in the order they ran out of cards, the one left with cards last.
    """

    finish: tuple[Seat, ...]
    teams: tuple[Team, ...] = ()
    solo: Seat | None = None
    lions_taken: tuple[int, ...] | None = None
    lions_in_hand: int | None = None
    hedgehog: tuple[bool, ...] | None = None

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from; what the hand does not count is absent."""
        values: dict[str, Json] = {}
        if self.teams:
            values["teams"] = [list(team) for team in self.teams]
        if self.solo is not None:
            values["solo"] = self.solo
        values["finish"] = list(self.finish)
        if self.lions_taken is not None:
            values["lions_taken"] = list(self.lions_taken)
        if self.lions_in_hand is not None:
            values["lions_in_hand"] = self.lions_in_hand
        if self.hedgehog is not None:
            values["hedgehog"] = list(self.hedgehog)
        return values


def record_of(
    setup: FranksZooSetup,
    finish: Sequence[Seat],
    hands: Sequence[int],
    piles: Sequence[int],
    passed: Sequence[int],
) -> FranksZooRecord:
    """Return the record of a hand that was played; all cards are packed, per seat.

    What the solo laid aside counts as taken (FZ-22, FZ-R11).
    """
    if not setup.counts_cards:
        return FranksZooRecord(tuple(finish))
    taken = list(piles)
    if setup.solo is not None:
        taken[setup.solo] += passed[setup.solo]
    return FranksZooRecord(
        finish=tuple(finish),
        teams=setup.teams,
        solo=setup.solo,
        lions_taken=tuple(number(pile, "lion") for pile in taken),
        lions_in_hand=number(hands[finish[-1]], "lion"),
        hedgehog=tuple(number(pile, "hedgehog") > 0 for pile in taken),
    )


class Reading(NamedTuple):
    """A record, None where there are errors, and all problems: errors first, then warnings."""

    record: FranksZooRecord | None
    problems: tuple[Problem, ...]


FIELDS = ("teams", "solo", "finish", "lions_taken", "lions_in_hand", "hedgehog")


def read_record(data: object, setup: FranksZooSetup) -> Reading:
    """Read the record of the hand that was set up so, from JSON or from a record; never raise."""
    if isinstance(data, FranksZooRecord):
        data = data.as_json()
    if isinstance(data, dict):
        record = _read_plain(data, setup)
        if record is not None:
            return Reading(record, ())
    if not isinstance(data, Mapping):
        text = "The record of a hand must be given by name of field."
        return Reading(None, (Problem("not_an_object", "", None, text),))
    return _RecordReader(data, setup).read()


def _read_plain(data: dict[object, object], setup: FranksZooSetup) -> FranksZooRecord | None:
    """Read a record that nothing is to be said about, as nearly all are; None for any other."""
    finish = data.get("finish")
    if data.keys() != _expected_fields(setup) or not is_list_of(finish, int, setup.seats):
        return None
    if sorted(finish) != _EVERYBODY[setup.seats]:
        return None
    if setup.counts_teams and not _has_expected_teams(data, setup):
        return None
    if not setup.counts_cards:
        return FranksZooRecord(tuple(finish))
    return _read_plain_cards(data, setup, tuple(finish))


def _read_plain_cards(
    data: dict[object, object], setup: FranksZooSetup, finish: tuple[Seat, ...]
) -> FranksZooRecord | None:
    taken, in_hand, hedgehog = data["lions_taken"], data["lions_in_hand"], data["hedgehog"]
    if not is_list_of(taken, int, setup.seats) or type(in_hand) is not int:
        return None
    counted = sum(taken) + in_hand
    fewest = setup.lions if setup.final_trick == "owner" else 0
    if in_hand < 0 or min(taken) < 0 or not fewest <= counted <= setup.lions:
        return None
    if not is_list_of(hedgehog, bool, setup.seats) or sum(hedgehog) > setup.hedgehogs:
        return None
    return FranksZooRecord(finish, setup.teams, setup.solo, tuple(taken), in_hand, tuple(hedgehog))


def _expected_fields(setup: FranksZooSetup) -> frozenset[str]:
    """Return the fields of a hand that counts teams, or cards alone, or neither."""
    if setup.counts_teams:
        return _WITH_SOLO if setup.seats % 2 else _WITH_TEAMS
    return _WITH_CARDS if setup.counts_cards else _WITHOUT_CARDS


_WITHOUT_CARDS = frozenset({"finish"})
_WITH_CARDS = _WITHOUT_CARDS | {"lions_taken", "lions_in_hand", "hedgehog"}
_WITH_TEAMS = _WITH_CARDS | {"teams"}
_WITH_SOLO = _WITH_TEAMS | {"solo"}
_EVERYBODY = tuple(list(range(seats)) for seats in range(SEATS.stop))


def _has_expected_teams(data: dict[object, object], setup: FranksZooSetup) -> bool:
    """Tell whether teams are listed just as the set-up has them; other ones are looked at."""
    teams, solo = data["teams"], data.get("solo")
    if not is_list_of(teams, list, len(setup.teams)):
        return False
    seats = [seat for team in teams for seat in team]
    if not is_list_of(seats, int, 2 * len(teams)) or [*map(tuple, teams)] != [*setup.teams]:
        return False
    return type(solo) is type(setup.solo) and solo == setup.solo


class _RecordReader:
    """Read one record field by field and gather what is wrong."""

    def __init__(self, data: Mapping[object, object], setup: FranksZooSetup) -> None:
        self.data = data
        self.setup = setup
        self.errors = unknown_fields(data, FIELDS)
        self.warnings: list[Problem] = []

    def read(self) -> Reading:
        teams = self.teams()
        solo = self.solo(teams)
        finish = self.finish()
        lions_taken = self.lions_taken()
        lions_in_hand = self.lions_in_hand()
        self.compare_lions(lions_taken, lions_in_hand)
        hedgehog = self.hedgehog()
        self.compare_teams(teams)
        record = None
        if finish is not None and not self.errors:
            record = FranksZooRecord(
                finish, teams or (), solo, lions_taken, lions_in_hand, hedgehog
            )
        return Reading(record, (*self.errors, *self.warnings))

    def refuse(self, code: str, field: str, rule: str, text: str, **data: int) -> None:
        self.errors.append(Problem(code, field, rule, text, data=data))

    def value(self, field: str, rule: str, counts: bool) -> object:
        """Return a field's value; None where the hand does not count it or it is at fault."""
        value = self.data.get(field)
        if counts and value is None:
            self.refuse("missing", field, rule, "This value is missing.")
        if not counts and value is not None:
            self.refuse(
                "not_counted", field, rule, "This does not count in this hand. Leave it empty."
            )
            return None
        return value

    def items(self, value: object, length: int) -> list[object] | None:
        """Return a list of this length as a list, anything else as None."""
        if isinstance(value, list | tuple) and len(value) == length:
            return list(value)
        return None

    def teams(self) -> tuple[Team, ...] | None:
        value = self.value("teams", "FZ-20", self.setup.counts_teams)
        if value is None:
            return None
        pairs = [self.items(pair, 2) for pair in self.items(value, self.setup.seats // 2) or []]
        seats = [seat for pair in pairs for seat in pair or [] if is_seat(seat, self.setup.seats)]
        expected = self.setup.seats // 2
        if len(pairs) != expected or len(seats) != 2 * expected:
            text = f"There must be {expected} teams, each with two seats of this table."
            self.refuse("not_teams", "teams", "FZ-20", text, teams=expected)
            return None
        if len(set(seats)) != len(seats):
            text = "A player is in two teams, or twice in one. Choose each player once."
            self.refuse("not_a_partition", "teams", "FZ-20", text)
            return None
        return tuple(Team(*seats[at : at + 2]) for at in range(0, len(seats), 2))

    def solo(self, teams: tuple[Team, ...] | None) -> Seat | None:
        counts = self.setup.counts_teams and self.setup.seats % 2 == 1
        value = self.value("solo", "FZ-20", counts)
        if value is None:
            return None
        if not is_seat(value, self.setup.seats):
            self.refuse("not_a_seat", "solo", "FZ-20", "This is not a seat of this table.")
            return None
        if any(value in team for team in teams or ()):
            text = "The player without a partner is in a team as well."
            self.refuse("not_a_partition", "solo", "FZ-20", text, seat=value)
            return None
        return value

    def finish(self) -> tuple[Seat, ...] | None:
        value = self.value("finish", "FZ-11", counts=True)
        if value is None:
            return None
        seats = [
            seat
            for seat in self.items(value, self.setup.seats) or []
            if is_seat(seat, self.setup.seats)
        ]
        if len(set(seats)) != self.setup.seats:
            text = f"Each of the {self.setup.seats} seats must be listed once, as they went out."
            self.refuse("not_a_permutation", "finish", "FZ-11", text, seats=self.setup.seats)
            return None
        return tuple(seats)

    def lions_taken(self) -> tuple[int, ...] | None:
        value = self.value("lions_taken", "FZ-28", self.setup.counts_cards)
        if value is None:
            return None
        counts = [
            count for count in self.items(value, self.setup.seats) or [] if is_whole_number(count)
        ]
        if len(counts) != self.setup.seats:
            text = "There must be one whole number of lions for each seat."
            self.refuse("not_counts", "lions_taken", "FZ-28", text, seats=self.setup.seats)
            return None
        if min(counts) < 0:
            text = "Nobody can take fewer than no lions."
            self.refuse("negative", "lions_taken", "FZ-28", text)
            return None
        return tuple(counts)

    def lions_in_hand(self) -> int | None:
        value = self.value("lions_in_hand", "FZ-29", self.setup.counts_cards)
        if value is None:
            return None
        if not is_whole_number(value):
            text = "Enter a whole number of lions."
            self.refuse("not_a_count", "lions_in_hand", "FZ-29", text)
            return None
        if value < 0:
            text = "Nobody can hold fewer than no lions."
            self.refuse("negative", "lions_in_hand", "FZ-29", text)
            return None
        if value > self.setup.lions:
            self.refuse_lions("lions_in_hand", "FZ-29")
        return value

    def refuse_lions(self, field: str, rule: str) -> None:
        lions = self.setup.lions
        text = f"That is too many: the deck has {lions} lions, in all piles and hands together."
        self.refuse("too_many_lions", field, rule, text, lions=lions)

    def compare_lions(self, taken: tuple[int, ...] | None, in_hand: int | None) -> None:
        """Refuse more lions than the deck has; warn of fewer, where all must be found (FZ-R5)."""
        if taken is None:
            return
        counted = sum(taken) + (in_hand or 0)
        if counted > self.setup.lions:
            self.refuse_lions("lions_taken", "FZ-28")
        elif in_hand is not None and self.setup.final_trick == "owner":
            missing = self.setup.lions - counted
            if missing:
                self.warnings.append(_lions_missing(missing))

    def hedgehog(self) -> tuple[bool, ...] | None:
        value = self.value("hedgehog", "FZ-30", self.setup.counts_cards)
        if value is None:
            return None
        answers = [
            answer
            for answer in self.items(value, self.setup.seats) or []
            if isinstance(answer, bool)
        ]
        if len(answers) != self.setup.seats:
            text = "There must be one yes or no for each seat."
            self.refuse("not_yes_or_no", "hedgehog", "FZ-30", text, seats=self.setup.seats)
            return None
        if sum(answers) > self.setup.hedgehogs:
            hedgehogs = self.setup.hedgehogs
            text = f"More players than the deck has hedgehogs ({hedgehogs}) have taken one."
            self.refuse("too_many_hedgehogs", "hedgehog", "FZ-30", text, hedgehogs=hedgehogs)
            return None
        return tuple(answers)

    def compare_teams(self, teams: tuple[Team, ...] | None) -> None:
        """Warn of teams that the rule would not have made; the order of the teams is no matter."""
        if teams is None or set(teams) == set(self.setup.teams):
            return
        if {frozenset(team) for team in teams} == {frozenset(team) for team in self.setup.teams}:
            rule = "FZ-21"
            text = "The same players are partners, but the rule would have made another the senior."
        else:
            rule = "FZ-20"
            text = "The rule would have paired the players otherwise."
        self.warnings.append(Problem("teams_differ", "teams", rule, text, "warning"))


def _lions_missing(missing: int) -> Problem:
    lions = "One lion is" if missing == 1 else f"{missing} lions are"
    text = f"{lions} missing: each is in a player's pile or in the last player's hand."
    data = {"missing": missing}
    return Problem("lions_missing", "lions_taken", "FZ-R5", text, "warning", data)
