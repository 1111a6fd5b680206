"""Yourself, games, clubs, players, invitations, the audit log and sent messages."""

from datetime import timedelta
from typing import Any

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat
from django.shortcuts import get_object_or_404
from django.urls import reverse

from league.api import lookups
from league.api.chapters import CLUBS, GAMES, NOTICES
from league.api.models import Scope
from league.api.operations import Call
from league.api.serializers import clubs
from league.api.serializers.base import list_of
from league.audit.models import AuditEntry
from league.audit.queries import Filters, entries_of
from league.clubs import membership, queries, services
from league.clubs.models import Club, Invitation, Player
from league.clubs.rights import PLAY
from league.core.address import absolute_url
from league.core.games import SiteGame, UnknownGameError, offered_games, site_game
from league.notifications.models import Delivery
from league.notifications.queries import Filters as DeliveryFilters
from league.notifications.queries import deliveries_of, deliveries_organised_by, posts_listed_for
from league.notifications.services.sending import resend

CLUB = "clubs/<slug:slug>/"
PLAYER = "players/<int:pk>/"


@CLUBS.get("me/", clubs.MeSerializer, is_personal=True)
def retrieve_me(call: Call) -> object:
    """Show your name, the scopes of your token and your players."""
    user, token = lookups.person(call), call.token
    players = Player.objects.active().filter(user=user).select_related("club").order_by("pk")
    return {
        "name": user.name,
        "is_site_admin": user.is_superuser,
        "scopes": token.scopes if token else Scope.values,
        "expires_at": token.expires_at if token else None,
        "club": token.club.slug if token and token.club else None,
        "players": lookups.within(call, players, "club"),
    }


@GAMES.get("games/", list_of(clubs.GameSerializer))
def list_games(_call: Call) -> object:
    """List the games with their options and rules."""
    return {"results": [_game(game) for game in offered_games()]}


@GAMES.get("games/<slug:game>/", clubs.GameSerializer)
def retrieve_game(_call: Call, game: str) -> object:
    """Show a game."""
    try:
        return _game(site_game(game))
    except UnknownGameError:
        return lookups.shown_or_404(None)


@CLUBS.get("clubs/", clubs.ClubSerializer, asks=clubs.ClubsQuerySerializer, order=("name", "pk"))
def list_clubs(call: Call) -> QuerySet[Club]:
    """List the clubs."""
    listed = queries.clubs_of if call.asked.get("mine") else queries.clubs_listed_for
    return lookups.within(call, listed(call.user), "pk")


@CLUBS.create("clubs/", clubs.ClubSerializer, takes=clubs.ClubCreateSerializer)
def create_club(call: Call) -> Club:
    """Create a club, as a site administrator; repeated requests create one."""
    lookups.refuse_token_of_club(call)
    user = get_object_or_404(queries.site_owners(), pk=lookups.person(call).pk)
    club = services.create_club(**call.sent, by=user, now=call.now)
    return lookups.club_seen(call, club.slug)


@CLUBS.get(CLUB, clubs.ClubSerializer, lock=lookups.lock_club)
def retrieve_club(call: Call, slug: str) -> Club:
    """Show a club."""
    return lookups.club_seen(call, slug)


@CLUBS.patch(CLUB, clubs.ClubSerializer, takes=clubs.ClubUpdateSerializer)
def update_club(call: Call, slug: str) -> Club:
    """Change the name, time zone or visibility of a club."""
    club = lookups.club_organised(call, slug)
    values = {name: getattr(club, name) for name in ("name", "time_zone", "visibility")}
    values |= call.sent
    services.edit_club(club_id=club.pk, **values)
    return lookups.club_seen(call, slug)


@CLUBS.get(
    f"{CLUB}players/", clubs.PlayerSerializer, asks=clubs.PlayersQuerySerializer, order=("pk",)
)
def list_players(call: Call, slug: str) -> QuerySet[Player]:
    """List the players of a club, except those who have left."""
    players = queries.players_of_club(lookups.club_seen(call, slug)).select_related("club")
    if role := call.asked.get("role"):
        players = players.with_role([role])
    if name := call.asked.get("name"):
        found = queries.players_found(players, name)
        players = players.filter(pk__in=[player.pk for player in found])
    return players


@CLUBS.create(
    f"{CLUB}players/", list_of(clubs.PlayerSerializer), takes=clubs.PlayersCreateSerializer
)
def create_players(call: Call, slug: str) -> object:
    """Add players to a club; names added after `seen` are not added again."""
    club = lookups.club_organised(call, slug)
    return {"results": services.add_players(club=club, **call.sent, now=call.now)}


@CLUBS.get(PLAYER, clubs.PlayerSerializer, lock=lookups.lock_player)
def retrieve_player(call: Call, pk: int) -> Player:
    """Show a player."""
    return lookups.player_seen(call, pk)


@CLUBS.patch(PLAYER, clubs.PlayerSerializer, takes=clubs.PlayerUpdateSerializer)
def update_player(call: Call, pk: int) -> Player:
    """Change the name or role of a player."""
    player = lookups.player_managed(call, pk)
    values = {"name": player.name, "role": player.role, **call.sent}
    services.edit_player(
        player_id=pk,
        real_name=player.real_name,
        contact_email=player.contact_email,
        by=lookups.person(call),
        **values,
    )
    return lookups.player_seen(call, pk)


