"""What is told about a hand: one thing at a time, each with a label."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.utils.functional import Promise

from games.base import HandSetup, Match, Seat


class Fact(NamedTuple):
    """One thing about a hand, in words."""

    label: str
    words: str


class Told(NamedTuple):
    """One step in the judging of a hand; `seat` is whom it concerns, None: the table."""

    seat: Seat | None
    words: str
    rule: str


class GameWords(Protocol):
    """What each game tells about its hands and matches; a module of its own for each."""

    @property
    def SCORE(self) -> str | Promise:  # noqa: N802 - a constant of the module
        """What is counted: points or coins."""

    def describe_record(self, record: Mapping[str, Any], names: Sequence[str], /) -> list[Fact]:
        """Say what happened in a hand."""

    def duties(self, setup: HandSetup, /) -> list[tuple[str, Seat]]:
        """Say who does what at the beginning of the next hand."""

    def preparation(self, setup: HandSetup, names: Sequence[str], /) -> list[str]:
        """Say what is to be done before the hand is played."""

    def stakes(self, setup: HandSetup, names: Sequence[str], /) -> list[Fact]:
        """Say what is known of the next hand beside who plays it."""

    def why_over(self, match: Match, names: Sequence[str], /) -> str:
        """Say why the match has ended."""

    def explain(
        self, match: Match, record: Mapping[str, Any], names: Sequence[str], /
    ) -> list[Told]:
        """Tell how the hand after `match` was judged; nothing where its lines say it all."""
