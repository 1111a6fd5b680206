"""A hand as somebody enters it, at a table or anywhere: its form, and what it would be worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.base import HandSetup, Match
from league.core.games.entry import Entry, EntryFormContext, Who
from league.core.rule_texts import join_names, located_words, problem_words
from league.results.errors import ResultError
from league.results.match_board import Judged, Points, judged, points_of
from league.results.reading import TEAMS_DIFFER, warning_id
from league.results.scoring import line_as_json


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would be worth: points for everybody, or what is still wrong."""

    points: tuple[Points, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    steps: tuple[Judged, ...] = ()
    winners: tuple[str, ...] = ()

    @property
    def won_by(self) -> str:
        """The names of those who win the match with this hand."""
        return join_names(self.winners)


@dataclass(slots=True, kw_only=True)
class EnteredHand:
    """A hand as somebody is entering it.

    `match` is the match before the hand. `is_fresh`: nothing was sent with its key yet. `errors`
    are words by field, `words` the sentence above the form, `asked` the warnings to be confirmed,
    in words. `picks_teams`: the teams follow from no hand before, so any are as good.
    """

    game: str
    names: tuple[str, ...]
    match: Match
    entry: Entry
    key: str = ""
    is_fresh: bool = False
    words: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    confirmed: tuple[str, ...] = ()
    picks_teams: bool = False

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.match.number

    @property
    def setup(self) -> HandSetup | None:
        """What is known of the hand before it is played; None once the match is over."""
        return self.match.next_hand()

    @property
    def fields(self) -> object:
        """What the template of the game draws; None once the match is over."""
        if self.setup is None:
            return None
        return self.entry.fields(
            EntryFormContext(self.names, self.setup, self.errors, self.picks_teams)
        )

    @property
    def played(self) -> Mapping[str, Any] | None:
        """What is in force of the hand, if it was played already."""
        return None

    @property
    def teams(self) -> list[tuple[Who, Who]]:
        """The teams as the hand was played, of a new one by the rule."""
        played = self.played.get("teams") if self.played else None
        teams = played or (self.setup.teams if self.setup else ())
        return [
            (Who(senior, self.names[senior]), Who(junior, self.names[junior]))
            for senior, junior in teams
        ]

    @property
    def solo(self) -> Who | None:
        """Who plays alone in a hand with teams."""
        seat = self.setup.solo if self.setup else None
        if self.played:
            seat = self.played.get("solo")
        return None if seat is None else Who(seat, self.names[seat])

    @property
    def general_errors(self) -> list[str]:
        """Words about the record as a whole, or about a field that the form does not show."""
        others = [words for name, words in self.errors.items() if not self.shows(name)]
        return [sentence for words in others for sentence in words]

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field."""
        return self.entry.shows(field)

    @property
    def preview(self) -> Preview | None:
        """What the hand would be worth as entered; None while too little is."""
        if not self.entry.is_complete or self.setup is None:
            return None
        record = self.entry.as_record()
        problems = self.match.check(record)
        if errors := [problem for problem in problems if problem.level == "error"]:
            return Preview(errors=tuple(located_words(each, self.names) for each in errors))
        after = self.match.add(record)
        lines = [[line_as_json(line) for line in seat] for seat in self.match.score(record).lines]
        return Preview(
            points=points_of(lines, after.totals, after.places, self.names),
            warnings=tuple(
                located_words(each, self.names)
                for each in problems
                if not (self.picks_teams and each.code == TEAMS_DIFFER)
            ),
            steps=judged(self.game, self.match, record, self.names),
            winners=tuple(self.names[seat] for seat in after.winners),
        )

    def refuse(self, error: ResultError) -> None:
        """Show why the hand was refused: words above the form, and each fault at its field."""
        self.words = error.text
        if error.code == "unconfirmed":
            self.asked = [problem_words(problem, self.names) for problem in error.problems]
            self.confirmed = tuple(warning_id(problem) for problem in error.problems)
            return
        for problem in error.problems:
            self.errors.setdefault(problem.field, []).append(problem_words(problem, self.names))
