"""What screens ask of people and clubs. A user may be anonymous everywhere here."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.utils.translation import gettext as _

from league.clubs.likeness import fold
from league.clubs.models import (
    ORGANISING_ROLES,
    SCORING_ROLES,
    Club,
    Invitation,
    Player,
    PlayerQuerySet,
    Role,
    User,
)
from league.core.missing import NothingHereError

Visitor = User | AnonymousUser

ROLES_UPWARDS = (Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER)


def has_owner() -> bool:
    """Say whether anybody owns this site yet."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def site_owners() -> QuerySet[User]:
    """Return those who own the whole site."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("name", "pk")


def clubs_seen_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs a visitor may look at, which is all: names and results are public.

    Each says `is_organised`: whether this visitor organises it.
    """
    if user.is_superuser:
        return Club.objects.annotate(is_organised=Value(value=True)).order_by("name", "pk")
    organising = Player.objects.active().with_role(ORGANISING_ROLES).filter(user=user.pk)
    is_organised = Exists(organising.filter(club=OuterRef("pk")))
    return Club.objects.annotate(is_organised=is_organised).order_by("name", "pk")


def club_seen_by(user: Visitor, slug: str) -> Club:
    """Return one of `clubs_seen_by`; raise Http404 when there is none of this address."""
    club = clubs_seen_by(user).filter(slug=slug).first()
    if club is None:
        raise NothingHereError(_("There is no such club."))
    return club


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which somebody plays."""
    mine = Player.objects.active().filter(user=user.pk, club=OuterRef("pk"))
    return clubs_seen_by(user).filter(Exists(mine)) if user.pk else Club.objects.none()


def demo_club() -> Club | None:
    """Return the demonstration, if it is loaded."""
    return Club.objects.filter(is_demo=True).order_by("pk").first()


def organisers_of(club: Club) -> PlayerQuerySet:
    """Return whom to ask in a club."""
    return players_of_club(club).with_role(ORGANISING_ROLES)


def clubs_with_role(user: Visitor, roles: Iterable[str]) -> QuerySet[Club]:
    """Return the clubs in which somebody has one of the roles; a site owner has every role."""
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return clubs_seen_by(user)
    mine = Player.objects.active().with_role(roles).filter(user=user.pk)
    return clubs_seen_by(user).filter(Exists(mine.filter(club=OuterRef("pk"))))


def clubs_organised_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs somebody organises."""
    return clubs_with_role(user, ORGANISING_ROLES)


def clubs_scored_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which somebody may record hands at every table."""
    return clubs_with_role(user, SCORING_ROLES)


def player_of(user: Visitor, club: Club) -> Player | None:
    """Return the player that somebody is in a club."""
    if not user.pk:
        return None
    return Player.objects.active().filter(user=user.pk, club=club).first()


def is_organiser(user: Visitor, club: Club) -> bool:
    """Say whether somebody organises a club."""
    return clubs_organised_by(user).filter(pk=club.pk).exists()


def is_scorer(user: Visitor, club: Club) -> bool:
    """Say whether somebody may record hands at every table of a club."""
    return clubs_scored_by(user).filter(pk=club.pk).exists()


def role_in(user: Visitor, club: Club) -> Role | None:
    """Return somebody's role in a club, None for who is not in it; a site owner is an owner."""
    if user.is_superuser:
        return Role.OWNER
    player = player_of(user, club)
    return Role(player.role) if player else None


def rank(role: str | None) -> int:
    """Return how high a role stands; -1 for none."""
    return ROLES_UPWARDS.index(Role(role)) if role else -1


def may_manage(user: Visitor, player: Player) -> bool:
    """Say whether somebody may change a player and sign a phone in as that player.

    Owners may for everybody of their club, organisers only for those below them: else an organiser
    could enter an address or show a code that makes them an owner.
    """
    role = role_in(user, player.club)
    return role == Role.OWNER or (role == Role.ORGANISER and rank(player.role) < rank(role))


def roles_given_by(user: Visitor, player: Player) -> list[Role]:
    """Return the roles that somebody may give to a player, the lowest first."""
    role = role_in(user, player.club)
    if role == Role.OWNER:
        return list(ROLES_UPWARDS)
    if role == Role.ORGANISER and rank(player.role) < rank(role):
        return [Role.PLAYER, Role.SCORER]
    return []


def may_sign_in_as(user: Visitor, player: Player) -> bool:
    """Say whether somebody may make a link that signs a phone in as a player.

    Who signs in by an own address needs no link; and a link must not give its maker rights that
    the maker has not, in this club or in any other, where the same person plays.
    """
    person = player.user
    if person is None:
        return may_manage(user, player)
    if person.email or person.is_superuser or person.is_staff or not person.is_active:
        return False
    everywhere = Player.objects.filter(user=person).select_related("club")
    return all(may_manage(user, other) for other in everywhere)


def players_with_club() -> PlayerQuerySet:
    """Return everybody with what a player's page needs; anybody may look at those."""
    return Player.objects.select_related("club", "user").order_by("name", "pk")


def players_managed_by(user: Visitor) -> PlayerQuerySet:
    """Return the players that `may_manage` allows somebody to change."""
    players = players_with_club()
    if not user.is_authenticated or not user.is_active:
        return players.none()
    if user.is_superuser:
        return players
    mine = Player.objects.active().filter(user=user.pk, club=OuterRef("club"))
    is_owner = Exists(mine.filter(role=Role.OWNER))
    is_organiser = Exists(mine.filter(role=Role.ORGANISER))
    return players.filter(is_owner | (is_organiser & ~Q(role__in=ORGANISING_ROLES)))


def players_of_club(club: Club, *, with_left: bool = False) -> PlayerQuerySet:
    """Return a club's players by name."""
    players = Player.objects.filter(club=club).select_related("user").order_by("name", "pk")
    return players if with_left else players.active()


def players_found(players: Iterable[Player], text: str) -> list[Player]:
    """Keep the players whose name has every word of `text`, whatever its case and accents."""
    words = fold(text).split()
    return [player for player in players if all(word in fold(player.name) for word in words)]


def valid_invitations(club: Club, *, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations by which people can still join, newest first."""
    valid = Invitation.objects.filter(club=club, revoked_at=None, expires_at__gt=now)
    return valid.select_related("made_by").order_by("-created_at", "-pk")
