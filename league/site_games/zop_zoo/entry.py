"""The form of a hand of ZOP ZOO.

Its fields: `winner` (a seat, or "none"), `way` ("cards" or "points"); by cards `cards-<seat>`,
`minus-<seat>` (with or without its minus) and `bonus-<category>` (the seat that has it); by points
`points-<seat>`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import HandSetup, Problem, Seat
from games.zop_zoo.cards import (
    BEST_BEAST_POINTS,
    BONUS_CATEGORIES,
    CATEGORY_POINTS,
    CONNECT_POINTS,
    MINUS_CARDS,
)
from games.zop_zoo.setup import ZopZooSetup
from league.core.games.entry import EntryFormContext, Record, Who, read_count
from league.core.games.score_sheet import (
    SELECT,
    Columns,
    FileColumn,
    Line,
    ScoreSheetPart,
    SheetHand,
    is_yes,
)
from league.site_games.zop_zoo.rule_texts import CATEGORIES

CARDS, POINTS = "cards", "points"
NOBODY = "none"
Typed = int | str | None


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What the form asks of one player."""

    who: Who
    is_winner: bool
    scores_cards: bool
    cards: Typed
    minus: Typed
    points: Typed
    errors: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class SideBonus:
    """A side bonus as the form shows it, and the seat that has it as the form carries it."""

    category: str
    text: str
    seat: str


@dataclass(frozen=True, slots=True)
class ZopZooEntry:
    """The state of the form; a number is None while it is empty, and text where it is no number.

    `bonus` has the seat of each side bonus that somebody has, as the form carries it.
    """

    TEMPLATE: ClassVar[str] = "results/zop_zoo/_fields.html"
    SCRIPT: ClassVar[str] = "js/entry-zop-zoo.js"

    size: int
    way: str = CARDS
    winner: str = ""
    cards: tuple[Typed, ...] = ()
    minus: tuple[Typed, ...] = ()
    points: tuple[Typed, ...] = ()
    bonus: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "ZopZooEntry":
        """Return the form before anything is entered, by cards or points as the last hand was."""
        empty = (None,) * setup.seats
        way = POINTS if last and last.get("points") is not None else CARDS
        return cls(setup.seats, way, "", empty, empty, empty)

    @classmethod
    def of_record(cls, record: Record) -> "ZopZooEntry":
        """Return the form filled in with a record that the engine has accepted."""
        points, seats = record.get("points"), record.get("seats") or ()
        size = len(points or seats)
        empty: tuple[Typed, ...] = (None,) * size
        return cls(
            size=size,
            way=CARDS if points is None else POINTS,
            winner=NOBODY if record["winner"] is None else str(record["winner"]),
            cards=tuple(seat["cards"] for seat in seats) or empty,
            minus=tuple(seat["minus"] or None for seat in seats) or empty,
            points=empty if points is None else tuple(points),
            bonus={
                category: str(seat) for seat, each in enumerate(seats) for category in each["bonus"]
            },
        )

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "ZopZooEntry":
        """Return what a form carries."""

        def typed(name: str) -> tuple[Typed, ...]:
            texts = (data.get(f"{name}-{seat}", "").strip() for seat in range(size))
            return tuple(read_count(text) if text else None for text in texts)

        return cls(
            size=size,
            way=POINTS if data.get("way") == POINTS else CARDS,
            winner=data.get("winner", ""),
            cards=typed("cards"),
            minus=typed("minus"),
            points=typed("points"),
            bonus={
                category: seat
                for category in BONUS_CATEGORIES
                if (seat := data.get(f"bonus-{category}", ""))
            },
        )

    def fit(self, setup: HandSetup) -> "ZopZooEntry":  # noqa: ARG002 - every hand asks the same
        """Return the form as it is: every hand of this game counts the same."""
        return self

    def press(self, data: Mapping[str, str]) -> "ZopZooEntry":  # noqa: ARG002 - as above
        """Return the form as it is: without scripts numbers are typed."""
        return self

    @property
    def is_complete(self) -> bool:
        """Say whether the end of the hand is known, and the points that count because of it."""
        if not self.winner:
            return False
        if self.way == POINTS:
            return None not in self.points
        return all(
            cards is not None for seat, cards in enumerate(self.cards) if self._scores_cards(seat)
        )

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""
        if self.way == POINTS:
            return {"winner": self._winner(), "points": list(self.points)}
        seats = [
            {
                "cards": self._cards(seat),
                "minus": _below_zero(self.minus[seat]),
                "bonus": [name for name in BONUS_CATEGORIES if self.bonus.get(name) == str(seat)],
            }
            for seat in range(self.size)
        ]
        return {"winner": self._winner(), "seats": seats}

    def fields(self, context: EntryFormContext) -> dict[str, Any]:
        """Return what the template draws; values are those of the cards that can be tapped."""
        setup = context.setup
        if not isinstance(setup, ZopZooSetup):
            raise TypeError(f"This is not a hand of ZOP ZOO: {setup!r}")
        minus = sorted({setup.options.deck.points[card] for card in MINUS_CARDS})
        values = {*CATEGORY_POINTS.values(), BEST_BEAST_POINTS, CONNECT_POINTS, *minus}
        return {
            "way": self.way,
            "is_nobody": self.winner == NOBODY,
            "seats": tuple(self._seat(seat, context) for seat in range(self.size)),
            "card_values": tuple(sorted(values)),
            "minus_values": tuple(-points for points in minus),
            "bonuses": self._bonuses(),
            "has_bonus": bool(self.bonus),
            "errors": {
                "winner": context.errors_at("winner"),
                "all": [*context.errors.get("seats", ()), *context.errors.get("points", ())],
                "bonus": [
                    f"{context.names[seat]}: {text}"
                    for seat in range(self.size)
                    for text in context.errors_at(f"seats[{seat}].bonus")
                ],
            },
        }

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field == "winner" or field.startswith(("seats", "points"))

    def _seat(self, seat: Seat, context: EntryFormContext) -> SeatFields:
        at = f"seats[{seat}]"
        return SeatFields(
            who=Who(seat, context.names[seat]),
            is_winner=self.winner == str(seat),
            scores_cards=self._scores_cards(seat),
            cards=self.cards[seat],
            minus=abs(minus) if isinstance(minus := self.minus[seat], int) else minus,
            points=self.points[seat],
            errors={
                "cards": context.errors_at(f"{at}.cards"),
                "minus": context.errors_at(f"{at}.minus"),
                "points": context.errors_at(f"points[{seat}]"),
            },
        )

    def _bonuses(self) -> tuple[SideBonus, ...]:
        return tuple(
            SideBonus(
                category,
                _("%(category)s %(points)d")
                % {"category": CATEGORIES[category], "points": CATEGORY_POINTS[category]},
                self.bonus.get(category, ""),
            )
            for category in BONUS_CATEGORIES
        )

    def _winner(self) -> Seat | str | None:
        seats = {str(seat): seat for seat in range(self.size)}
        return None if self.winner == NOBODY else seats.get(self.winner, self.winner)

    def _scores_cards(self, seat: Seat) -> bool:
        """Say whether a player scores covered cards (ZZ-24, ZZ-25)."""
        return self.winner in (NOBODY, str(seat))

    def _cards(self, seat: Seat) -> Typed:
        """Return a player's points of cards: a loser's need not be counted."""
        cards = self.cards[seat]
        return 0 if cards is None and not self._scores_cards(seat) else cards


