"""Print cards with names: to be cut out, folded and put on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.redaction import Audience, name_for
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
    seats = _seats(round)
    people = [
        Named(name_for(each.player, audience), each.player_id, seats.get(each.pk, ""), each.team)
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
        people=[asdict(each) for each in people],
        words={
            "fold": _("Cut along the outer lines, fold along the dashes."),
            "nobody": _("Nobody to print a card for"),
        },
    )
