"""Papers of a round or a club: table sheets, the seating, name cards; and the sizes of paper."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.redaction import Audience, name_for
from league.competitions.models import Competition, Round, Seat, Table, TableCode
from league.competitions.queries import entries_of, tables_of_round, valid_codes
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.games import SiteGame, site_game
from league.core.names import fold
from league.core.templatetags.ui import seat_letter
from league.printing.rendering import Document
from league.rounds.queries import checked_in, sitting_out
from league.sheets.models import ClubSheet

A4, LETTER = "a4", "letter"
SIZES: Final[Mapping[str, str]] = {A4: "a4", LETTER: "us-letter"}
"""By the name in an address, the name that Typst has."""
MOST_PAGES: Final = 500
MOST_SHEETS: Final = 250
"""Of sheets for tables, which take four times as long."""


class TooManyPagesError(Exception):
    """The print would be so long that others would wait for it."""

    def __init__(self, pages: int, most: int) -> None:
        self.text = _("Too many pages: %(pages)d of at most %(most)d. Print fewer at a time.") % {
            "pages": pages,
            "most": most,
        }
        super().__init__(self.text)


def check_pages(pages: int, most: int = MOST_PAGES) -> None:
    """Refuse what is too long; raise TooManyPagesError."""
    if pages > most:
        raise TooManyPagesError(pages, most)


def paper_of(
    template: str, club: Club, *, name: str, title: str, size: str, **data: Any
) -> Document:
    """Make a document with what all papers have: club, what it is of, title, size, language."""
    return Document(
        template,
        {
            "lang": get_language() or "en",
            "paper": SIZES[size],
            "club": club.name,
            "name": name,
            "title": title,
            **data,
        },
    )


def qr_drawing(text: str) -> str:
    """Return `text` as an SVG document of its own: a page's inline one with its name space."""
    return qr_svg(text).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


HANDS = 12
USUAL_SEATS = 4


def score_sheets_document(round: Round, size: str) -> Document:
    """Print a page for each table of a round; whoever reads its code can record there."""
    competition = round.stage.competition
    tables = list(tables_of_round(round))
    check_pages(len(tables), MOST_SHEETS)
    codes = valid_codes(tables)
    return paper_of(
        "sheets",
        competition.club,
        name=_of_round(round),
        title=_("Score sheets: %(round)s") % {"round": round.label},
        size=size,
        under=_of_round(round),
        sheets=[_sheet(table, codes.get(table.pk)) for table in tables],
        hands=HANDS,
        labels=_labels_of_sheets(competition.site_game),
    )


def empty_sheet_document(sheet: ClubSheet, size: str) -> Document:
    """Print the score sheet of a club's own game for a table that nobody sits at yet."""
    game = site_game(sheet.slug)
    seats = USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[0]
    nobody = {"name": "", "team": "", "note": ""}
    people = [{"number": at, "letter": seat_letter(at), **nobody} for at in range(seats)]
    columns = game.printed_columns(game.engine.options({}).as_json(), seats)
    return paper_of(
        "sheets",
        sheet.club,
        name=game.title,
        title=game.title,
        size=size,
        under=sheet.club.name,
        sheets=[{"name": game.title, "seats": people, "address": "", "qr": "", **columns}],
        hands=HANDS,
        labels={**_labels_of_sheets(game), "no_code": "", "grid": ""},
    )


def seat_data(seat: Seat) -> dict[str, Any]:
    """Say of a seat who sits there, for which team, by which number and letter."""
    return {
        "number": seat.number,
        "letter": seat_letter(seat.number),
        "name": seat.player.name,
        "team": seat.entry.team,
    }


def table_text(table: Table) -> str:
    """Name a table by its number."""
    return _("Table %(number)s") % {"number": table.number}


def _of_round(round: Round) -> str:
    competition = round.stage.competition
    return f"{competition.name} · " + round.label


def _sheet(table: Table, code: TableCode | None) -> dict[str, Any]:
    address = absolute_url(reverse("results:code", args=[code.token])) if code else ""
    seats = [seat for seat in table.seats.all() if seat.left_from is None]
    return {
        "name": table_text(table),
        "seats": [{**seat_data(seat), "note": _note(seat, table, seats)} for seat in seats],
        "address": address,
        "qr": qr_drawing(address) if code else "",
        **table.site_game.printed_columns(table.options, len(seats)),
    }


