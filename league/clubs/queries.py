"""What screens ask of people and clubs. A user may be anonymous everywhere here."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from league.audit.acting import Standing
from league.clubs.likeness import fold
from league.clubs.models import (
    Club,
    Invitation,
    Player,
    PlayerQuerySet,
    Role,
    ScreenLink,
    User,
    Visibility,
)
from league.clubs.rights import OWN, PLAY, ROLES_UPWARDS, RUN, SCORE, Right

Visitor = User | AnonymousUser


def has_owner() -> bool:
    """Say whether anybody owns this site yet."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def site_owners() -> QuerySet[User]:
    """Return those who own the whole site."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("name", "pk")


def is_last_owner(user: User) -> bool:
    """Say whether the site, or a club, has no owner who signs in but this user."""
    if user.is_superuser and not site_owners().exclude(pk=user.pk).exists():
        return True
    owners = Player.objects.active().filter(role=Role.OWNER)
    others = owners.exclude(user=None).exclude(user=user.pk).filter(club=OuterRef("club"))
    return owners.filter(~Exists(others), user=user.pk).exists()


def is_inside(user: Visitor, club: str = "", *, key: str = "") -> Q:
    """Return the condition that a visitor is within a club, who sees all that it shows anybody.

    That is everybody who plays there and has not left, whoever shows one of its links for screens
    (`key`), and the owners of the site. `club` leads from a row to its club, such as `club__`.
    """
    if user.is_superuser:
        return Q(pk__isnull=False)
    inside = Q(pk__in=())
    if user.pk:
        own = Player.objects.active().filter(user=user.pk).values("club")
        inside |= Q(**{f"{club}pk__in": own})
    if key:
        links = ScreenLink.objects.filter(token=key, revoked_at=None).values("club")
        inside |= Q(**{f"{club}pk__in": links})
    return inside


def is_seen(user: Visitor, club: str = "", *, key: str = "") -> Q:
    """Return the condition that a visitor may look at a club, likewise."""
    private = Q(**{f"{club}visibility": Visibility.PRIVATE})
    return ~private | is_inside(user, club, key=key)


def is_listed(user: Visitor, club: str = "") -> Q:
    """Return the condition that a club stands in the lists that a visitor reads, likewise."""
    return Q(**{f"{club}visibility": Visibility.PUBLIC}) | is_inside(user, club)


def sees_inside(user: Visitor, club: Club) -> bool:
    """Say whether a visitor is within a club; for nobody who has not signed in."""
    if not user.pk or user.is_superuser:
        return user.is_superuser
    return Club.objects.filter(is_inside(user), pk=club.pk).exists()


def _clubs(user: Visitor) -> QuerySet[Club]:
    """Return all clubs by name; each says `is_organised`: whether this visitor organises it."""
    if user.is_superuser:
        return Club.objects.annotate(is_organised=Value(value=True)).order_by("name", "pk")
    organising = Player.objects.active().with_role(RUN.roles).filter(user=user.pk)
    is_organised = Exists(organising.filter(club=OuterRef("pk")))
    return Club.objects.annotate(is_organised=is_organised).order_by("name", "pk")


def clubs_seen_by(user: Visitor, *, key: str = "") -> QuerySet[Club]:
    """Return the clubs a visitor may look at. Each says `is_organised`: whether by this visitor."""
    return _clubs(user).filter(is_seen(user, key=key))


def clubs_listed_for(user: Visitor) -> QuerySet[Club]:
    """Return the clubs that a visitor is shown unasked: the public ones and their own."""
    return _clubs(user).filter(is_listed(user))


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which somebody plays."""
    mine = Player.objects.active().filter(user=user.pk, club=OuterRef("pk"))
    return _clubs(user).filter(Exists(mine)) if user.pk else Club.objects.none()


def demo_club() -> Club | None:
    """Return the demonstration, if it is loaded."""
    return Club.objects.filter(is_demo=True).order_by("pk").first()


def organisers_of(club: Club) -> PlayerQuerySet:
    """Return whom to ask in a club."""
    return players_of_club(club).with_role(RUN.roles)


def clubs_with_right(user: Visitor, right: Right) -> QuerySet[Club]:
    """Return the clubs in which somebody's role has a right; a site owner has every right."""
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return _clubs(user)
    mine = Player.objects.active().with_role(right.roles).filter(user=user.pk)
    return _clubs(user).filter(Exists(mine.filter(club=OuterRef("pk"))))


def clubs_organised_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs somebody organises."""
    return clubs_with_right(user, RUN)


def clubs_scored_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which somebody may record hands at every table."""
    return clubs_with_right(user, SCORE)


def player_of(user: Visitor, club: Club) -> Player | None:
    """Return the player that somebody is in a club."""
    if not user.pk:
        return None
    return Player.objects.active().filter(user=user.pk, club=club).first()


