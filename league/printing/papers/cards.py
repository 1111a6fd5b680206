"""Print cards with names: to be cut out, folded and put on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Round
from league.competitions.queries import entries_of, tables_of_round
from league.core.templatetags.ui import seat_letter
from league.printing.papers.sheets import table_words
from league.printing.papers.sizes import check_pages, paper_of
from league.printing.typesetting import Document
from league.rounds.queries import checked_in

CARDS_A_PAGE = 6


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who gets a card; `number` is theirs in the club, which their animal goes by."""

    name: str
    number: int
    seat: str = ""


def cards_of_club(club: Club, players: Sequence[Player], size: str) -> Document:
    """Print a card for each of these players of a club."""
    return _cards(club, club.name, [Named(each.name, each.pk) for each in players], size)


def cards_of_competition(competition: Competition, size: str) -> Document:
    """Print a card for everybody who takes part."""
    people = [Named(each.player.name, each.player_id) for each in entries_of(competition)]
    return _cards(competition.club, competition.name, people, size)


def cards_of_round(round: Round, size: str) -> Document:
    """Print a card for everybody who is there, with the seat once the round is seated."""
    competition = round.stage.competition
    seats = _seats(round)
    people = [
        Named(each.player.name, each.player_id, seats.get(each.pk, ""))
        for each in checked_in(round)
    ]
    return _cards(competition.club, competition.name, people, size)


def _seats(round: Round) -> Mapping[int, str]:
    """Say where each entry sits that plays in person."""
    return {
        seat.entry_id: f"{table_words(table)} · {seat_letter(seat.number)}"
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
        title=_("Name cards of %(name)s") % {"name": name},
        size=size,
        people=[{"name": each.name, "number": each.number, "seat": each.seat} for each in people],
        words={
            "fold": _("Cut along the outer lines, fold along the dashes."),
            "nobody": _("Nobody to print a card for"),
        },
    )
