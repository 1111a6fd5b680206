"""A score sheet: all hands of a match typed in one form, judged in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from games.base import HandSetup, Match, Problem
from league.competitions.models import Table
from league.core.games.entry import EntryFormContext
from league.core.games.score_sheet import Line, ScoreSheetPart, SheetHand
from league.core.rule_texts import problem_text
from league.results.authors import Author
from league.results.errors import ResultError
from league.results.forms import read_confirmed, read_key, read_number
from league.results.models import Hand, Submission
from league.results.scoring import lines_as_json, match_before, next_number, warning_id
from league.results.services import record_hand
from league.results.table_view import Partner, Points, names_at, points_of, teams_of


class ScoreSheetRecord(NamedTuple):
    """A hand of a sheet: its number, the key of its form, and its record."""

    number: int
    key: UUID
    record: object


@transaction.atomic
def record_hands(
    *, table_id: int, seating: int, hands: Sequence[ScoreSheetRecord], author: Author
) -> list[Submission]:
    """Write hands of a table in order, all or none; raises what `record_hand` does."""
    return [
        record_hand(table_id=table_id, seating=seating, **hand._asdict(), author=author)
        for hand in hands
    ]


USUAL_HANDS = 6
MOST_HANDS = 18
"""A browser may send 1,000 fields at once; longer matches go on with a second sheet."""


@dataclass(slots=True)
class ScoreSheetHand:
    """A hand of the sheet as it was typed, with the match before it; errors are texts by field."""

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
        """The lines of the template; none once the match is over."""
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

    @property
    def has_rare(self) -> bool:
        """Say whether something rare was typed."""
        return any(each.value for line in self.rare_lines for each in line.inputs)

    @property
    def general_errors(self) -> list[str]:
        """The errors that stand at no input."""
        shown = {text for line in self.lines for each in line.inputs for text in each.errors}
        errors = dict.fromkeys(chain.from_iterable(self.errors.values()))
        return [text for text in errors if text not in shown]

    @property
    def warnings(self) -> list[str]:
        """The texts of what has to be confirmed."""
        return [problem_text(problem, self.names) for problem in self.asked]

    @property
    def to_confirm(self) -> str:
        """The warnings that are sent back once they were shown."""
        return ",".join(map(warning_id, self.asked)) or ",".join(self.confirmed)

    @property
    def teams(self) -> list[tuple[Partner, ...]]:
        """The teams by the rule."""
        return teams_of(self.setup.teams if self.setup else (), self.names)


@dataclass(slots=True, kw_only=True)
class TableScoreSheet:
    """All hands of a match as they are typed from paper, from hand `first` on."""

    table: Table
    part: ScoreSheetPart
    names: tuple[str, ...]
    start: Match
    first: int
    seating: int
    way: str
    hands: list[ScoreSheetHand]
    added_from: int
    text: str = ""

    @classmethod
    def of_post(
        cls, table: Table, hands: Sequence[Hand], data: Mapping[str, str]
    ) -> "TableScoreSheet":
        """Return the sheet as it was sent; without data a blank one."""
        names, part = names_at(table), part_of(table)
        first = next_number(table, hands)
        seating = table.seating
        if data:
            first = min(max(read_number(data.get("first", "")), 1), first)
            seating = read_number(data.get("seating", ""))
        way = data.get("way", "")
        way = way if way in part.ways else next(iter(part.ways), "")
        rows, is_adding = read_number(data.get("rows", "")) or USUAL_HANDS, "add" in data
        added_from = first + min(rows, MOST_HANDS) if is_adding else first
        rows += USUAL_HANDS if is_adding else 0
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
        for hand in sheet.added[:1] if is_adding else ():
            ways = ("", "by-cards" if way == "cards" else "by-other")
            inputs = (each for line in hand.lines for each in line.inputs if each.way in ways)
            hand.focus = next((each.name for each in inputs), "")
        return sheet

    @property
    def added(self) -> list[ScoreSheetHand]:
        """The hands that were just asked for: all of them on a new page."""
        return [hand for hand in self.hands if hand.number >= self.added_from]

    @property
    def next_number(self) -> int:
        """The number of the hand after the last one of the sheet."""
        return self.first + len(self.hands)

    @property
    def typed(self) -> list[ScoreSheetHand]:
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
        """Say whether something has to be confirmed."""
        return any(hand.asked for hand in self.typed)

    @property
    def other_way(self) -> str:
        """The way to enter hands without cards."""
        return next((way for way in self.part.ways if way != "cards"), "")

    def judge(self) -> None:
        """Judge the hands in order; after one that is wrong, as far as the others tell."""
        match, is_sure, typed = self.start, True, len(self.typed)
        for at, hand in enumerate(self.hands):
            hand.match, hand.setup = match, match.next_hand()
            if at >= typed:
                match = match.skip()
            elif hand.setup is None:
                hand.errors[""] = [ResultError("match_over").text]
            else:
                match, is_sure = self._judge(hand, match, hand.setup, is_sure=is_sure)

    def _judge(
        self, hand: ScoreSheetHand, match: Match, setup: HandSetup, *, is_sure: bool
    ) -> tuple[Match, bool]:
        """Judge one hand; return the match after it, and whether that is sure."""
        form = self.part.as_form(hand.data, len(self.names)) | {"way": self.way}
        entry = self.table.site_game.entry.form.of_form(form, len(self.names))
        hand.record = entry.fit(setup).as_record()
        problems = match.check(hand.record)
        errors = [problem for problem in problems if problem.level == "error"]
        if not is_sure:
            errors = [each for each in errors if not each.field.startswith(self.part.doubtful)]
        for problem in errors:
            text = self.part.texts.get(problem.field)
            text = str(text) if text else problem_text(problem, self.names)
            hand.errors.setdefault(problem.field, []).append(text)
        if not is_sure or errors:
            return match.skip(), False
        hand.asked = tuple(each for each in problems if warning_id(each) not in hand.confirmed)
        after, lines = match.add(hand.record), lines_as_json(match.score(hand.record))
        hand.points = points_of(lines, after.totals, after.places, self.names)
        return after, True


def part_of(table: Table) -> ScoreSheetPart:
    """Return how hands of the table's game are typed from paper."""
    part = table.site_game.score_sheet
    if part is None:
        raise TypeError(f"No sheet of this game can be typed: {table.game}")
    return part


def _read(
    part: ScoreSheetPart, names: Sequence[str], data: Mapping[str, str], number: int
) -> ScoreSheetHand:
    """Return one hand as it was typed; a blank one has those boxes on that are at first."""
    prefix = f"h{number}-"
    own = {
        name.removeprefix(prefix): value.strip()
        for name, value in data.items()
        if name.startswith(prefix)
    }
    key, confirmed = own.pop("key", ""), read_confirmed({"confirmed": own.pop("confirmed", "")})
    if not key:
        own |= {f"{name}-{seat}": "1" for name in part.ticked for seat in range(len(names))}
    return ScoreSheetHand(number, str(read_key(key) or uuid4()), own, names, part, confirmed)
