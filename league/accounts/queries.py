"""What the pages of an account ask for."""

from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.merging.outlook import joined_role
from league.accounts.models import AccountEvent, Answer, Claim, Merge, OpenSession
from league.clubs.likeness import alike_pairs, fold
from league.clubs.models import Club, Player, Role, User
from league.clubs.queries import players_managed_by


class Passkey(NamedTuple):
    """A passkey as its owner sees it.

    `is_way_in` says that it signs in alone; else it is a second step after a code or a password.
    """

    pk: int
    name: str
    authenticator: Authenticator
    is_way_in: bool


def is_second_step(authenticator: Authenticator) -> bool:
    """Say whether an app or a passkey is asked for after a code or a password."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        return not authenticator.data.get("signs_in_alone", False)
    return bool(authenticator.type == Authenticator.Type.TOTP)


def has_second_step(user: User) -> bool:
    """Say whether somebody is asked for more than a code or a password."""
    return any(map(is_second_step, Authenticator.objects.filter(user=user)))


def passkeys_of(user: User) -> list[Passkey]:
    """Return somebody's passkeys, the oldest first."""
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return [
        Passkey(key.pk, key.data.get("name") or _("Passkey"), key, not is_second_step(key))
        for key in keys.order_by("created_at", "pk")
    ]


def has_address(user: User) -> bool:
    """Say whether a code by mail reaches somebody."""
    return bool(user.email) or EmailAddress.objects.filter(user=user, verified=True).exists()


def has_any_address(user: User) -> bool:
    """Say whether somebody has an address, confirmed or not."""
    return bool(user.email) or EmailAddress.objects.filter(user=user).exists()


def look_as_long(email: str) -> None:
    """Ask once more of an address that is confirmed: of any other allauth asks twice by itself.

    The time of an answer then does not tell whether anybody signs in by it.
    """
    if EmailAddress.objects.filter(email=email.lower(), verified=True).exists():
        User.objects.filter(email=email.lower()).first()


def look_for_nobody() -> None:
    """Ask for a user who is not there, where one would be asked for if somebody were."""
    User.objects.filter(pk=0).first()


def addresses_of(user: User) -> QuerySet[EmailAddress]:
    """Return somebody's email addresses, the main one first."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=user)
    return found.order_by("-primary", "email", "pk")


def sessions_of(user: User) -> QuerySet[OpenSession]:
    """Return where somebody is signed in, the latest seen first."""
    alive = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
    )
    return OpenSession.objects.filter(Exists(alive), user=user).order_by("-last_seen_at", "-pk")


def events_of(user: User) -> QuerySet[AccountEvent]:
    """Return what happened to somebody's account, the newest first."""
    return AccountEvent.objects.filter(user=user).order_by("-created_at", "-pk")


def players_of_user(user: User) -> QuerySet[Player]:
    """Return who somebody is in each club."""
    players = Player.objects.active().filter(user=user)
    return players.select_related("club").order_by("club__name", "pk")


def claims_answered_by(user: User, club: Club) -> QuerySet[Claim]:
    """Return the claims of a club that wait for this organiser, the oldest first.

    Claims of a player who has left wait until that player is back.
    """
    managed = players_managed_by(user).active().filter(club=club)
    waiting = Claim.objects.filter(player__in=managed, answer=Answer.WAITING)
    return waiting.select_related("player", "user").order_by("created_at", "pk")


class WaitingClaim(NamedTuple):
    """A claim as an organiser reads it: with the role that approving it gives.

    `own` is the player that the person has in the club, perhaps one who has left.
    """

    claim: Claim
    own: Player | None
    role: Role


def waiting_claims(user: User, club: Club) -> list[WaitingClaim]:
    """Return the claims of a club that wait for this organiser, with what they would give."""
    claims = list(claims_answered_by(user, club))
    players = Player.objects.filter(club=club, user__in=[claim.user_id for claim in claims])
    own = {player.user_id: player for player in players}
    return [
        WaitingClaim(claim, mine, joined_role(claim.player, mine or claim.player))
        for claim in claims
        for mine in [own.get(claim.user_id)]
    ]


def claims_of_user(user: User) -> QuerySet[Claim]:
    """Return what somebody has claimed, the newest first."""
    return (
        Claim.objects.filter(user=user)
        .select_related("player__club")
        .order_by("-created_at", "-pk")
    )


def merges_of(club: Club) -> QuerySet[Merge]:
    """Return the merges of a club, the newest first."""
    merges = Merge.objects.filter(club=club).defer("changes", "deleted")
    return merges.select_related("by").order_by("-created_at", "-pk")


def kept_instead_of(gone: int) -> int | None:
    """Return the id of the player into whom one was merged, None where that has not happened."""
    made = Merge.objects.filter(gone=gone, undone_at=None)
    return made.values_list("kept", flat=True).first()


def likely_twins(user: User, club: Club) -> list[tuple[Player, Player]]:
    """Return the pairs of players of a club that somebody manages and that look alike.

    The first of a pair is the one to keep: who has been there longer.
    """
    players = {player.pk: player for player in players_managed_by(user).filter(club=club)}
    pairs = alike_pairs({pk: fold(player.name) for pk, player in players.items()})
    return [(players[one], players[other]) for one, other in pairs]
