"""How a game's players submit in secret, each on an own phone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.base import HandSetup, Json, Problem, Seat
from league.core.games.entry import EntryFormContext, Who


class Submitted(Protocol):
    """What a seat has submitted, as the engine has accepted it."""

    def as_json(self) -> dict[str, Json]:
        """Write it as a record holds it."""


class SealedEntry(Protocol):
    """What somebody has chosen for a seat so far, right or wrong; false while it is nothing."""

    @classmethod
    def of_form(cls, data: Mapping[str, str], seat: Seat) -> "SealedEntry":
        """Return what a form carries for a seat."""

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> "SealedEntry":
        """Return what the engine has accepted."""

    def __bool__(self) -> bool:
        """Say whether anything is chosen."""

    def as_json(self) -> dict[str, Any]:
        """Return the choice to send, faults and all."""

    def fields(self, who: Who, size: int, asked: EntryFormContext, at: str) -> object:
        """Return what the template draws at a table of `size`; `at` begins the fields of errors."""


@dataclass(frozen=True, kw_only=True)
class SealedPart:
    """How players submit in secret, and what all see beside: the seasons on show.

    `read` judges what a seat submits, `read_seasons` the seasons; both return what was read, None
    where something is wrong, and the problems. `known_seasons` are those that follow from earlier
    hands. `as_record` is the record of a hand once all are in. `own_template` draws the fields of
    one's own seat, `seasons_template` those of the seasons.
    """

    entry: type[SealedEntry]
    read: Callable[[Mapping[str, Any], int], tuple[Submitted | None, list[Problem]]]
    read_seasons: Callable[
        [Mapping[str, Any], HandSetup], tuple[dict[str, str] | None, list[Problem]]
    ]
    known_seasons: Callable[[HandSetup], dict[str, str]]
    as_record: Callable[[Mapping[str, str], Sequence[Mapping[str, Any]]], dict[str, Any]]
    seasons_text: Callable[[Mapping[str, str]], str]
    season_fields: Callable[[Mapping[str, str], EntryFormContext], object]
    seasons_of_form: Callable[[Mapping[str, str], int], dict[str, str]]
    own_template: str
    seasons_template: str
