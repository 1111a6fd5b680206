"""The form of a whole match: every hand with what was typed, judged in order, all faults told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from games.base import HandSetup, Match, Problem
from league.competitions.models import Table
from league.core.games import site_game
from league.core.games.entry import EntryFormContext, Who
from league.core.games.score_sheet import Line, ScoreSheetPart, SheetHand
from league.core.rule_texts import problem_words
from league.results.board import names_at
from league.results.errors import ResultError
from league.results.forms import read_key, read_number
from league.results.match_board import Points, points_of
from league.results.models import Hand
from league.results.reading import warning_id
from league.results.scoring import line_as_json, match_before

USUAL_HANDS = 6
MOST_HANDS = 18
"""A browser may send 1,000 fields at once; longer matches go on with a second sheet."""


@dataclass(slots=True)
class PaperHand:
    """A hand of the sheet: what was typed, and what became of it.

    `match` is the match before the hand as far as it is known. `errors` are words by field.
    `focus` names the input where somebody goes on typing, if it is in this hand.
    """

    number: int
    key: str
    data: Mapping[str, str]
    names: Sequence[str]
    part: ScoreSheetPart
    confirmed: tuple[str, ...] = ()
    match: Match | None = None
    setup: HandSetup | None = None
    record: Mapping[str, Any] | None = None
    errors: dict[str, list[str]] = field(default_factory=dict)
    asked: tuple[Problem, ...] = ()
    points: tuple[Points, ...] = ()
    focus: str = ""

    @property
    def is_blank(self) -> bool:
        """Say whether nothing was typed; boxes that are on at first do not count."""
        ticked = tuple(f"{name}-" for name in self.part.ticked)
        return not any(value for name, value in self.data.items() if not name.startswith(ticked))

    @property
    def lines(self) -> list[Line]:
        """What the template draws; nothing once the match is over."""
        if self.setup is None:
            return []
        context = EntryFormContext(self.names, self.setup, self.errors)
        return list(self.part.lines(SheetHand(self.data, context)))

    @property
    def usual_lines(self) -> list[Line]:
        """The lines that every hand needs."""
        return [line for line in self.lines if not line.is_rare]

    @property
    def rare_lines(self) -> list[Line]:
        """The lines that few hands need."""
        return [line for line in self.lines if line.is_rare]

    def first_input(self, way: str) -> str:
        """Name the first input that is asked for when hands are entered this way."""
        shown = "by-cards" if way == "cards" else "by-other"
        names = (
            each.name for line in self.lines for each in line.inputs if each.way in ("", shown)
        )
        return next(names, "")

    @property
    def has_rare(self) -> bool:
        """Say whether something rare was typed."""
        return any(each.value for line in self.rare_lines for each in line.inputs)

    @property
    def general_errors(self) -> list[str]:
        """Words that stand at no input."""
        shown = {words for line in self.lines for each in line.inputs for words in each.errors}
        every = [words for found in self.errors.values() for words in found]
        return [words for words in dict.fromkeys(every) if words not in shown]

    @property
    def warnings(self) -> list[str]:
        """What has to be confirmed, in words."""
        return [problem_words(problem, self.names) for problem in self.asked]

    @property
    def to_confirm(self) -> str:
        """The warnings that are sent back once they were shown."""
        return ",".join(warning_id(problem) for problem in self.asked) or ",".join(self.confirmed)

    @property
    def teams(self) -> list[tuple[Who, Who]]:
        """The teams by the rule."""
        teams = self.setup.teams if self.setup else ()
        return [
            (Who(senior, self.names[senior]), Who(junior, self.names[junior]))
            for senior, junior in teams
        ]


@dataclass(slots=True, kw_only=True)
class PaperSheet:
    """All hands of a match as somebody types them from paper; `first` is the first one's number.

    `added_from` is the number of the first hand that was just asked for, else that of the first.
    """

    table: Table
    part: ScoreSheetPart
    names: tuple[str, ...]
    start: Match
    first: int
    seating: int
    way: str
    hands: list[PaperHand]
    added_from: int
    words: str = ""

    @classmethod
    def blank(cls, table: Table, hands: Sequence[Hand]) -> "PaperSheet":
        """Return the sheet before anything is typed, from the table's next hand on."""
        last = max((hand.number for hand in hands if not hand.is_void), default=0)
        return cls._of(table, hands, {}, last + 1, table.seating)

    @classmethod
    def of_post(cls, table: Table, hands: Sequence[Hand], data: Mapping[str, str]) -> "PaperSheet":
        """Return the sheet as it was sent."""
        last = max((hand.number for hand in hands if not hand.is_void), default=0)
        first = min(max(read_number(data.get("first", "")), 1), last + 1)
        return cls._of(table, hands, data, first, read_number(data.get("seating", "")))

    @classmethod
    def _of(
        cls,
        table: Table,
        hands: Sequence[Hand],
        data: Mapping[str, str],
        first: int,
        seating: int,
    ) -> "PaperSheet":
        names = names_at(table)
        part = part_of(table)
        way = data.get("way", "")
        way = way if way in part.ways else next(iter(part.ways), "")
        rows = read_number(data.get("rows", "")) or USUAL_HANDS
        added_from = first + min(rows, MOST_HANDS) if "add" in data else first
        rows += USUAL_HANDS if "add" in data else 0
        numbers = range(first, first + min(rows, MOST_HANDS))
        sheet = cls(
            table=table,
            part=part,
            names=names,
            start=match_before(table, len(names), hands, first),
            first=first,
            seating=seating,
            way=way,
            hands=[_read(part, names, data, number) for number in numbers],
            added_from=added_from,
        )
        sheet.judge()
        for hand in sheet.added[:1] if "add" in data else ():
            hand.focus = hand.first_input(way)
        return sheet

    @property
    def added(self) -> list[PaperHand]:
        """The hands that were just asked for: all of them on a new page."""
        return [hand for hand in self.hands if hand.number >= self.added_from]

    @property
    def next_number(self) -> int:
        """The number of the hand after the last one of the sheet."""
        return self.first + len(self.hands)

    @property
    def typed(self) -> list[PaperHand]:
        """The hands up to the last one that is not blank."""
        last = max((at for at, hand in enumerate(self.hands) if not hand.is_blank), default=-1)
        return self.hands[: last + 1]

    @property
    def is_full(self) -> bool:
        """Say whether the sheet takes no more hands."""
        return len(self.hands) >= MOST_HANDS

    @property
    def is_sound(self) -> bool:
        """Say whether every hand that was typed can be recorded."""
        return bool(self.typed) and not any(hand.errors for hand in self.typed)

    @property
    def is_asking(self) -> bool:
        """Say whether somebody has to confirm something."""
        return any(hand.asked for hand in self.typed)

    @property
    def other_way(self) -> str:
        """What can be entered instead of cards."""
        return next((way for way in self.part.ways if way != "cards"), "")

    def judge(self) -> None:
        """Judge the hands in order; after one that is wrong, as far as the others tell."""
        match, is_sure = self.start, True
        typed = self.typed
        for at, hand in enumerate(self.hands):
            hand.match, hand.setup = match, match.next_hand()
            if at >= len(typed):
                match = match.skip()
                continue
            if hand.setup is None:
                hand.errors[""] = [str(ResultError("match_over").text)]
                continue
            match, is_sure = self._judge(hand, match, hand.setup, is_sure=is_sure)

    def _judge(
        self, hand: PaperHand, match: Match, setup: HandSetup, *, is_sure: bool
    ) -> tuple[Match, bool]:
        """Judge one hand; return the match after it, and whether that is sure."""
        form = self.part.as_form(hand.data, len(self.names)) | {"way": self.way}
        entry = site_game(self.table.game).entry.form.of_form(form, len(self.names))
        hand.record = entry.fit(setup).as_record()
        problems = match.check(hand.record)
        errors = [problem for problem in problems if problem.level == "error"]
        if not is_sure:
            errors = [each for each in errors if not each.field.startswith(self.part.doubtful)]
        for problem in errors:
            hand.errors.setdefault(problem.field, []).append(self._words(problem))
        if not is_sure or errors:
            return match.skip(), False
        hand.asked = tuple(each for each in problems if warning_id(each) not in hand.confirmed)
        after, score = match.add(hand.record), match.score(hand.record)
        lines = [[line_as_json(line) for line in seat] for seat in score.lines]
        hand.points = points_of(lines, after.totals, after.places, self.names)
        return after, True

    def _words(self, problem: Problem) -> str:
        """Say what is wrong."""
        words = self.part.texts.get(problem.field)
        return str(words) if words else problem_words(problem, self.names)

    def refuse(self) -> None:
        """Say why nothing was recorded."""
        if not self.is_sound:
            self.words = str(ResultError("invalid_record").text)


def part_of(table: Table) -> ScoreSheetPart:
    """Return how hands of the table's game are typed from paper."""
    part = site_game(table.game).score_sheet
    if part is None:
        raise TypeError(f"No sheet of this game can be typed: {table.game}")
    return part


def _read(
    part: ScoreSheetPart, names: Sequence[str], data: Mapping[str, str], number: int
) -> PaperHand:
    """Return one hand as it was typed; a blank one has those boxes on that are at first."""
    prefix = f"h{number}-"
    own = {
        name.removeprefix(prefix): value.strip()
        for name, value in data.items()
        if name.startswith(prefix)
    }
    key = own.pop("key", "")
    confirmed = tuple(part for part in own.pop("confirmed", "").split(",") if part)
    if not key:
        own |= {f"{name}-{seat}": "1" for name in part.ticked for seat in range(len(names))}
    return PaperHand(
        number=number,
        key=str(read_key(key) or uuid4()),
        data=own,
        names=names,
        part=part,
        confirmed=confirmed,
    )