def _below_zero(minus: Typed) -> Typed:
    if minus is None:
        return 0
    return -abs(minus) if isinstance(minus, int) else minus


def preview_problems(_size: int) -> list[Problem]:
    """Return the problems that the preview on a phone finds by itself, for their words."""
    numbers = ("points", "seats.cards", "seats.minus")
    codes = ("not_a_number", "not_a_multiple", "out_of_range")
    faults = [Problem(code, field, None, "") for field in numbers for code in codes]
    return [Problem("not_a_seat", "winner", None, ""), *faults]


def printed_columns(_options: Mapping[str, Any], _seats: int) -> Columns:
    """Name what is written down of a hand: of each player, and of the whole table."""
    return {"of_seat": [_("Points"), _("Total")], "of_table": [_("Won by")]}


def lines(hand: SheetHand) -> Iterator[Line]:
    """Ask who won, and for cards or points."""
    people = hand.people
    seats = tuple((str(who.seat), who.name) for who in people)
    winners = (("", "–"), *seats, ("none", _("Nobody")))
    won = hand.input("winner", _("Won by"), None, SELECT, choices=winners, at=["winner"])
    yield Line(None, (won,))
    for who in people:
        at = who.seat
        yield Line(
            who,
            (
                hand.input(f"points-{at}", _("Points"), who, at=[f"points[{at}]"], way="by-other"),
                hand.input(
                    f"cards-{at}", _("Cards"), who, at=[f"seats[{at}].cards"], way="by-cards"
                ),
                hand.input(
                    f"minus-{at}", _("Minus"), who, at=[f"seats[{at}].minus"], way="by-cards"
                ),
            ),
        )
    choices = (("", _("nobody")), *seats)
    yield Line(
        None,
        tuple(
            hand.input(
                f"bonus-{category}",
                _("Side bonus %(category)s") % {"category": CATEGORIES[category]},
                None,
                SELECT,
                choices=choices,
                way="by-cards",
            )
            for category in BONUS_CATEGORIES
        ),
    )


def winner_field(
    _column: str, cells: Mapping[Seat, str], is_there: bool
) -> Iterable[tuple[str, str]]:
    """Return who won by the cells that are ticked; nobody where none is."""
    won = [seat for seat, cell in cells.items() if is_yes(cell)]
    return [("winner", ",".join(map(str, won)) or ("none" if is_there else ""))]


SCORE_SHEET = ScoreSheetPart(
    lines=lines,
    ways=("points", "cards"),
    file_columns=(
        FileColumn("points", gettext_lazy("Points")),
        FileColumn("won", gettext_lazy("Won"), winner_field),
    ),
)