def _note(seat: Seat, table: Table, seats: Sequence[Seat]) -> str:
    notes = [seat.entry.team] if seat.entry.team else []
    if seat.player_id != seat.entry.player_id:
        notes.append(_("for %(name)s") % {"name": seat.entry.player.name})
    notes += [_("deals first")] if seat.number == table.dealer else []
    notes += [
        _("with %(partner)s") % {"partner": other.player.name}
        for other in seats
        if seat.pair is not None and other.pair == seat.pair and other != seat
    ]
    return ", ".join(notes)


def _labels_of_sheets(game: SiteGame) -> dict[str, str]:
    return {
        "scan": _("Scan to enter hands"),
        "no_code": _("This table has no table code. Signed-in players can still record hands."),
        "code": _("QR code of the table"),
        "grid": _("If phones fail, write down each hand here."),
        "hand": str(game.hand_word),
        "nobody": _("No tables yet"),
    }


TABLES_A_PAGE = 12


def seating_document(round: Round, size: str) -> Document:
    """Print the seating of a round."""
    competition = round.stage.competition
    tables = list(tables_of_round(round))
    check_pages(len(tables) // TABLES_A_PAGE)
    people = [_person(seat, table) for table in tables for seat in table.seats.all()]
    return paper_of(
        "seating",
        competition.club,
        name=competition.name,
        title=_("Seating: %(round)s") % {"round": round.label},
        size=size,
        under=f"{competition.club.name} · {competition.name}",
        qr=qr_drawing(absolute_url(reverse("rounds:detail", args=[round.pk]))),
        tables=[
            {"name": table_text(table), "seats": [seat_data(seat) for seat in table.seats.all()]}
            for table in tables
        ],
        people=sorted(people, key=lambda person: (fold(person["name"]), person["table"])),
        idle=[each.entry.player.name for each in sitting_out(round)] if tables else [],
        labels={
            "by_table": _("By table"),
            "by_name": _("By name"),
            "idle": _("Sits out"),
            "nobody": _("No tables yet"),
            "online": _("QR code of this round on the web"),
        },
    )


def _person(seat: Any, table: Table) -> dict[str, Any]:
    return {**seat_data(seat), "table": table.number}


CARDS_A_PAGE = 6


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who gets a card; `number` is theirs in the club, which their animal goes by."""

    name: str
    number: int
    seat: str = ""
    team: str = ""


def cards_of_club(club: Club, players: Sequence[Player], audience: Audience, size: str) -> Document:
    """Print a card for each of these players of a club, with the name that is for the audience."""
    people = [Named(name_for(each, audience), each.pk) for each in players]
    return _cards(club, club.name, people, size)


def cards_of_competition(competition: Competition, audience: Audience, size: str) -> Document:
    """Print a card for everybody who takes part, likewise."""
    people = [
        Named(name_for(each.player, audience), each.player_id, team=each.team)
        for each in entries_of(competition)
    ]
    return _cards(competition.club, competition.name, people, size)


def cards_of_round(round: Round, audience: Audience, size: str) -> Document:
    """Print a card for everybody who is there, likewise, with the seat once there is one."""
    competition = round.stage.competition
    seats = _seats_of(round)
    people = [
        Named(name_for(each.player, audience), each.player_id, seats.get(each.pk, ""), each.team)
        for each in checked_in(round)
    ]
    return _cards(competition.club, competition.name, people, size)


def _seats_of(round: Round) -> Mapping[int, str]:
    """Say where each entry sits that plays in person."""
    return {
        seat.entry_id: f"{table_text(table)} · {seat_letter(seat.number)}"
        for table in tables_of_round(round)
        for seat in table.seats.all()
        if seat.player_id == seat.entry.player_id
    }


def _cards(club: Club, name: str, people: Sequence[Named], size: str) -> Document:
    check_pages(-(-len(people) // CARDS_A_PAGE))
    return paper_of(
        "cards",
        club,
        name=name,
        title=_("Name cards: %(name)s") % {"name": name},
        size=size,
        people=[asdict(each) for each in people],
        labels={
            "fold": _("Cut along the outer lines, fold along the dashes."),
            "nobody": _("No name cards to print"),
        },
    )
