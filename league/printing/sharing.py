"""What a chat shows of a link to a page: title, sentence, and the address of the picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Entry, Round, Table
from league.core.rule_texts import join_names
from league.standings.teams import Team


@dataclass(frozen=True, slots=True)
class Shared:
    """Say what a link leads to; the picture's path has its version, as chats keep what they saw."""

    title: str
    description: str
    picture: str


def standings(competition: Competition) -> Shared:
    """Say what the standings of a competition are."""
    names = {"name": competition.name, "club": competition.club.name}
    return Shared(
        title=_("Standings of %(name)s") % names,
        description=_("Who stands where in %(name)s of %(club)s, and why.") % names,
        picture=_picture("standings_picture", competition.pk, competition.version),
    )


def round_(round: Round) -> Shared:
    """Say what a round is."""
    competition = round.stage.competition
    names = {
        "number": round.number,
        "name": competition.name,
        "club": competition.club.name,
    }
    return Shared(
        title=_("Round %(number)s of %(name)s") % names,
        description=_("Who sits where in round %(number)s of %(name)s of %(club)s.") % names,
        picture=_picture("round_picture", round.pk, f"{competition.version}.{round.seating}"),
    )


def table(table: Table) -> Shared:
    """Say what a table is; its seats were read with it."""
    competition = table.round.stage.competition
    names = {
        "table": table.number,
        "number": table.round.number,
        "name": competition.name,
        "players": join_names([seat.player.name for seat in table.seats.all()]),
    }
    return Shared(
        title=_("Table %(table)s, round %(number)s of %(name)s") % names,
        description=_("How the match of %(players)s stands, hand by hand.") % names,
        picture=_picture("table_picture", table.pk, table.version),
    )


def player(player: Player) -> Shared:
    """Say who a player is."""
    names = {"name": player.name, "club": player.club.name}
    return Shared(
        title=_("%(name)s of %(club)s") % names,
        description=_("Tables, places and rating of %(name)s.") % names,
        picture=_picture("player_picture", player.pk, _day()),
    )


def entry(entry: Entry) -> Shared:
    """Say where somebody stands in a competition."""
    competition = entry.competition
    names = {"name": entry.player.name, "competition": competition.name}
    return Shared(
        title=_("%(name)s in %(competition)s") % names,
        description=_("Where the points of %(name)s come from, table by table.") % names,
        picture=_picture("entry_picture", entry.pk, competition.version),
    )


def team(team: Team) -> Shared:
    """Say where a team stands in a competition."""
    competition = team.competition
    names = {"name": team.row.name, "competition": competition.name}
    return Shared(
        title=_("%(name)s in %(competition)s") % names,
        description=_("Where the points of %(name)s come from, player by player.") % names,
        picture=_picture("team_picture", competition.pk, competition.version, name=team.row.name),
    )


def club(club: Club) -> Shared:
    """Say what a club is."""
    words = _("Game nights, leagues and tournaments of %(club)s.") % {"club": club.name}
    return Shared(club.name, words, _picture("club_picture", club.slug, _day()))


def _day() -> str:
    """Return the version of what no counter counts: it is drawn anew for a new day's chats."""
    return timezone.now().date().isoformat()


def _picture(picture: str, key: int | str, version: int | str, **asked: str) -> str:
    return f"{reverse(f'printing:{picture}', args=[key])}?{urlencode({**asked, 'v': version})}"


SHARED: Final[Mapping[str, Callable[[Any], Shared]]] = {
    "standings": standings,
    "round": round_,
    "table": table,
    "player": player,
    "entry": entry,
    "team": team,
    "club": club,
}
