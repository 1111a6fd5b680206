"""Services of membership: invitations, share links, joining and leaving."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import differences, log_action, log_own_action
from league.clubs.errors import ClubError
from league.clubs.models import Club, Invitation, Player, Role, ShareLink, User
from league.clubs.queries import player_of, share_links_of, valid_invitations
from league.clubs.rights import PLAY, role_left
from league.clubs.services import (
    check_owner_remains,
    find_blocker,
    lock_club,
    lock_players,
    make_user_of,
)
from league.core.hooks import hooks
from league.core.names import find_all_alike, fold


@transaction.atomic
def create_share_link(*, club: Club, label: str, by: User, now: datetime) -> ShareLink:
    """Create a share link, or return the valid one of this label."""
    lock_club(club.pk)
    known = share_links_of(club).filter(label=label).first()
    if known is not None:
        return known
    creator = player_of(by, club)
    link = ShareLink.objects.create(club=club, label=label, created_by=creator, created_at=now)
    log_action(club_id=club.pk, action=Action.SHARE_LINK_CREATED, about=link, label=label)
    return link


@transaction.atomic
def revoke_share_link(*, link_id: int, now: datetime) -> ShareLink:
    """Revoke a share link."""
    link = ShareLink.objects.select_for_update().get(pk=link_id)
    if link.revoked_at is None:
        link.revoked_at = now
        link.save(update_fields=["revoked_at"])
        action = Action.SHARE_LINK_REVOKED
        log_action(club_id=link.club_id, action=action, about=link, label=link.label)
    return link


@transaction.atomic
def make_invitation(
    *, club: Club, by: User, life: timedelta, now: datetime, role: str = Role.PLAYER
) -> Invitation:
    """Create an invitation of players or viewers."""
    invitation = Invitation.objects.create(
        club=club, role=role, created_by=player_of(by, club), created_at=now, expires_at=now + life
    )
    changes = {"role": ("", role)}
    log_action(club_id=club.pk, action=Action.INVITATION_CREATED, about=invitation, changes=changes)
    return invitation


@transaction.atomic
def revoke_invitation(*, invitation_id: int, now: datetime) -> None:
    """Revoke an invitation."""
    invitation = Invitation.objects.select_related("club").get(pk=invitation_id)
    if Invitation.objects.filter(pk=invitation_id, revoked_at=None).update(revoked_at=now):
        log_action(club_id=invitation.club_id, action=Action.INVITATION_REVOKED, about=invitation)


def find_invitation(*, token: str, now: datetime) -> Invitation:
    """Return the valid invitation of a token; raise ClubError."""
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if invitation is None:
        raise ClubError("invitation_unknown")
    if invitation.revoked_at:
        raise ClubError("invitation", _("This invitation was revoked."))
    if not invitation.is_valid(now):
        raise ClubError("invitation", _("This invitation has expired."))
    return invitation


@transaction.atomic
def join_club(
    *, token: str, user: User | None, name: str, not_these: Collection[int], now: datetime
) -> Player:
    """Return the player as whom a visitor, with a new user if needed, joins; raise ClubError.

    Present and former players stay themselves. Raises look_alike for a name similar to a player's,
    unless the visitor has denied to be that player (`not_these`).
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
    _log_as(player, Action.PLAYER_JOINED, now)
    return player


def _come_back(player: Player, role: str, now: datetime) -> Player:
    """Return a player, active again in `role` if the player had left."""
    lock_players([player])
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is None:
        return player
    if not PLAY.is_held_by(role) and (tie := find_blocker(player)):
        raise ClubError("viewer", f"{tie} {_('Ask an organiser of the club.')}")
    player.left_at, player.role = None, role
    player.save(update_fields=["left_at", "role"])
    _log_as(player, Action.PLAYER_JOINED, now)
    return player


def _log_as(player: Player, action: Action, now: datetime) -> None:
    log_own_action(player=player, action=action, changes={"role": (None, player.role)}, now=now)


@transaction.atomic
def link_proven_address(*, user: User, email: str, now: datetime) -> list[Player]:
    """Link a user to the players of a confirmed address; return those players."""
    waiting = Player.objects.active().filter(user=None, contact_email=email.lower())
    linked: dict[int, Player] = {}
    for player in waiting.select_for_update().order_by("pk"):
        if player.club_id in linked or user.players.filter(club=player.club_id).exists():
            continue
        player.user = user
        player.save(update_fields=["user"])
        _log_as(player, Action.PLAYER_LINKED, now)
        linked[player.club_id] = player
    if linked and not user.name:
        user.name = next(iter(linked.values())).name
        user.save(update_fields=["name"])
    return list(linked.values())


@transaction.atomic
def leave_club(*, player_id: int, now: datetime) -> Player:
    """End a player's membership and rights; raise last_owner."""
    player = Player.objects.select_related("club", "user").get(pk=player_id)
    lock_club(player.club_id, no_key=True)
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is not None:
        return player
    check_owner_remains(player)
    role = role_left(player.role)
    changes = differences(player, {"role": role})
    # Logged before the role ends: owners may leave, too.
    log_action(club_id=player.club_id, action=Action.PLAYER_LEFT, about=player, changes=changes)
    revoke_created(player, now)
    player.left_at, player.role = now, role
    player.save(update_fields=["left_at", "role"])
    return player


def revoke_created(player: Player, now: datetime) -> None:
    """Revoke what a player created and could act by."""
    for invitation in valid_invitations(player.club, now=now).filter(created_by=player):
        revoke_invitation(invitation_id=invitation.pk, now=now)
    for link in share_links_of(player.club).filter(created_by=player):
        revoke_share_link(link_id=link.pk, now=now)
    for end in hooks("player_leaves"):
        end(player, now)


@transaction.atomic
def return_to_club(*, player_id: int) -> Player:
    """Make a player active again, without a role that ended."""
    player = Player.objects.get(pk=player_id)
    lock_club(player.club_id)
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is not None:
        player.left_at, player.role = None, role_left(player.role)
        player.save(update_fields=["left_at", "role"])
        changes = {"role": (None, player.role)}
        log_action(
            club_id=player.club_id, action=Action.PLAYER_RETURNED, about=player, changes=changes
        )
    return player


def link_confirmed(email_address: EmailAddress, **_context: Any) -> None:
    """Link the players of an address that was just confirmed."""
    user, email = email_address.user, email_address.email
    link_proven_address(user=user, email=email, now=timezone.now())


def link_signed_in(user: User, **_context: Any) -> None:
    """Link the players of a user's confirmed addresses at sign-in."""
    for address in EmailAddress.objects.filter(user=user, verified=True):
        link_proven_address(user=user, email=address.email, now=timezone.now())
