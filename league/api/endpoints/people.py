"""Oneself, the games, clubs and players."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from games.base import Game
from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import clubs as shapes
from league.audit.models import Act
from league.audit.queries import Filters, acts_of
from league.clubs import leaving, queries, services
from league.clubs.models import Club, Player
from league.clubs.rights import PLAY
from league.core.games import UnknownGameError, site_game, site_games
from league.notices.queries import posts_listed_for

GAMES, CLUBS = "Games", "Clubs and players"


class Me(Endpoint):
    """Who asks."""

    tag = CLUBS

    @operation(gives=shapes.MeWithPlacesShown, is_personal=True)
    def get(self, call: Call) -> object:
        """Say who you are, what your token may do, and in which clubs you play."""
        user, token = finding.person(call), call.token
        players = Player.objects.active().filter(user=user).select_related("club").order_by("pk")
        return {
            "name": user.name,
            "is_site_owner": user.is_superuser,
            "scopes": token.scopes if token else Scope.values,
            "expires_at": token.expires_at if token else None,
            "club": token.club.slug if token and token.club else None,
            "players": finding.within(call, players, "club"),
        }


class Games(Endpoint):
    """All games."""

    tag = GAMES

    @operation(gives=shapes.GamesShown)
    def get(self, _call: Call) -> object:
        """List the games, with their options and the words of their rules."""
        return {"games": [_game(game.engine) for game in site_games()]}


class GameBySlug(Endpoint):
    """One game."""

    tag = GAMES

    @operation(gives=shapes.GameShown)
    def get(self, _call: Call, game: str) -> object:
        """Show a game."""
        try:
            return _game(site_game(game).engine)
        except UnknownGameError:
            return finding.shown_or_404(None)


class Clubs(Endpoint):
    """All clubs."""

    tag = CLUBS

    @operation(gives=shapes.ClubShown, asks=shapes.ClubsAsked, order=("name", "pk"))
    def get(self, call: Call) -> QuerySet[Club]:
        """List the clubs."""
        if call.asked.get("mine"):
            return finding.within(call, queries.clubs_of(call.user), "pk")
        return finding.clubs_listed(call)

    @operation(
        takes=shapes.ClubSent,
        gives=shapes.ClubShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call) -> Club:
        """Make a club, as an owner of the site; its name used twice by you makes one."""
        finding.refuse_token_of_club(call)
        user = get_object_or_404(queries.site_owners(), pk=finding.person(call).pk)
        made = services.create_club(**call.sent, by=user, now=call.now)
        return finding.club_seen(call, made.slug)


class ClubBySlug(Endpoint):
    """One club."""

    tag = CLUBS
    hold = staticmethod(holding.hold_club)

    @operation(gives=shapes.ClubShown)
    def get(self, call: Call, slug: str) -> Club:
        """Show a club."""
        return finding.club_seen(call, slug)

    @operation(takes=shapes.ClubChange, gives=shapes.ClubShown, scope=Scope.ORGANISE)
    def patch(self, call: Call, slug: str) -> Club:
        """Change a club's name, its clock, or who may look at it."""
        club = finding.club_organised(call, slug)
        values = {name: getattr(club, name) for name in ("name", "time_zone", "visibility")}
        values |= call.sent
        services.edit_club(club_id=club.pk, **values)
        return finding.club_seen(call, slug)


class ClubPlayers(Endpoint):
    """The players of a club."""

    tag = CLUBS

    @operation(gives=shapes.PlayerShown, asks=shapes.PlayersAsked, order=("pk",))
    def get(self, call: Call, slug: str) -> QuerySet[Player]:
        """List a club's players, those who have left it aside."""
        players = queries.players_of_club(finding.club_seen(call, slug)).select_related("club")
        if role := call.asked.get("role"):
            players = players.with_role([role])
        if name := call.asked.get("name"):
            found = queries.players_found(players, name)
            players = players.filter(pk__in=[player.pk for player in found])
        return players

    @operation(
        takes=shapes.PlayersSent,
        gives=shapes.AddedShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, slug: str) -> object:
        """Add players to a club.

        Those who were added after `seen` under one of the names are not added again.
        """
        club = finding.club_organised(call, slug)
        sent = call.sent
        players = services.add_players(
            club=club, names=sent["names"], seen=sent["seen"], now=call.now
        )
        return {"players": players}


class PlayerById(Endpoint):
    """One player."""

    tag = CLUBS
    hold = staticmethod(holding.hold_player)

    @operation(gives=shapes.PlayerShown)
    def get(self, call: Call, pk: int) -> Player:
        """Show a player."""
        return finding.player_seen(call, pk)

    @operation(takes=shapes.PlayerChange, gives=shapes.PlayerShown, scope=Scope.ORGANISE)
    def patch(self, call: Call, pk: int) -> Player:
        """Change a player's name or role."""
        player = finding.player_managed(call, pk)
        values = {"name": player.name, "role": player.role, **call.sent}
        services.edit_player(
            player_id=pk,
            real_name=player.real_name,
            contact_email=player.contact_email,
            by=finding.person(call),
            **values,
        )
        return finding.player_seen(call, pk)


class PlayerLeaving(Endpoint):
    """A player leaves."""

    tag = CLUBS

    @operation(gives=shapes.PlayerShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Player:
        """Take a player off the club's lists; all that was played stays, and the role ends."""
        player = finding.player_managed(call, pk)
        leaving.leave_club(player_id=player.pk, now=call.now)
        return finding.player_seen(call, pk)


class PlayerReturning(Endpoint):
    """A player returns."""

    tag = CLUBS

    @operation(gives=shapes.PlayerShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Player:
        """Put a player who has left back on the club's lists, without any role that they had."""
        player = finding.player_managed(call, pk)
        leaving.return_to_club(player_id=player.pk)
        return finding.player_seen(call, pk)


class ClubActs(Endpoint):
    """What organisers did in a club."""

    tag = CLUBS

    @operation(
        gives=shapes.ActShown, asks=shapes.ActsAsked, order=("-created_at", "-pk"), is_personal=True
    )
    def get(self, call: Call, slug: str) -> QuerySet[Act]:
        """List what organisers and scorers did, the latest first; for the club's players."""
        clubs = finding.within(call, queries.clubs_with_right(call.user, PLAY), "pk")
        club = get_object_or_404(clubs, slug=slug)
        asked = call.asked
        return acts_of(club.pk, Filters(player=asked.get("player"), kind=asked.get("kind") or ""))


class ClubFeed(Endpoint):
    """The feed of a club."""

    tag = CLUBS

    @operation(gives=shapes.FeedPostShown, order=("-pk",))
    def get(self, call: Call, slug: str) -> QuerySet[Any]:
        """List what a club has posted, the newest first."""
        return posts_listed_for(call.user, finding.club_seen(call, slug))


def _game(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": list(game.seats),
        "options": dict(game.options({}).as_json()),
        "rules": dict(game.rules()),
    }
