"""ZOP ZOO on a score sheet, printed and typed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Seat
from games.zop_zoo.cards import BONUS_CATEGORIES
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
