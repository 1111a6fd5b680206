"""What a shared link shows before it is opened: 1200 by 630 pixels of a page."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.queries import players_of_club
from league.competitions.models import Competition, Entry, Round, Table
from league.competitions.queries import competitions_of, tables_of_round
from league.core.games import site_game
from league.core.templatetags.ui import amount
from league.printing.documents import seat_data, table_text
from league.printing.rendering import Document
from league.standings.queries import standings_of
from league.standings.statistics.queries import career_of, games_of
from league.standings.teams import Team

ROWS: Final = 5
TABLES: Final = 6
# Pictures are for chats, whose readers may be anybody.
NOBODY: Final = AnonymousUser()
Row = dict[str, Any]


def standings_picture(competition: Competition) -> Document:
    """Draw the first five of a competition."""
    rows = [
        _row(standing.name, amount(standing.points), mark=standing.shown_place)
        for standing in standings_of(competition)[:ROWS]
    ]
    game = competition.site_game.title
    return _picture(competition.club, competition.name, f"{_('Standings')} · {game}", rows)


def round_picture(round: Round) -> Document:
    """Draw the tables of a round, as many as can be read on a phone."""
    competition = round.stage.competition
    tables = list(tables_of_round(round))
    groups = [
        {"name": table_text(table), "seats": [seat_data(seat) for seat in table.seats.all()]}
        for table in tables[:TABLES]
    ]
    more = len(tables) - len(groups)
    words = ngettext("and 1 more table", "and %(count)d more tables", more) % {"count": more}
    return _picture(
        competition.club,
        round.label,
        competition.name,
        groups=groups,
        more=words if more else "",
    )


def table_picture(table: Table) -> Document:
    """Draw how the match of a table stands, best first; before the first hand who sits there."""
    competition = table.round.stage.competition
    score = getattr(table, "score", None)
    seats = list(table.seats.all())
    if score is not None and (score.hands or score.is_over):
        seats.sort(key=lambda seat: (score.places[seat.number], seat.number))
    rows = [
        _row(
            seat.player.name,
            _total(score, seat.number),
            seat={key: seat_data(seat)[key] for key in ("number", "letter")},
        )
        for seat in seats
    ]
    under = f"{competition.name} · " + table.round.label
    return _picture(competition.club, table_text(table), under, rows)


def _total(score: Any, seat: int) -> str:
    total = score.totals[seat] if score is not None and (score.hands or score.is_over) else None
    return "" if total is None else amount(total)


def player_picture(player: Player) -> Document:
    """Draw what a player has done, in the first of the games."""
    games = games_of(player, NOBODY)
    if not games:
        return _picture(player.club, player.name, player.club.name)
    career = career_of(player, games[0], NOBODY)
    rows = [
        _row(_("Tables"), str(len(career.tables))),
        _row(_("Tables won"), str(career.wins)),
        _row(_("Longest streak"), str(career.winning_run)),
    ]
    if career.rating:
        skill = career.rating.skill
        rows.insert(0, _row(_("Rating, ± %(margin)s") % {"margin": skill.margin}, skill.shown))
    return _picture(player.club, player.name, site_game(games[0]).title, rows)


def entry_picture(entry: Entry) -> Document:
    """Draw where somebody stands in a competition, and with what."""
    competition = entry.competition
    own = next((row for row in standings_of(competition) if row.entry_id == entry.pk), None)
    under = competition.name if not entry.team else f"{competition.name} · {entry.team}"
    if own is None:
        return _picture(competition.club, entry.player.name, under)
    rows = [
        _row(_("Place"), own.shown_place),
        _row(_("Ranking points"), amount(own.points)),
        _row(_("Tables"), str(own.tables)),
        _row(_("Tables won"), str(own.wins)),
    ]
    return _picture(competition.club, entry.player.name, under, rows)


def team_picture(team: Team) -> Document:
    """Draw where a team stands, with its best members."""
    place = _("Place %(place)d of %(count)d") % {"place": team.row.place, "count": team.count}
    points = ngettext("%(count)s ranking point", "%(count)s ranking points", team.row.points)
    under = f"{team.competition.name} · {place} · " + points % {"count": amount(team.row.points)}
    rows = [_row(each.name, amount(each.points)) for each in team.row.members[:ROWS]]
    return _picture(team.competition.club, team.row.name, under, rows)


def club_picture(club: Club) -> Document:
    """Draw how many play in a club, and its newest competitions."""
    count = players_of_club(club).count()
    players = ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
    rows = [
        _row(each.name, site_game(each.game).title)
        for each in competitions_of(club, NOBODY)[: ROWS - 1]
    ]
    return _picture(club, club.name, players, rows)


def _row(name: str, value: object, *, mark: str = "", seat: dict[str, Any] | None = None) -> Row:
    return {"name": name, "value": str(value), "mark": mark, "seat": seat}


def _picture(
    club: Club,
    title: str,
    under: str,
    rows: Sequence[Row] = (),
    groups: Sequence[dict[str, Any]] = (),
    more: str = "",
) -> Document:
    return Document(
        "picture",
        {
            "lang": get_language() or "en",
            "club": "" if title == club.name else club.name,
            "title": title,
            "under": under,
            "rows": list(rows),
            "groups": list(groups),
            "more": more,
            "labels": {},
        },
    )
