"""One hand of Animal Poker being played: everybody submits once, sealed (AP-04)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from games.animal_poker.actions import actions_of
from games.animal_poker.adjudication import Outcome, adjudicate
from games.animal_poker.deal import AnimalPokerDeal, deal_problems
from games.animal_poker.observation import AnimalPokerObservation
from games.animal_poker.record import PlayedRecord
from games.animal_poker.reveal import Reveal
from games.animal_poker.seasons import Seasons
from games.animal_poker.setup import AnimalPokerSetup
from games.animal_poker.submission import read_submission
from games.base import Action, Event, Json, Problem, Rng, Seat, Violation
from games.refusals import (
    HandNotOverError,
    IllegalActionError,
    InvalidActionError,
    InvalidDealError,
)

SUBMIT: Literal["submit"] = "submit"
_UNKNOWN: Action = -1


class AnimalPokerHand:
    """Hold one hand: the season cards on show, and the submissions laid down so far, sealed."""

    __slots__ = ("_actions", "_submitted", "seasons", "setup")

    def __init__(
        self, setup: AnimalPokerSetup, seasons: Seasons, submitted: Sequence[Action]
    ) -> None:
        self.setup = setup
        self.seasons = seasons
        self._submitted = list(submitted)
        self._actions = actions_of(setup.seats)

    @classmethod
    def start(cls, setup: AnimalPokerSetup, deal: AnimalPokerDeal) -> "AnimalPokerHand":
        """Begin a hand; raises InvalidDealError."""
        problems = deal_problems(setup, deal)
        if problems:
            raise InvalidDealError(problems)
        return cls(setup, deal.seasons, [_UNKNOWN] * setup.seats)

    def acting_seats(self) -> tuple[Seat, ...]:
        """List the seats that have yet to submit."""
        return tuple([seat for seat, action in enumerate(self._submitted) if action == _UNKNOWN])

    def is_over(self) -> bool:
        """Tell whether everybody has submitted."""
        return _UNKNOWN not in self._submitted

    def legal_actions(self, seat: Seat) -> Sequence[Action]:
        """List every submission there is; none for a seat that has submitted."""
        return self._actions.legal if self._submitted[seat] == _UNKNOWN else ()

    def check(self, seat: Seat, action: Action) -> Violation | None:
        """Say why a submission is not legal; None where it is."""
        if self._submitted[seat] != _UNKNOWN:
            return Violation(
                "not_acting", "AP-04", "You have already submitted. You cannot change your choice."
            )
        if action not in self._actions.legal:
            return Violation("not_an_action", "AP-R19", "This choice is not valid. Choose again.")
        return None

    def apply(self, seat: Seat, action: Action) -> None:
        """Check and lay down a submission; raises IllegalActionError and then changes nothing."""
        violation = self.check(seat, action)
        if violation is not None:
            raise IllegalActionError(violation)
        self._submitted[seat] = action

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        """Lay down a submission known to be legal."""
        self._submitted[seat] = action

    def action_as_json(self, seat: Seat, action: Action) -> dict[str, Json]:  # noqa: ARG002
        """Write a submission as JSON."""
        return {"type": SUBMIT, **self._actions.submission(action).as_json()}

    def read_action(self, seat: Seat, data: object) -> Action:  # noqa: ARG002
        """Read a submission from JSON; raises InvalidActionError with every fault."""
        return read_action(data, self.setup.seats)

    def event(self, seat: Seat, action: Action) -> Event:
        """Describe a submission as the log tells it: to nobody but the seat itself."""
        return Event(seat, SUBMIT, self.action_as_json(seat, action), (seat,))

    def observation(self, seat: Seat | None) -> AnimalPokerObservation:
        """Return what a seat may know now: its own submission, all of them when all are there."""
        acting = self.acting_seats()
        seen: list[Action | None] = [None] * self.setup.seats
        if not acting:
            seen = list(self._submitted)
        elif seat is not None and seat not in acting:
            seen[seat] = self._submitted[seat]
        return AnimalPokerObservation(seat, self.setup, self.seasons, acting, tuple(seen))

    def record(self) -> PlayedRecord:
        """Return the record of the hand; raises HandNotOverError until everybody has submitted."""
        self._require_all()
        submissions = tuple(self._actions.submission(action) for action in self._submitted)
        return PlayedRecord(self.seasons, submissions)

    def outcome(self) -> Outcome:
        """Judge the hand without a record, for bots; raises HandNotOverError as `record` does."""
        self._require_all()
        owns, guesses = self._actions.owns, self._actions.guesses
        packed = [divmod(action, len(guesses)) for action in self._submitted]
        reveal = Reveal(
            self.seasons,
            [owns[choice] for choice, _ in packed],
            [guesses[guess] for _, guess in packed],
            self.setup.stored_rabbits,
        )
        return adjudicate(reveal, self.setup.pot)

    def clone(self) -> "AnimalPokerHand":
        """Return an independent copy."""
        return AnimalPokerHand(self.setup, self.seasons, self._submitted)

    def _require_all(self) -> None:
        if _UNKNOWN in self._submitted:
            raise HandNotOverError("Somebody has yet to submit.")


def read_action(data: object, seats: int) -> Action:
    """Read a submission of a table of this size from JSON; raises InvalidActionError."""
    if not isinstance(data, Mapping):
        raise InvalidActionError([Problem("not_an_object", "", None, "An action is an object.")])
    problems: list[Problem] = []
    if data.get("type") != SUBMIT:
        problems.append(Problem("not_a_choice", "type", "AP-04", f"The only type is {SUBMIT}."))
    submitted = {name: value for name, value in data.items() if name != "type"}
    submission, faults = read_submission(submitted, seats)
    if submission is None or problems:
        raise InvalidActionError([*problems, *faults])
    return actions_of(seats).packed(submission)


def resample(observation: AnimalPokerObservation, rng: Rng) -> AnimalPokerHand:
    """Return some hand that looks like this to its viewer: what is sealed is drawn at random."""
    setup = observation.setup
    submissions = len(actions_of(setup.seats).legal)
    submitted = [_UNKNOWN] * setup.seats
    for seat, action in enumerate(observation.submitted):
        if action is not None:
            submitted[seat] = action
        elif seat not in observation.acting:
            submitted[seat] = rng.randrange(submissions)
    return AnimalPokerHand(setup, observation.seasons, submitted)
