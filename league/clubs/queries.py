"""Queries of clubs and players; users may be anonymous."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from league.audit.services import ActorRole
from league.clubs.models import (
    Club,
    Invitation,
    Player,
    PlayerQuerySet,
    Role,
    ShareLink,
    User,
    Visibility,
)
from league.clubs.rights import OWN, PLAY, ROLES_UPWARDS, RUN, SCORE, ClubPermission
from league.core.names import fold

Visitor = User | AnonymousUser


def site_owners() -> QuerySet[User]:
    """Return the site administrators."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("name", "pk")


def is_last_owner(user: User) -> bool:
    """Say whether a user is the only owner of the site, or of a club with users."""
    if user.is_superuser and not site_owners().exclude(pk=user.pk).exists():
        return True
    owners = Player.objects.active().filter(role=Role.OWNER)
    others = owners.exclude(user=None).exclude(user=user.pk).filter(club=OuterRef("club"))
    return owners.filter(~Exists(others), user=user.pk).exists()


def is_member(user: Visitor, club: str = "", *, key: str = "") -> Q:
    """Return the condition for clubs a visitor belongs to; `club` is a path such as "club__"."""
    if user.is_superuser:
        return Q(pk__isnull=False)
    inside = Q(pk__in=())
    if user.pk:
        own = Player.objects.active().filter(user=user.pk).values("club")
        inside |= Q(**{f"{club}pk__in": own})
    if key:
        links = ShareLink.objects.filter(token=key, revoked_at=None).values("club")
        inside |= Q(**{f"{club}pk__in": links})
    return inside


def is_visible(user: Visitor, club: str = "", *, key: str = "") -> Q:
    """Return the condition for clubs a visitor may see."""
    private = Q(**{f"{club}visibility": Visibility.PRIVATE})
    return ~private | is_member(user, club, key=key)


def is_listed(user: Visitor, club: str = "") -> Q:
    """Return the condition for clubs listed for a visitor."""
    return Q(**{f"{club}visibility": Visibility.PUBLIC}) | is_member(user, club)


def sees_private(user: Visitor, club: Club) -> bool:
    """Say whether a visitor may see a club's private pages."""
    if not user.pk or user.is_superuser:
        return user.is_superuser
    return Club.objects.filter(is_member(user), pk=club.pk).exists()


def _clubs(user: Visitor) -> QuerySet[Club]:
    organising = Player.objects.active().with_role(RUN.roles).filter(user=user.pk)
    is_organised = Exists(organising.filter(club=OuterRef("pk")))
    return Club.objects.annotate(
        is_organised=Value(value=True) if user.is_superuser else is_organised
    ).order_by("name", "pk")


def clubs_visible_to(user: Visitor, *, key: str = "") -> QuerySet[Club]:
    """Return the clubs a visitor may see, annotated with `is_organised`."""
    return _clubs(user).filter(is_visible(user, key=key))


def clubs_listed_for(user: Visitor) -> QuerySet[Club]:
    """Return the public clubs and the visitor's own."""
    return _clubs(user).filter(is_listed(user))


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """Return the clubs of a user."""
    mine = Player.objects.active().filter(user=user.pk, club=OuterRef("pk"))
    return _clubs(user).filter(Exists(mine)) if user.pk else Club.objects.none()


def demo_club() -> Club | None:
    """Return the demonstration club, if there is one."""
    return Club.objects.filter(is_demo=True).order_by("pk").first()


def organisers_of(club: Club) -> PlayerQuerySet:
    """Return a club's organisers and owners."""
    return players_of_club(club).with_role(RUN.roles)


def clubs_with_right(user: Visitor, right: ClubPermission) -> QuerySet[Club]:
    """Return the clubs in which a user has a permission."""
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return _clubs(user)
    mine = Player.objects.active().with_role(right.roles).filter(user=user.pk)
    return _clubs(user).filter(Exists(mine.filter(club=OuterRef("pk"))))


def clubs_organised_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs a user organises."""
    return clubs_with_right(user, RUN)


def clubs_scored_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which a user may record hands at every table."""
    return clubs_with_right(user, SCORE)


def player_of(user: Visitor, club: Club) -> Player | None:
    """Return the user's active player in a club."""
    if not user.pk:
        return None
    return Player.objects.active().filter(user=user.pk, club=club).first()


def is_organiser(user: Visitor, club: Club) -> bool:
    """Say whether a user organises a club."""
    return user.is_authenticated and clubs_organised_by(user).filter(pk=club.pk).exists()


def is_scorer(user: Visitor, club: Club) -> bool:
    """Say whether a user may record hands at every table of a club."""
    return user.is_authenticated and clubs_scored_by(user).filter(pk=club.pk).exists()


