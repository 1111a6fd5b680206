"""Print the sheets of a round: for each table its people, its code and a grid for its hands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.models import Round, Seat, Table, TableCode
from league.competitions.queries import tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.templatetags.ui import seat_letter
from league.printing.codes import qr_drawing
from league.printing.papers.sizes import MOST_SHEETS, check_pages, paper_of
from league.printing.typesetting import Document

HANDS = 12
Options = Mapping[str, Any]
Columns = dict[str, list[str]]


def sheets_paper(round: Round, size: str) -> Document:
    """Print a page for each table of a round; whoever reads its code can record there."""
    competition = round.stage.competition
    tables = list(tables_of_round(round))
    check_pages(len(tables), MOST_SHEETS)
    codes = valid_codes(tables)
    return paper_of(
        "sheets",
        competition.club,
        name=_of_round(round),
        title=_("Sheets of round %(number)d") % {"number": round.number},
        size=size,
        under=_of_round(round),
        sheets=[_sheet(table, codes.get(table.pk)) for table in tables],
        hands=HANDS,
        words=_words(),
    )


def seat_data(seat: Seat) -> dict[str, Any]:
    """Say of a seat who sits there, for which team, by which number and letter."""
    return {
        "number": seat.number,
        "letter": seat_letter(seat.number),
        "name": seat.player.name,
        "team": seat.entry.team,
    }


def table_words(table: Table) -> str:
    """Name a table by its number."""
    return _("Table %(number)s") % {"number": table.number}


def _of_round(round: Round) -> str:
    competition = round.stage.competition
    return f"{competition.name} · " + _("Round %(number)s") % {"number": round.number}


def _sheet(table: Table, code: TableCode | None) -> dict[str, Any]:
    address = absolute_url(reverse("results:code", args=[code.token])) if code else ""
    seats = list(table.seats.all())
    return {
        "name": table_words(table),
        "seats": [{**seat_data(seat), "note": _note(seat, table, seats)} for seat in seats],
        "address": address,
        "qr": qr_drawing(address) if code else "",
        **COLUMNS[table.game](table.options, len(seats)),
    }


def _note(seat: Seat, table: Table, seats: Sequence[Seat]) -> str:
    notes = [seat.entry.team] if seat.entry.team else []
    notes += [_("deals first")] if seat.number == table.dealer else []
    notes += [
        _("with %(partner)s") % {"partner": other.player.name}
        for other in seats
        if seat.pair is not None and other.pair == seat.pair and other != seat
    ]
    return ", ".join(notes)


def _franks_zoo_columns(options: Options, seats: int) -> Columns:
    if seats == 3 or options.get("mode") == "partners":
        of_seat = [_("Out"), _("Lions"), _("Hedgehog"), _("Total")]
        return {"of_seat": of_seat, "of_table": [_("Lions in the last player’s hand")]}
    return {"of_seat": [_("Out"), _("Total")], "of_table": []}


def _zop_zoo_columns(_options: Options, _seats: int) -> Columns:
    return {"of_seat": [_("Points"), _("Total")], "of_table": [_("Won by")]}


def _animal_poker_columns(_options: Options, _seats: int) -> Columns:
    return {"of_seat": [_("Coins")], "of_table": [_("Coins left in the pot")]}


COLUMNS: Mapping[str, Callable[[Options, int], Columns]] = {
    "franks-zoo": _franks_zoo_columns,
    "zop-zoo": _zop_zoo_columns,
    "animal-poker": _animal_poker_columns,
}
"""What is written down of a hand of each game: of each player, and of the whole table."""


def _words() -> dict[str, str]:
    return {
        "scan": _("Scan to enter hands"),
        "no_code": _("This table has no code. Players who are signed in can still record hands."),
        "code": _("QR code of the table"),
        "grid": _("If the phones fail: write each hand down here."),
        "hand": _("Hand"),
        "nobody": _("No tables yet"),
    }
