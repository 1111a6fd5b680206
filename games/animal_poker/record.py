"""The record of a hand: read it from JSON, with every fault at once.

A table writes down the cards (PlayedRecord), or only the coins they brought (CoinsRecord).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.animal_poker.actions import actions_of
from games.animal_poker.cards import FALL, RABBIT
from games.animal_poker.coins import COIN_FIELDS, CoinsRecord, read_coins
from games.animal_poker.seasons import Seasons, misplaced, read_seasons, seasons_as_json
from games.animal_poker.setup import AnimalPokerSetup
from games.animal_poker.submission import Submission, read_submission
from games.base import Json, Problem
from games.validation import unknown_fields


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """The seasons on show and what each seat submitted; all else follows."""

    seasons: Seasons
    submissions: tuple[Submission, ...]

    @property
    def stored_rabbits(self) -> tuple[bool, ...]:
        """Tell which seats have a rabbit more next hand: who played one in fall (AP-12, AP-R8)."""
        is_fall = self.seasons[RABBIT] == FALL
        return tuple(is_fall and RABBIT in submitted.animals for submitted in self.submissions)

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from, all seasons included."""
        return {
            "seasons": seasons_as_json(self.seasons),
            "seats": [submission.as_json() for submission in self.submissions],
        }


AnimalPokerRecord: TypeAlias = PlayedRecord | CoinsRecord


class Reading(NamedTuple):
    """A record, None where there are errors, and all problems: errors first, then warnings."""

    record: AnimalPokerRecord | None
    problems: tuple[Problem, ...]


CARD_FIELDS = ("seasons", "seats")


def read_record(data: object, setup: AnimalPokerSetup) -> Reading:
    """Read the record of the hand that was set up so, from JSON or from a record; never raise."""
    if isinstance(data, PlayedRecord) and _fits(data, setup):
        return Reading(data, ())
    if isinstance(data, PlayedRecord | CoinsRecord):
        data = data.as_json()
    if not isinstance(data, Mapping):
        text = "The record of a hand must be given by name of field."
        return Reading(None, (Problem("not_an_object", "", None, text),))
    problems = unknown_fields(data, CARD_FIELDS + COIN_FIELDS)
    has_cards = any(data.get(field) is not None for field in CARD_FIELDS)
    has_coins = any(data.get(field) is not None for field in COIN_FIELDS)
    if has_cards and has_coins:
        text = "Give either the cards of all players or only the coins, not both."
        problems += [
            Problem("not_counted", field, None, text)
            for field in COIN_FIELDS
            if data.get(field) is not None
        ]
    if has_coins and not has_cards:
        coins, doubts = read_coins(data, setup, problems)
        return Reading(coins, (*problems, *doubts))
    return _read_cards(data, setup, problems)


def _fits(record: PlayedRecord, setup: AnimalPokerSetup) -> bool:
    """Tell whether a record has no fault, without writing and reading it: bots make many."""
    actions = actions_of(setup.seats)
    return (
        len(record.submissions) == setup.seats
        and all(submission in actions for submission in record.submissions)
        and not misplaced(record.seasons, setup.seats, setup.cycle)
    )


def _read_cards(
    data: Mapping[object, object], setup: AnimalPokerSetup, problems: list[Problem]
) -> Reading:
    seasons = read_seasons(data.get("seasons"), setup.seats, setup.cycle, problems)
    submissions = _read_seats(data.get("seats"), setup, problems)
    if problems or seasons is None or submissions is None:
        return Reading(None, tuple(problems))
    return Reading(PlayedRecord(seasons, submissions), ())


def _read_seats(
    value: object, setup: AnimalPokerSetup, problems: list[Problem]
) -> tuple[Submission, ...] | None:
    if value is None:
        problems.append(Problem("missing", "seats", "AP-04", "This value is missing."))
        return None
    if not isinstance(value, list | tuple) or len(value) != setup.seats:
        text = f"There must be one item for each of the {setup.seats} seats."
        problems.append(
            Problem("not_one_a_seat", "seats", "AP-04", text, data={"seats": setup.seats})
        )
        return None
    submissions: list[Submission] = []
    for seat, item in enumerate(value):
        submission, faults = read_submission(item, setup.seats)
        problems += [fault.inside(f"seats[{seat}]") for fault in faults]
        if submission is not None:
            submissions.append(submission)
    return tuple(submissions) if len(submissions) == setup.seats else None
