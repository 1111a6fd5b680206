"""Print the sheets of a round: for each table its people, its code and a grid for its hands."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.models import Round, Seat, Table, TableCode
from league.competitions.queries import tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.games import site_game
from league.core.templatetags.ui import seat_letter
from league.printing.codes import qr_drawing
from league.printing.papers.sizes import MOST_SHEETS, check_pages, paper_of
from league.printing.typesetting import Document

HANDS = 12


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
        **site_game(table.game).printed_columns(table.options, len(seats)),
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


def _words() -> dict[str, str]:
    return {
        "scan": _("Scan to enter hands"),
        "no_code": _("This table has no code. Players who are signed in can still record hands."),
        "code": _("QR code of the table"),
        "grid": _("If the phones fail: write each hand down here."),
        "hand": _("Hand"),
        "nobody": _("No tables yet"),
    }
