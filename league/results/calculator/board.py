"""A calculated match as its page shows it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from league.core.games.entry import Fact
from league.core.rule_texts import problem_words
from league.results.calculator.state import CalculatedMatch, CountedHand
from league.results.match_board import (
    Judged,
    MatchBoard,
    Points,
    facts_of,
    fields_of_board,
    judged,
    points_of,
)
from league.results.reading import TEAMS_DIFFER
from league.results.scoring import line_as_json


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand in words; `judge` tells how it was judged, for whoever asks."""

    number: int
    points: tuple[Points, ...]
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    judge: Callable[[], tuple[Judged, ...]]

    @property
    def steps(self) -> tuple[Judged, ...]:
        """How it was judged."""
        return self.judge()


def board_of(match: CalculatedMatch) -> MatchBoard:
    """Put together what the page of a match shows."""
    return MatchBoard(
        **fields_of_board(match.game, match.match, match.names),
        hands=tuple(_shown(match, hand) for hand in match.hands),
    )


def _shown(match: CalculatedMatch, hand: CountedHand) -> ShownHand:
    names, score = match.names, hand.score
    lines = [[line_as_json(line) for line in seat] for seat in score.lines]
    return ShownHand(
        number=hand.number,
        points=points_of(lines, hand.after.totals, hand.after.places, names),
        facts=facts_of(match.game, hand.record, names),
        warnings=tuple(
            problem_words(warning, names)
            for warning in score.warnings
            if not (hand.number == match.first and warning.code == TEAMS_DIFFER)
        ),
        judge=partial(judged, match.game, hand.before, hand.record, names),
    )