def is_organiser(user: Visitor, club: Club) -> bool:
    """Say whether somebody organises a club."""
    return _has_right_in(user, club, RUN)


def is_scorer(user: Visitor, club: Club) -> bool:
    """Say whether somebody may record hands at every table of a club."""
    return _has_right_in(user, club, SCORE)


def _has_right_in(user: Visitor, club: Club, right: Right) -> bool:
    # Whoever has not signed in holds a table's code perhaps: no query is worded to find nothing.
    return user.is_authenticated and clubs_with_right(user, right).filter(pk=club.pk).exists()


def role_in(user: Visitor, club: Club) -> Role | None:
    """Return somebody's role in a club, None for who is not in it; a site owner is an owner."""
    if user.is_superuser:
        return Role.OWNER
    player = player_of(user, club)
    return Role(player.role) if player else None


def standing_of(user: User, club_id: int) -> Standing | None:
    """Return as whom somebody acts in a club's log; None for whoever does not help to run it."""
    player = Player.objects.active().filter(user=user.pk, club=club_id).first()
    if user.is_superuser:
        return Standing(player.pk if player else None, Role.OWNER)
    if player is None or not SCORE.is_held_by(player.role):
        return None
    return Standing(player.pk, player.role)


def may_manage(user: Visitor, player: Player) -> bool:
    """Say whether somebody may change a player and sign a phone in as that player.

    Owners may for everybody of their club, organisers only for those below them: else an organiser
    could enter an address or show a code that makes them an owner.
    """
    role = role_in(user, player.club)
    return OWN.is_held_by(role) or (RUN.is_held_by(role) and not RUN.is_held_by(player.role))


def roles_given_by(user: Visitor, player: Player) -> list[Role]:
    """Return the roles that somebody may give to a player, the lowest first.

    Whoever has left keeps what is left of theirs until they are back.
    """
    if player.left_at is not None:
        return [Role(player.role)] if may_manage(user, player) else []
    if OWN.is_held_by(role_in(user, player.club)):
        return list(ROLES_UPWARDS)
    if may_manage(user, player):
        return [role for role in ROLES_UPWARDS if not RUN.is_held_by(role)]
    return []


def may_sign_in_as(user: Visitor, player: Player) -> bool:
    """Say whether somebody may make a link that signs a phone in as a player.

    Who signs in by an own address needs no link; and a link must not give its maker rights that
    the maker has not, in this club or in any other, where the same person plays.
    """
    if not can_be_signed_in(player):
        return False
    if player.user is None:
        return may_manage(user, player)
    everywhere = Player.objects.filter(user=player.user).select_related("club")
    return all(may_manage(user, other) for other in everywhere)


def can_be_signed_in(player: Player) -> bool:
    """Say whether a link may sign anybody in as a player, whoever makes it."""
    person = player.user
    if player.left_at is not None:
        return False
    if person is None:
        return True
    has_more = bool(person.email) or person.is_superuser or person.is_staff
    return person.is_active and not has_more


def players_seen_by(user: Visitor) -> PlayerQuerySet:
    """Return the players a visitor may look at, with what a player's page needs."""
    return _players_with_club().filter(is_seen(user, "club__"))


def players_of_user(user: Visitor) -> PlayerQuerySet:
    """Return the players that somebody is, likewise."""
    players = _players_with_club()
    return players.filter(user=user.pk) if user.pk else players.none()


def _players_with_club() -> PlayerQuerySet:
    return Player.objects.select_related("club", "user").order_by("name", "pk")


def players_managed_by(user: Visitor) -> PlayerQuerySet:
    """Return the players that `may_manage` allows somebody to change."""
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
    """Return those who may be entered and seated, by name: everybody but the spectators."""
    return players_of_club(club).with_role(PLAY.roles)


def is_spectator(user: Visitor, club: Club) -> bool:
    """Say whether somebody belongs to a club without playing there."""
    player = player_of(user, club)
    return player is not None and not PLAY.is_held_by(player.role)


def screen_links_of(club: Club) -> QuerySet[ScreenLink]:
    """Return a club's links for screens that open something, the newest first."""
    links = ScreenLink.objects.filter(club=club, revoked_at=None).select_related("made_by")
    return links.order_by("-created_at", "-pk")


def players_found(
    players: Iterable[Player], text: str, *, by_real_name: bool = False
) -> list[Player]:
    """Keep the players whose name has every word of `text`, whatever its case and accents.

    Those who may read real names find people by them, too.
    """
    words = fold(text).split()

    def is_called_so(player: Player) -> bool:
        names = fold(f"{player.name} {player.real_name}" if by_real_name else player.name)
        return all(word in names for word in words)

    return list(filter(is_called_so, players))


def valid_invitations(club: Club, *, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations by which people can still join, newest first."""
    valid = Invitation.objects.filter(club=club, revoked_at=None, expires_at__gt=now)
    return valid.select_related("made_by").order_by("-created_at", "-pk")
