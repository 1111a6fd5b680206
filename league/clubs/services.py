"""Services of clubs, players and one-time sign-in links."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import Changes, differences, log_action
from league.clubs import queries
from league.clubs.errors import ClubError
from league.clubs.models import (
    NAME_LENGTH,
    Club,
    Player,
    Role,
    SignInLink,
    User,
    Visibility,
    make_token,
)
from league.clubs.rights import PLAY
from league.core.hooks import hooks

PLAYER_LINK_LIFE = timedelta(minutes=30)


def lock_club(club_id: int, *, no_key: bool = False) -> Club:
    """Return a club, locked; with `no_key` rows may still refer to it meanwhile."""
    return Club.objects.select_for_update(no_key=no_key).get(pk=club_id)


def lock_players(players: Iterable[Player]) -> list[Player]:
    """Return players, reloaded and locked."""
    locked = Player.objects.select_for_update(no_key=True).order_by("pk")
    return list(locked.filter(pk__in=[player.pk for player in players]))


def refuse_viewers(players: Iterable[Player]) -> None:
    """Raise ClubError if one of the players is a viewer."""
    for player in lock_players(players):
        if not PLAY.is_held_by(player.role):
            raise ClubError(
                "viewer",
                _("%(name)s is a viewer in this club. Change the role to player first."),
                name=player.name,
            )


def find_blocker(player: Player) -> str:
    """Return why a player cannot become a viewer now, "" if possible."""
    return next(filter(None, (find(player) for find in hooks("ties_of_player"))), "")


def possible_slugs(name: str) -> Iterator[str]:
    """Yield slugs of a name, plainest first, endlessly."""
    stem = slugify(name)[: NAME_LENGTH - 8].strip("-") or "club"
    yield stem
    for number in count(2):
        yield f"{stem}-{number}"


@transaction.atomic
def create_club(
    *, name: str, time_zone: str, by: User, now: datetime, visibility: str = Visibility.PUBLIC
) -> Club:
    """Create a club with `by` as owner, or return the owner's club of this name."""
    User.objects.select_for_update().get(pk=by.pk)
    own = Player.objects.active().filter(user=by, role=Role.OWNER, club__name=name)
    if player := own.select_related("club").first():
        return player.club
    for slug in possible_slugs(name):
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=name, slug=slug, time_zone=time_zone, visibility=visibility, created_at=now
                )
        except IntegrityError:
            continue
        break
    Player.objects.create(
        club=club, user=by, name=str(by)[:NAME_LENGTH], role=Role.OWNER, created_at=now
    )
    log_action(club_id=club.pk, action=Action.CLUB_CREATED, about=club)
    return club


@transaction.atomic
def edit_club(*, club_id: int, name: str, time_zone: str, visibility: str) -> Club:
    """Change a club's name, time zone and visibility."""
    club = lock_club(club_id)
    values = {"name": name, "time_zone": time_zone, "visibility": visibility}
    if changes := differences(club, values):
        log_action(club_id=club_id, action=Action.CLUB_CHANGED, about=club, changes=changes)
    _save(club, values)
    return club


@transaction.atomic
def add_players(
    *,
    club: Club,
    names: Sequence[str],
    now: datetime,
    emails: Sequence[str] = (),
    seen: int | None = None,
) -> list[Player]:
    """Return the players added to a club; a name added after the player `seen` is not repeated."""
    lock_club(club.pk)
    newer = Player.objects.filter(club=club, pk__gt=seen) if seen is not None else ()
    already = Counter(player.name for player in newer)
    players = []
    for name, email in zip(names, emails or [""] * len(names), strict=True):
        if already[name]:
            already[name] -= 1
            continue
        players.append(Player(club=club, name=name, contact_email=email.lower(), created_at=now))
    added = Player.objects.bulk_create(players)
    if len(added) == 1:
        log_action(club_id=club.pk, action=Action.PLAYER_ADDED, about=added[0])
    elif added:
        changes: Changes = {"players": ([], [player.pk for player in added])}
        log_action(club_id=club.pk, action=Action.PLAYERS_ADDED, about=club, changes=changes)
    return added


@transaction.atomic
def edit_player(
    *, player_id: int, name: str, real_name: str, contact_email: str, role: str, by: User
) -> Player:
    """Change a player's names, address and role; raise ClubError as `set_role`."""
    player = set_role(player_id=player_id, role=role, by=by)
    values = {"name": name, "real_name": real_name, "contact_email": contact_email.lower()}
    if differences(player, values):
        log_action(club_id=player.club_id, action=Action.PLAYER_CHANGED, about=player)
    _save(player, values)
    return player


def _save(row: Model, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=values)


@transaction.atomic
def set_preferences(*, player_id: int, name: str, real_name: str) -> Player:
    """Change a player's names, and the user's name."""
    player = Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=player_id)
    _save(player, {"name": name, "real_name": real_name})
    if player.user:
        _save(player.user, {"name": name})
    return player


@transaction.atomic
def choose_language(*, user_id: int, language: str) -> None:
    """Store a user's language, "" for the site's."""
    User.objects.filter(pk=user_id).update(language=language)