@CLUBS.post(f"{PLAYER}leave/", clubs.PlayerSerializer)
def leave_club(call: Call, pk: int) -> Player:
    """Remove a player from the club's lists and end the role; results remain."""
    lookups.player_managed(call, pk)
    membership.leave_club(player_id=pk, now=call.now)
    return lookups.player_seen(call, pk)


@CLUBS.post(f"{PLAYER}return/", clubs.PlayerSerializer)
def return_to_club(call: Call, pk: int) -> Player:
    """Return a player who has left to the club's lists, without an earlier role."""
    lookups.player_managed(call, pk)
    membership.return_to_club(player_id=pk)
    return lookups.player_seen(call, pk)


@CLUBS.get(
    f"{CLUB}audit-log/",
    clubs.AuditEntrySerializer,
    asks=clubs.AuditQuerySerializer,
    order=("-created_at", "-pk"),
    is_personal=True,
)
def list_audit_log(call: Call, slug: str) -> QuerySet[AuditEntry]:
    """List the audit log of a club, newest first, for its players."""
    club = lookups.one_of(call, queries.clubs_with_right(call.user, PLAY), "pk", slug=slug)
    return entries_of(club.pk, Filters(**call.asked))


@CLUBS.get(f"{CLUB}feed/", clubs.FeedPostSerializer, order=("-pk",))
def list_feed(call: Call, slug: str) -> QuerySet[Any]:
    """List the news feed of a club, newest first."""
    return posts_listed_for(call.user, lookups.club_seen(call, slug))


def _game(game: SiteGame) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": list(game.seats),
        "options": dict(game.engine.options({}).as_json()),
        "rules": dict(game.engine.rules()),
        "option_schema": dict(game.option_schema),
        "record_schema": {"oneOf": list(game.record_schemas.values())},
    }


@CLUBS.get(f"{CLUB}invitations/", clubs.InvitationSerializer, order=("-pk",), is_personal=True)
def list_invitations(call: Call, slug: str) -> QuerySet[Invitation]:
    """List the valid invitations to a club, newest first."""
    club = lookups.club_organised(call, slug)
    return _linked(queries.valid_invitations(club, now=call.now))


@CLUBS.create(
    f"{CLUB}invitations/", clubs.InvitationSerializer, takes=clubs.InvitationCreateSerializer
)
def create_invitation(call: Call, slug: str) -> Invitation:
    """Create an invitation to a club."""
    club = lookups.club_organised(call, slug)
    sent = dict(call.sent)
    sent["life"] = timedelta(hours=sent.pop("hours"))
    made = membership.make_invitation(club=club, by=lookups.person(call), now=call.now, **sent)
    return _linked(Invitation.objects.all()).get(pk=made.pk)


@CLUBS.delete("invitations/<int:pk>/")
def revoke_invitation(call: Call, pk: int) -> None:
    """Revoke an invitation; players who have joined remain."""
    organised = queries.clubs_organised_by(call.user).order_by().values("pk")
    own = Invitation.objects.filter(club__in=organised)
    found = lookups.one_of(call, own, "club", pk=pk)
    membership.revoke_invitation(invitation_id=found.pk, now=call.now)


@CLUBS.post(
    "join/<slug:token>/",
    clubs.PlayerSerializer,
    takes=clubs.JoiningCreateSerializer,
    scope=Scope.PLAY,
)
def join_club(call: Call, token: str) -> Player:
    """Join the inviting club as a player; an existing player stays the same.

    A player who has left returns in the role of the invitation. A name similar to a player's is
    refused with `look_alike`, unless `different_from` says that this is another person.
    """
    lookups.refuse_token_of_club(call)
    sent = {"not_these": (), **call.sent}
    joined = membership.join_club(token=token, user=lookups.person(call), **sent, now=call.now)
    return lookups.player_seen(call, joined.pk)


@CLUBS.put(
    f"{PLAYER}preferences/",
    clubs.PlayerSerializer,
    takes=clubs.PreferencesCreateSerializer,
    scope=Scope.PLAY,
)
def update_preferences(call: Call, pk: int) -> Player:
    """Change your name in a club, and with it on the whole site."""
    me = lookups.one_of(call, queries.players_of_user(call.user).active(), "club", pk=pk)
    services.set_preferences(player_id=pk, **{"real_name": me.real_name, **call.sent})
    return lookups.player_seen(call, pk)


def _linked(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return invitations with their links."""
    start, end = absolute_url(reverse("clubs:join", args=["-"])).rsplit("-", 1)
    link = Concat(Value(start), F("token"), Value(end))
    return invitations.select_related("club", "created_by").annotate(link=link)


@NOTICES.get(
    f"{CLUB}deliveries/",
    clubs.DeliverySerializer,
    asks=clubs.DeliveriesQuerySerializer,
    order=("-pk",),
    is_personal=True,
)
def list_deliveries(call: Call, slug: str) -> QuerySet[Delivery]:
    """List the messages of a club that were sent, queued or failed, newest first."""
    return deliveries_of(lookups.club_organised(call, slug), DeliveryFilters(**call.asked))


@NOTICES.post("deliveries/<int:pk>/resend/", clubs.DeliverySerializer)
def resend_delivery(call: Call, pk: int) -> Delivery:
    """Send a failed or queued message at once; sent messages stay unchanged."""
    organised = deliveries_organised_by(call.user).select_related("notification__player")
    delivery = lookups.one_of(call, organised, "notification__club", pk=pk)
    resend(delivery_id=delivery.pk, now=call.now)
    return organised.get(pk=pk)
