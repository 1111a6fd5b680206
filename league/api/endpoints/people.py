"""Oneself, the games, clubs, their players and invitations, and what a club has told them."""

from datetime import timedelta
from typing import Any

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat
from django.shortcuts import get_object_or_404
from django.urls import reverse

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.paging import list_of
from league.api.scopes import Scope
from league.api.serializers import clubs
from league.audit.models import Act
from league.audit.queries import Filters, acts_of
from league.clubs import joining, leaving, queries, services
from league.clubs.models import Club, Invitation, Player
from league.clubs.rights import PLAY
from league.core.address import absolute_url
from league.core.games import SiteGame, UnknownGameError, site_game, site_games
from league.notices.models import Delivery
from league.notices.queries import Filters as DeliveryFilters
from league.notices.queries import deliveries_of, deliveries_organised_by, posts_listed_for
from league.notices.services import resend


class MeView(ApiView):
    @operation(clubs.MeDetailSerializer, is_personal=True)
    def get(self, call: Call) -> object:
        """Say who you are, what your token may do, and in which clubs you play."""
        user, token = lookups.person(call), call.token
        players = Player.objects.active().filter(user=user).select_related("club").order_by("pk")
        return {
            "name": user.name,
            "is_site_owner": user.is_superuser,
            "scopes": token.scopes if token else Scope.values,
            "expires_at": token.expires_at if token else None,
            "club": token.club.slug if token and token.club else None,
            "players": lookups.within(call, players, "club"),
        }


class GamesView(ApiView):
    @operation(list_of(clubs.GameSerializer))
    def get(self, _call: Call) -> object:
        """List the games, with their options and the words of their rules."""
        return {"results": [_game(game) for game in site_games()]}


class GameBySlugView(ApiView):
    @operation(clubs.GameSerializer)
    def get(self, _call: Call, game: str) -> object:
        """Show a game."""
        try:
            return _game(site_game(game))
        except UnknownGameError:
            return lookups.shown_or_404(None)


class ClubsView(ApiView):
    @operation(clubs.ClubSerializer, asks=clubs.ClubsQuerySerializer, order=("name", "pk"))
    def get(self, call: Call) -> QuerySet[Club]:
        """List the clubs."""
        listed = queries.clubs_of if call.asked.get("mine") else queries.clubs_listed_for
        return lookups.within(call, listed(call.user), "pk")

    @operation(clubs.ClubSerializer, takes=clubs.ClubCreateSerializer, status=CREATED)
    def post(self, call: Call) -> Club:
        """Make a club, as an owner of the site; its name used twice by you makes one."""
        lookups.refuse_token_of_club(call)
        user = get_object_or_404(queries.site_owners(), pk=lookups.person(call).pk)
        made = services.create_club(**call.sent, by=user, now=call.now)
        return lookups.club_seen(call, made.slug)


class ClubBySlugView(ApiView):
    @operation(clubs.ClubSerializer, lock=locking.lock_club)
    def get(self, call: Call, slug: str) -> Club:
        """Show a club."""
        return lookups.club_seen(call, slug)

    @operation(clubs.ClubSerializer, takes=clubs.ClubUpdateSerializer)
    def patch(self, call: Call, slug: str) -> Club:
        """Change a club's name, its clock, or who may look at it."""
        club = lookups.club_organised(call, slug)
        values = {name: getattr(club, name) for name in ("name", "time_zone", "visibility")}
        values |= call.sent
        services.edit_club(club_id=club.pk, **values)
        return lookups.club_seen(call, slug)


class ClubPlayersView(ApiView):
    @operation(clubs.PlayerSerializer, asks=clubs.PlayersQuerySerializer, order=("pk",))
    def get(self, call: Call, slug: str) -> QuerySet[Player]:
        """List a club's players, those who have left it aside."""
        players = queries.players_of_club(lookups.club_seen(call, slug)).select_related("club")
        if role := call.asked.get("role"):
            players = players.with_role([role])
        if name := call.asked.get("name"):
            found = queries.players_found(players, name)
            players = players.filter(pk__in=[player.pk for player in found])
        return players

    @operation(list_of(clubs.PlayerSerializer), takes=clubs.PlayersCreateSerializer, status=CREATED)
    def post(self, call: Call, slug: str) -> object:
        """Add players to a club.

        Those who were added after `seen` under one of the names are not added again.
        """
        club = lookups.club_organised(call, slug)
        return {"results": services.add_players(club=club, **call.sent, now=call.now)}


class PlayerByIdView(ApiView):
    @operation(clubs.PlayerSerializer, lock=locking.lock_player)
    def get(self, call: Call, pk: int) -> Player:
        """Show a player."""
        return lookups.player_seen(call, pk)

    @operation(clubs.PlayerSerializer, takes=clubs.PlayerUpdateSerializer)
    def patch(self, call: Call, pk: int) -> Player:
        """Change a player's name or role."""
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


class PlayerLeavingView(ApiView):
    @operation(clubs.PlayerSerializer)
    def post(self, call: Call, pk: int) -> Player:
        """Take a player off the club's lists; all that was played stays, and the role ends."""
        player = lookups.player_managed(call, pk)
        leaving.leave_club(player_id=player.pk, now=call.now)
        return lookups.player_seen(call, pk)