def check_owner_remains(player: Player) -> None:
    """Raise last_owner when a locked club has no other owner."""
    others = Player.objects.active().filter(club=player.club_id, role=Role.OWNER)
    if player.role == Role.OWNER and not others.exclude(pk=player.pk).exists():
        raise ClubError("last_owner", name=player.name)


@transaction.atomic
def set_role(*, player_id: int, role: str, by: User) -> Player:
    """Change a player's role; raise ClubError."""
    player = Player.objects.select_related("club").get(pk=player_id)
    lock_club(player.club_id)
    lock_players([player])
    player.refresh_from_db(fields=["role", "left_at"])
    if role == player.role:
        return player
    if player.left_at is not None:
        raise ClubError(
            "role",
            _("%(name)s has left the club. Restore %(name)s to the club first."),
            name=player.name,
        )
    if role not in queries.roles_given_by(by, player):
        raise ClubError("role", _("Only an owner of the club can appoint or remove organisers."))
    check_owner_remains(player)
    if not PLAY.is_held_by(role) and (tie := find_blocker(player)):
        raise ClubError("viewer", tie)
    changes = differences(player, {"role": role})
    log_action(club_id=player.club_id, action=Action.PLAYER_CHANGED, about=player, changes=changes)
    player.role = role
    player.save(update_fields=["role"])
    return player


def hash_token(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_owner_link(*, now: datetime) -> str:
    """Return the token of a new one-time link that makes a site administrator."""
    token = make_token()
    SignInLink.objects.create(
        token_hash=hash_token(token), created_at=now, expires_at=now + timedelta(hours=24)
    )
    return token


@transaction.atomic
def make_player_link(*, player: Player, by: User, now: datetime) -> str:
    """Return the token of a new one-time link of a player; earlier ones expire; ClubError."""
    if not queries.may_sign_in_as(by, player):
        raise ClubError("link_refused", name=player.name)
    valid = SignInLink.objects.filter(player=player, used_at=None, expires_at__gt=now)
    valid.update(expires_at=now)
    token = make_token()
    SignInLink.objects.create(
        token_hash=hash_token(token),
        player=player,
        created_by=queries.player_of(by, player.club),
        created_at=now,
        expires_at=now + PLAYER_LINK_LIFE,
    )
    log_action(club_id=player.club_id, action=Action.SIGN_IN_CODE_SHOWN, about=player)
    return token


def find_link(*, token: str, now: datetime) -> SignInLink:
    """Return the valid link of a token; raise ClubError."""
    links = SignInLink.objects.select_related("player__club", "player__user", "created_by__user")
    link = links.filter(token_hash=hash_token(token)).first()
    if link is None:
        raise ClubError(
            "link_unknown",
            _("This sign-in link is not valid. Check that the whole link was copied."),
        )
    if link.used_at:
        raise ClubError(
            "link",
            _("This sign-in link was already used. Each link works once; ask for a new one."),
        )
    if link.expires_at <= now:
        raise ClubError("link", _("This sign-in link has expired. Ask for a new one."))
    if link.player and not _may_still_sign_in(link.player, link.created_by):
        raise ClubError(
            "link", _("This sign-in link is no longer valid. Ask an organiser for a new one.")
        )
    return link


def _may_still_sign_in(player: Player, maker: Player | None) -> bool:
    """Say whether a player's link is still valid: rights change after its creation."""
    if maker is None:
        return queries.can_be_signed_in(player)
    return maker.user is not None and queries.may_sign_in_as(maker.user, player)


def use_link(*, token: str, now: datetime) -> SignInLink:
    """Mark a link as used and return it; raise ClubError."""
    link = find_link(token=token, now=now)
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise ClubError(
            "link",
            _("This sign-in link was already used. Each link works once; ask for a new one."),
        )
    return link


@transaction.atomic
def sign_in_as_owner(
    *, token: str, visitor: User | None, owner_id: int | None, name: str, email: str, now: datetime
) -> User:
    """Use an owner link; return the visitor, chosen or new administrator; ClubError."""
    if use_link(token=token, now=now).player_id is not None:
        raise ClubError("link_unknown", _("This link is for a player."))
    if visitor is None and owner_id is not None:
        return queries.site_owners().get(pk=owner_id)
    if visitor is None and email and User.objects.filter(email__iexact=email).exists():
        raise ClubError("email_taken")
    user = visitor or User.objects.create_user(email or None, name=name)
    user.is_superuser = user.is_staff = True
    user.save(update_fields=["is_superuser", "is_staff"])
    return user


@transaction.atomic
def sign_in_as_player(*, token: str, now: datetime) -> User:
    """Use a player's link; return its user, created if missing; ClubError."""
    link = use_link(token=token, now=now)
    if link.player is None:
        raise ClubError("link_unknown", _("This link is for the site administrator."))
    player = Player.objects.select_for_update(of=("self",)).get(pk=link.player.pk)
    return player.user or make_user_of(player)


def make_user_of(player: Player) -> User:
    """Create a user without address for a player."""
    player.user = User.objects.create_user(name=player.name)
    player.save(update_fields=["user"])
    return player.user
