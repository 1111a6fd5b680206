"""Ways into a club, and what players decide about themselves."""

from datetime import timedelta
from http import HTTPStatus

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat
from django.shortcuts import get_object_or_404
from django.urls import reverse

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import clubs as people
from league.api.shapes import invitations as shapes
from league.clubs import joining, queries, services
from league.clubs.models import Invitation, Player, Role
from league.core.address import absolute_url

CHAPTER = "Clubs and players"


class ClubInvitations(Endpoint):
    """The invitations of a club."""

    tag = CHAPTER

    @operation(gives=shapes.InvitationShown, order=("-pk",), is_personal=True)
    def get(self, call: Call, slug: str) -> QuerySet[Invitation]:
        """List the invitations by which people can join a club now, the newest first."""
        club = finding.club_organised(call, slug)
        return _linked(queries.valid_invitations(club, now=call.now))

    @operation(
        takes=shapes.InvitationSent,
        gives=shapes.InvitationShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, slug: str) -> Invitation:
        """Make an invitation that people can join a club by."""
        club = finding.club_organised(call, slug)
        life = timedelta(hours=call.sent["hours"])
        made = joining.make_invitation(
            club=club,
            by=finding.person(call),
            life=life,
            now=call.now,
            role=call.sent.get("role", Role.PLAYER),
        )
        return _linked(Invitation.objects.all()).get(pk=made.pk)


class InvitationById(Endpoint):
    """One invitation."""

    tag = CHAPTER

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int) -> None:
        """Let nobody join by an invitation any more; who has joined stays."""
        organised = queries.clubs_organised_by(call.user).order_by().values("pk")
        own = Invitation.objects.filter(club__in=organised)
        found = get_object_or_404(finding.within(call, own, "club"), pk=pk)
        joining.revoke_invitation(invitation_id=found.pk, now=call.now)


class Joining(Endpoint):
    """Somebody joins a club."""

    tag = CHAPTER

    @operation(takes=shapes.JoiningSent, gives=people.PlayerShown, scope=Scope.PLAY)
    def post(self, call: Call, token: str) -> Player:
        """Be a player of the club that invites; who is one already stays the same player.

        Who has left comes back as the same player, in the role that the invitation gives.

        A name like a player's is refused with `look_alike`, unless `not_these` says that this is
        somebody else.
        """
        finding.refuse_token_of_club(call)
        joined = joining.join_club(
            token=token,
            user=finding.person(call),
            name=call.sent["name"],
            not_these=call.sent.get("not_these", ()),
            now=call.now,
        )
        return finding.player_seen(call, joined.pk)


class PlayerPreferences(Endpoint):
    """What players decide about themselves."""

    tag = CHAPTER

    @operation(takes=shapes.PreferencesSent, gives=people.PlayerShown, scope=Scope.PLAY)
    def put(self, call: Call, pk: int) -> Player:
        """Change your own name in a club, and with it on the whole site."""
        own = finding.within(call, queries.players_of_user(call.user).active(), "club")
        me = get_object_or_404(own, pk=pk)
        real_name = call.sent.get("real_name", me.real_name)
        services.set_preferences(player_id=pk, name=call.sent["name"], real_name=real_name)
        return finding.player_seen(call, pk)


def _linked(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return invitations with what their QR codes open."""
    start, end = absolute_url(reverse("clubs:join", args=["-"])).rsplit("-", 1)
    link = Concat(Value(start), F("token"), Value(end))
    return invitations.select_related("club", "made_by").annotate(link=link)
