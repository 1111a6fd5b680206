"""Print where everybody sits in a round: table by table, and name by name."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.likeness import fold
from league.competitions.models import Round, Table
from league.competitions.queries import tables_of_round
from league.core.address import absolute_url
from league.printing.codes import qr_drawing
from league.printing.papers.sheets import seat_data, table_words
from league.printing.papers.sizes import check_pages, paper_of
from league.printing.typesetting import Document
from league.rounds.queries import sitting_out

TABLES_A_PAGE = 12


def seating_paper(round: Round, size: str) -> Document:
    """Print the seating of a round."""
    competition = round.stage.competition
    tables = list(tables_of_round(round))
    check_pages(len(tables) // TABLES_A_PAGE)
    people = [_person(seat, table) for table in tables for seat in table.seats.all()]
    return paper_of(
        "seating",
        competition.club,
        name=competition.name,
        title=_("Seats of round %(number)d") % {"number": round.number},
        size=size,
        under=f"{competition.club.name} · {competition.name}",
        qr=qr_drawing(absolute_url(reverse("rounds:detail", args=[round.pk]))),
        tables=[
            {"name": table_words(table), "seats": [seat_data(seat) for seat in table.seats.all()]}
            for table in tables
        ],
        people=sorted(people, key=lambda person: (fold(person["name"]), person["table"])),
        idle=[each.entry.player.name for each in sitting_out(round)] if tables else [],
        words={
            "by_table": _("By table"),
            "by_name": _("By name"),
            "idle": _("Sits out"),
            "nobody": _("No tables yet"),
            "online": _("QR code of this round on the web"),
        },
    )


def _person(seat: Any, table: Table) -> dict[str, Any]:
    return {**seat_data(seat), "table": table.number}
