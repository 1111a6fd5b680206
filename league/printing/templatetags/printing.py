"""What pages say of their papers, and of themselves to chats that show a link."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Entry, Round, Table
from league.core.address import absolute_url
from league.core.rule_texts import join_names
from league.printing.documents import A4, LETTER
from league.standings.teams import Team


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Say what a link leads to; the picture's path has its version, as chats keep what they saw."""

    title: str
    description: str
    picture: str


def standings(competition: Competition) -> LinkPreview:
    """Say what the standings of a competition are."""
    names = {"name": competition.name, "club": competition.club.name}
    return LinkPreview(
        title=_("Standings of %(name)s") % names,
        description=_("Standings and points breakdown of %(name)s, %(club)s.") % names,
        picture=_picture("standings_picture", competition.pk, competition.version),
    )


def round_(round: Round) -> LinkPreview:
    """Say what a round is."""
    competition = round.stage.competition
    names = {"number": round.number, "name": competition.name, "club": competition.club.name}
    return LinkPreview(
        title=_("%(name)s, round %(number)s") % names,
        description=_("Seating of round %(number)s of %(name)s, %(club)s.") % names,
        picture=_picture("round_picture", round.pk, f"{competition.version}.{round.seating}"),
    )


def table(table: Table) -> LinkPreview:
    """Say what a table is; its seats were read with it."""
    competition = table.round.stage.competition
    names = {
        "table": table.number,
        "number": table.round.number,
        "name": competition.name,
        "players": join_names([seat.player.name for seat in table.seats.all()]),
    }
    return LinkPreview(
        title=_("%(name)s, round %(number)s, table %(table)s") % names,
        description=_("Score of the match of %(players)s, hand by hand.") % names,
        picture=_picture("table_picture", table.pk, table.version),
    )


def player(player: Player) -> LinkPreview:
    """Say who a player is."""
    names = {"name": player.name, "club": player.club.name}
    return LinkPreview(
        title=_("%(name)s, %(club)s") % names,
        description=_("Tables, places and rating of %(name)s.") % names,
        picture=_picture("player_picture", player.pk, _day()),
    )


def entry(entry: Entry) -> LinkPreview:
    """Say where somebody stands in a competition."""
    competition = entry.competition
    names = {"name": entry.player.name, "competition": competition.name}
    return LinkPreview(
        title=_("%(name)s in %(competition)s") % names,
        description=_("Points breakdown of %(name)s, table by table.") % names,
        picture=_picture("entry_picture", entry.pk, competition.version),
    )


def team(team: Team) -> LinkPreview:
    """Say where a team stands in a competition."""
    competition = team.competition
    names = {"name": team.row.name, "competition": competition.name}
    return LinkPreview(
        title=_("%(name)s in %(competition)s") % names,
        description=_("Points breakdown of %(name)s, player by player.") % names,
        picture=_picture("team_picture", competition.pk, competition.version, name=team.row.name),
    )


def club(club: Club) -> LinkPreview:
    """Say what a club is."""
    text = _("Game nights, leagues and tournaments of %(club)s.") % {"club": club.name}
    return LinkPreview(club.name, text, _picture("club_picture", club.slug, _day()))


def _day() -> str:
    """Return the version of what no counter counts: it is drawn anew for a new day's chats."""
    return timezone.now().date().isoformat()


def _picture(picture: str, key: int | str, version: int | str, **asked: str) -> str:
    return f"{reverse(f'printing:{picture}', args=[key])}?{urlencode({**asked, 'v': version})}"


SHARED: Final[Mapping[str, Callable[[Any], LinkPreview]]] = {
    "standings": standings,
    "round": round_,
    "table": table,
    "player": player,
    "entry": entry,
    "team": team,
    "club": club,
}


register = template.Library()


@register.inclusion_tag("printing/_print.html")
def print_links(
    name: str, key: int | str, text: str = "", **wanted: str | int | bool | None
) -> dict[str, Any]:
    """Link to the paper `printing:<name>` of a row in each size; `wanted` is asked of it."""
    asked = {word: value for word, value in wanted.items() if value}
    address = reverse(f"printing:{name}", args=[key])
    sizes = [(A4, _("A4")), (LETTER, _("Letter"))]
    return {
        "text": text or _("Print:"),
        "addresses": [
            (label, f"{address}?{urlencode({**asked, 'paper': size})}") for size, label in sizes
        ],
    }


@register.inclusion_tag("printing/_share.html", takes_context=True)
def share(context: Context, kind: str, about: Any) -> dict[str, Any]:
    """Tell chats what a link to this page leads to: see `league.printing.templatetags.printing`."""
    shared = SHARED[kind](about)
    return {"shared": shared, "picture": _absolute(context, shared.picture)}


@register.simple_tag
def share_description(kind: str, about: Any) -> str:
    """Say in a sentence what a page is, as `share` does."""
    return SHARED[kind](about).description


def _absolute(context: Context, path: str) -> str:
    """Return an address that a chat's own server can open: that of the site, or of this visit."""
    request = context.get("request")
    if settings.SITE_URL or request is None:
        return absolute_url(path)
    return str(request.build_absolute_uri(path))