def role_in(user: Visitor, club: Club) -> Role | None:
    """Return the user's role in a club, or None."""
    if user.is_superuser:
        return Role.OWNER
    player = player_of(user, club)
    return Role(player.role) if player else None


def actor_role_of(user: User, club_id: int) -> ActorRole | None:
    """Return the user's role for a club's audit log; None below scorers."""
    player = Player.objects.active().filter(user=user.pk, club=club_id).first()
    role = Role.OWNER if user.is_superuser else player.role if player else None
    return (
        ActorRole(player.pk if player else None, role) if role and SCORE.is_held_by(role) else None
    )


def may_manage(user: Visitor, player: Player) -> bool:
    """Say whether a user may edit a player; organisers only those below organisers."""
    role = role_in(user, player.club)
    return OWN.is_held_by(role) or (RUN.is_held_by(role) and not RUN.is_held_by(player.role))


def roles_given_by(user: Visitor, player: Player) -> list[Role]:
    """Return the roles that a user may give a player, lowest first."""
    if player.left_at is not None:
        return [Role(player.role)] if may_manage(user, player) else []
    if OWN.is_held_by(role_in(user, player.club)):
        return list(ROLES_UPWARDS)
    if may_manage(user, player):
        return [role for role in ROLES_UPWARDS if not RUN.is_held_by(role)]
    return []


def may_sign_in_as(user: Visitor, player: Player) -> bool:
    """Say whether a user may create a sign-in link of a player."""
    if not can_be_signed_in(player):
        return False
    if player.user is None:
        return may_manage(user, player)
    everywhere = Player.objects.filter(user=player.user).select_related("club")
    return all(may_manage(user, other) for other in everywhere)


def can_be_signed_in(player: Player) -> bool:
    """Say whether a sign-in link may exist for a player at all."""
    user = player.user
    if player.left_at is not None or user is None:
        return player.left_at is None
    return user.is_active and not (user.email or user.is_superuser or user.is_staff)


def players_visible_to(user: Visitor) -> PlayerQuerySet:
    """Return the players a visitor may see."""
    return _players_with_club().filter(is_visible(user, "club__"))


def players_of_user(user: Visitor) -> PlayerQuerySet:
    """Return the user's players, also in clubs they left."""
    players = _players_with_club()
    return players.filter(user=user.pk) if user.pk else players.none()


def _players_with_club() -> PlayerQuerySet:
    return Player.objects.select_related("club", "user").order_by("name", "pk")


def players_managed_by(user: Visitor) -> PlayerQuerySet:
    """Return the players for whom `may_manage` holds."""
    players = _players_with_club()
    if not user.is_authenticated or not user.is_active:
        return players.none()
    if user.is_superuser:
        return players
    mine = Player.objects.active().filter(user=user.pk, club=OuterRef("club"))
    owns, runs = (Exists(mine.with_role(right.roles)) for right in (OWN, RUN))
    return players.filter(owns | (runs & ~Q(role__in=RUN.roles)))


def players_of_club(club: Club, *, with_left: bool = False) -> PlayerQuerySet:
    """Return a club's players by name."""
    players = Player.objects.filter(club=club).select_related("user").order_by("name", "pk")
    return players if with_left else players.active()


def players_who_play(club: Club) -> PlayerQuerySet:
    """Return a club's players by name, without viewers."""
    return players_of_club(club).with_role(PLAY.roles)


def is_viewer(user: Visitor, club: Club) -> bool:
    """Say whether a user is a viewer of a club."""
    player = player_of(user, club)
    return player is not None and not PLAY.is_held_by(player.role)


def share_links_of(club: Club) -> QuerySet[ShareLink]:
    """Return a club's valid share links, newest first."""
    links = ShareLink.objects.filter(club=club, revoked_at=None).select_related("created_by")
    return links.order_by("-created_at", "-pk")


def players_found(
    players: Iterable[Player], text: str, *, by_real_name: bool = False
) -> list[Player]:
    """Return the players whose name has every word of `text`, accents ignored."""
    words = fold(text).split()
    return [
        player
        for player in players
        for name in [fold(f"{player.name} {player.real_name}" if by_real_name else player.name)]
        if all(word in name for word in words)
    ]


def valid_invitations(club: Club, *, now: datetime) -> QuerySet[Invitation]:
    """Return a club's valid invitations, newest first."""
    valid = Invitation.objects.filter(club=club, revoked_at=None, expires_at__gt=now)
    return valid.select_related("created_by").order_by("-created_at", "-pk")
