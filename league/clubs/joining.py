"""Write invitations, and what comes of them: people who make themselves players."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.services import Changes, note, note_own
from league.audit.verbs import Verb
from league.clubs.errors import ClubError
from league.clubs.likeness import find_all_alike, fold
from league.clubs.models import Club, Invitation, Player, Role, User
from league.clubs.queries import player_of
from league.clubs.rights import PLAY
from league.clubs.services import lock_club, lock_players, make_user_of
from league.clubs.ties import find_tie


@transaction.atomic
def make_invitation(
    *, club: Club, by: User, life: timedelta, now: datetime, role: str = Role.PLAYER
) -> Invitation:
    """Make an invitation by which people can come in for some time, as players or spectators."""
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        made_by=player_of(by, club),
        created_at=now,
        expires_at=now + life,
    )
    changes = {"role": ("", role)}
    note(club_id=club.pk, verb=Verb.INVITATION_MADE, about=invitation, changes=changes)
    return invitation


@transaction.atomic
def revoke_invitation(*, invitation_id: int, now: datetime) -> None:
    """Let nobody join by an invitation any more; who has joined stays."""
    invitation = Invitation.objects.select_related("club").get(pk=invitation_id)
    if Invitation.objects.filter(pk=invitation_id, revoked_at=None).update(revoked_at=now):
        note(club_id=invitation.club_id, verb=Verb.INVITATION_REVOKED, about=invitation)


def find_invitation(*, token: str, now: datetime) -> Invitation:
    """Return the invitation of a token, if it is valid now; raise ClubError if not."""
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if invitation is None:
        raise ClubError("invitation_unknown")
    if invitation.revoked_at:
        raise ClubError("invitation", _("This invitation has been withdrawn."))
    if not invitation.is_valid(now):
        raise ClubError("invitation", _("This invitation has expired."))
    return invitation


@transaction.atomic
def join_club(
    *, token: str, user: User | None, name: str, not_these: Collection[int], now: datetime
) -> Player:
    """Let the visitor into the inviting club, with a sign-in, and return the player.

    Who is signed in and a player already stays that player in that role. Who was one once is that
    player again, in the role of the invitation: the one before has ended. Raise look_alike for
    a name like a player's, unless that player's id is in `not_these`: the visitor has been asked
    and is somebody else. So sending the form twice adds nobody twice. Raise ClubError for who
    is to come back as a spectator and still takes part somewhere.
    """
    invitation = find_invitation(token=token, now=now)
    club = lock_club(invitation.club_id)
    if user and (player := Player.objects.filter(club=club, user=user).first()):
        return _come_back(player, invitation.role, now)
    players = {player.pk: player for player in Player.objects.active().filter(club=club)}
    alike = find_all_alike(name, {pk: fold(player.name) for pk, player in players.items()})
    if unasked := [players[pk] for pk in alike if pk not in not_these]:
        raise ClubError("look_alike", players=unasked)
    player = Player.objects.create(
        club=club, user=user, name=name, role=invitation.role, created_at=now
    )
    if user is None:
        make_user_of(player)
    elif not user.name:
        user.name = name
        user.save(update_fields=["name"])
    note_own(player=player, verb=Verb.PLAYER_JOINED, changes=_coming_as(player), now=now)
    return player


def _come_back(player: Player, role: str, now: datetime) -> Player:
    """Put a player who has left back on the lists; whoever is on them stays as they are."""
    lock_players([player])
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is None:
        return player
    if not PLAY.is_held_by(role) and (tie := find_tie(player)):
        raise ClubError("spectator", f"{tie} {_('Ask an organiser of the club.')}")
    player.left_at, player.role = None, role
    player.save(update_fields=["left_at", "role"])
    note_own(player=player, verb=Verb.PLAYER_JOINED, changes=_coming_as(player), now=now)
    return player


def _coming_as(player: Player) -> Changes:
    return {"role": (None, player.role)}


@transaction.atomic
def link_proven_address(*, user: User, email: str, now: datetime) -> list[Player]:
    """Make somebody the user of the players whose noted address this is; return those players.

    To be called only after the person has proven to own the address. A club where the user is a
    player already, and players who have a user, stay as they are.
    """
    waiting = Player.objects.active().filter(user=None, contact_email=email.lower())
    linked: dict[int, Player] = {}
    for player in waiting.select_for_update().order_by("pk"):
        if player.club_id in linked or user.players.filter(club=player.club_id).exists():
            continue
        player.user = user
        player.save(update_fields=["user"])
        note_own(player=player, verb=Verb.PLAYER_LINKED, changes=_coming_as(player), now=now)
        linked[player.club_id] = player
    if linked and not user.name:
        user.name = next(iter(linked.values())).name
        user.save(update_fields=["name"])
    return list(linked.values())
