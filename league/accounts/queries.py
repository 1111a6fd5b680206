"""Queries of accounts, claims and merges."""

from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.merging.services import joined_role
from league.accounts.models import Answer, Merge, PlayerClaim, SecurityEvent, UserSession
from league.clubs.models import Club, Player, Role, User
from league.clubs.queries import players_managed_by
from league.core.names import alike_pairs, fold


class Passkey(NamedTuple):
    """A passkey: a sign-in method of its own, or a second factor."""

    pk: int
    name: str
    authenticator: Authenticator
    is_sign_in_method: bool


def is_second_factor(authenticator: Authenticator) -> bool:
    """Say whether an authenticator is a second factor."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        return not authenticator.data.get("signs_in_alone", False)
    return bool(authenticator.type == Authenticator.Type.TOTP)


def has_second_factor(user: User) -> bool:
    """Say whether a user has a second factor."""
    return any(map(is_second_factor, Authenticator.objects.filter(user=user)))


def passkeys_of(user: User) -> list[Passkey]:
    """Return a user's passkeys, oldest first."""
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return [
        Passkey(key.pk, key.data.get("name") or _("Passkey"), key, not is_second_factor(key))
        for key in keys.order_by("created_at", "pk")
    ]


def has_address(user: User) -> bool:
    """Say whether codes by mail reach a user."""
    return bool(user.email) or EmailAddress.objects.filter(user=user, verified=True).exists()


def has_any_address(user: User) -> bool:
    """Say whether a user has an address, confirmed or not."""
    return bool(user.email) or EmailAddress.objects.filter(user=user).exists()


def equalise_lookup_time(email: str) -> None:
    """Query a confirmed address twice, as allauth does any other, so that timing tells nothing."""
    if EmailAddress.objects.filter(email=email.lower(), verified=True).exists():
        User.objects.filter(email=email.lower()).first()


def addresses_of(user: User) -> QuerySet[EmailAddress]:
    """Return a user's email addresses, main one first."""
    return EmailAddress.objects.filter(user=user).order_by("-primary", "email", "pk")


def sessions_of(user: User) -> QuerySet[UserSession]:
    """Return a user's active sessions, last used first."""
    alive = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
    )
    return UserSession.objects.filter(Exists(alive), user=user).order_by("-last_seen_at", "-pk")


def events_of(user: User) -> QuerySet[SecurityEvent]:
    """Return a user's security log, newest first."""
    return SecurityEvent.objects.filter(user=user).order_by("-created_at", "-pk")


def players_of_user(user: User) -> QuerySet[Player]:
    """Return a user's active players, by club."""
    players = Player.objects.active().filter(user=user)
    return players.select_related("club").order_by("club__name", "pk")


def claims_answered_by(user: User, club: Club) -> QuerySet[PlayerClaim]:
    """Return a club's open claims of active players that a user manages, oldest first."""
    managed = players_managed_by(user).active().filter(club=club)
    waiting = PlayerClaim.objects.filter(player__in=managed, answer=Answer.WAITING)
    return waiting.select_related("player", "user").order_by("created_at", "pk")


class WaitingClaim(NamedTuple):
    """An open claim, its user's other player in the club, and the role after approval."""

    claim: PlayerClaim
    own: Player | None
    role: Role


def waiting_claims(user: User, club: Club) -> list[WaitingClaim]:
    """Return a club's open claims for an organiser."""
    claims = list(claims_answered_by(user, club))
    players = Player.objects.filter(club=club, user__in=[claim.user_id for claim in claims])
    own = {player.user_id: player for player in players}
    return [
        WaitingClaim(claim, mine, joined_role(claim.player, mine or claim.player))
        for claim in claims
        for mine in [own.get(claim.user_id)]
    ]


def merges_of(club: Club) -> QuerySet[Merge]:
    """Return a club's merges, newest first."""
    merges = Merge.objects.filter(club=club).defer("changes", "deleted")
    return merges.select_related("by").order_by("-created_at", "-pk")


def merged_into(source: int) -> int | None:
    """Return the id of the player into whom a player was merged, or None."""
    made = Merge.objects.filter(source=source, undone_at=None)
    return made.values_list("target", flat=True).first()


def merge_candidates(user: User, club: Club) -> list[tuple[Player, Player]]:
    """Return pairs of a club's managed players with similar names, older player first."""
    players = {player.pk: player for player in players_managed_by(user).filter(club=club)}
    pairs = alike_pairs({pk: fold(player.name) for pk, player in players.items()})
    return [(players[one], players[other]) for one, other in pairs]
