"""Games by score sheet, as the registry knows them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import InvalidOptionsError, Options, Problem, Seat
from games.score_sheet.functions import MOST_SEATS
from games.score_sheet.labels import FALLBACK
from games.score_sheet.match import ScoreSheetMatch
from games.score_sheet.options import ScoreSheetOptions, options_of, read_options
from games.score_sheet.reading import FEWEST_SEATS
from games.score_sheet.rules import RULES, rules_with
from games.score_sheet.sheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class ScoreSheetGame:
    """Any game that a sheet describes: what its hands record, how points follow, when it ends."""

    slug: str = "score-sheet"
    title: str = "Score sheet"
    seats: range = range(FEWEST_SEATS, MOST_SEATS + 1)

    def options(self, data: object) -> ScoreSheetOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        return read_options(data)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> ScoreSheetMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        return _begin(options, seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id that all sheets share to its text; a sheet has `rules` of its own."""
        return {rule_id: str(text) for rule_id, text in RULES.items()}


SCORE_SHEET = ScoreSheetGame()


@dataclass(frozen=True, slots=True)
class SheetGame:
    """One sheet as a game of its own; its options name the sheet and never write it out."""

    sheet: ScoreSheet

    @property
    def slug(self) -> str:
        """The slug of the sheet."""
        return self.sheet.slug

    @property
    def title(self) -> str:
        """The title of the sheet."""
        return str(self.sheet.title)

    @property
    def seats(self) -> range:
        """How many may play at a table."""
        return self.sheet.players

    def options(self, data: object) -> ScoreSheetOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        if not isinstance(data, Mapping):
            text = "The options must be given by name."
            raise InvalidOptionsError([Problem("not_an_object", "", None, text)])
        own = {"sheet": self.sheet.slug, "version": self.sheet.version}
        problems = [
            Problem("not_this_sheet", name, None, f"This is not {value}.")
            for name, value in own.items()
            if data.get(name, value) != value
        ]
        if problems:
            raise InvalidOptionsError(problems)
        return options_of(self.sheet, data, is_named=True)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> ScoreSheetMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        return _begin(options, seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to its text: what sheets share, then what this one says."""
        rules = rules_with(self.sheet.rules)
        return {rule_id: text.outline(FALLBACK) for rule_id, text in rules.items()}


def _begin(options: Options, seats: int, dealer: Seat) -> ScoreSheetMatch:
    if not isinstance(options, ScoreSheetOptions):
        raise TypeError(f"These are not options of {SCORE_SHEET.title}: {options!r}")
    return ScoreSheetMatch.begin(options, seats, dealer)