class PlayerReturningView(ApiView):
    @operation(clubs.PlayerSerializer)
    def post(self, call: Call, pk: int) -> Player:
        """Put a player who has left back on the club's lists, without any role that they had."""
        player = lookups.player_managed(call, pk)
        leaving.return_to_club(player_id=player.pk)
        return lookups.player_seen(call, pk)


class ClubActsView(ApiView):
    @operation(
        clubs.ActSerializer,
        asks=clubs.ActsQuerySerializer,
        order=("-created_at", "-pk"),
        is_personal=True,
    )
    def get(self, call: Call, slug: str) -> QuerySet[Act]:
        """List what organisers and scorers did, the latest first; for the club's players."""
        club = lookups.one_of(call, queries.clubs_with_right(call.user, PLAY), "pk", slug=slug)
        return acts_of(club.pk, Filters(**call.asked))


class ClubFeedView(ApiView):
    @operation(clubs.FeedPostSerializer, order=("-pk",))
    def get(self, call: Call, slug: str) -> QuerySet[Any]:
        """List what a club has posted, the newest first."""
        return posts_listed_for(call.user, lookups.club_seen(call, slug))


def _game(game: SiteGame) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": list(game.seats),
        "options": dict(game.engine.options({}).as_json()),
        "rules": dict(game.engine.rules()),
    }


class ClubInvitationsView(ApiView):
    @operation(clubs.InvitationSerializer, order=("-pk",), is_personal=True)
    def get(self, call: Call, slug: str) -> QuerySet[Invitation]:
        """List the invitations by which people can join a club now, the newest first."""
        club = lookups.club_organised(call, slug)
        return _linked(queries.valid_invitations(club, now=call.now))

    @operation(clubs.InvitationSerializer, takes=clubs.InvitationCreateSerializer, status=CREATED)
    def post(self, call: Call, slug: str) -> Invitation:
        """Make an invitation that people can join a club by."""
        club = lookups.club_organised(call, slug)
        sent = dict(call.sent)
        life = timedelta(hours=sent.pop("hours"))
        made = joining.make_invitation(
            club=club, by=lookups.person(call), life=life, now=call.now, **sent
        )
        return _linked(Invitation.objects.all()).get(pk=made.pk)


class InvitationByIdView(ApiView):
    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Let nobody join by an invitation any more; who has joined stays."""
        organised = queries.clubs_organised_by(call.user).order_by().values("pk")
        own = Invitation.objects.filter(club__in=organised)
        found = lookups.one_of(call, own, "club", pk=pk)
        joining.revoke_invitation(invitation_id=found.pk, now=call.now)


class JoiningView(ApiView):
    @operation(clubs.PlayerSerializer, takes=clubs.JoiningCreateSerializer, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> Player:
        """Be a player of the club that invites; who is one already stays the same player.

        Who has left comes back as the same player, in the role that the invitation gives.

        A name like a player's is refused with `look_alike`, unless `not_these` says that this is
        somebody else.
        """
        lookups.refuse_token_of_club(call)
        sent = {"not_these": (), **call.sent}
        joined = joining.join_club(token=token, user=lookups.person(call), **sent, now=call.now)
        return lookups.player_seen(call, joined.pk)


class PlayerPreferencesView(ApiView):
    @operation(clubs.PlayerSerializer, takes=clubs.PreferencesCreateSerializer, scope=Scope.PLAY)
    def put(self, call: Call, pk: int) -> Player:
        """Change your own name in a club, and with it on the whole site."""
        me = lookups.one_of(call, queries.players_of_user(call.user).active(), "club", pk=pk)
        services.set_preferences(player_id=pk, **{"real_name": me.real_name, **call.sent})
        return lookups.player_seen(call, pk)


def _linked(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return invitations with what their QR codes open."""
    start, end = absolute_url(reverse("clubs:join", args=["-"])).rsplit("-", 1)
    link = Concat(Value(start), F("token"), Value(end))
    return invitations.select_related("club", "made_by").annotate(link=link)


class ClubOutboxView(ApiView):
    @operation(
        clubs.DeliverySerializer,
        asks=clubs.DeliveriesQuerySerializer,
        order=("-pk",),
        is_personal=True,
    )
    def get(self, call: Call, slug: str) -> QuerySet[Delivery]:
        """List what went out to whom in a club, what waits, and what failed, the newest first."""
        return deliveries_of(lookups.club_organised(call, slug), DeliveryFilters(**call.asked))


class DeliveryResendingView(ApiView):
    @operation(clubs.DeliverySerializer)
    def post(self, call: Call, pk: int) -> Delivery:
        """Send at once what was given up or waits for its next try; what went out stays so."""
        organised = deliveries_organised_by(call.user).select_related("notice__player")
        delivery = lookups.one_of(call, organised, "notice__club", pk=pk)
        resend(delivery_id=delivery.pk, now=call.now)
        return organised.get(pk=pk)
