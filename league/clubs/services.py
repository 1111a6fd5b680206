"""Write clubs, their players, and the links that sign somebody in once."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.audit.services import Changes, differences, note
from league.audit.verbs import Verb
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
from league.clubs.queries import (
    can_be_signed_in,
    may_sign_in_as,
    player_of,
    roles_given_by,
    site_owners,
)
from league.clubs.rights import PLAY
from league.clubs.ties import find_tie

OWNER_LINK_LIFE = timedelta(hours=24)
PLAYER_LINK_LIFE = timedelta(minutes=30)


def lock_club(club_id: int, *, no_key: bool = False) -> Club:
    """Return a club, locked: what is decided by looking at its players takes this first.

    With `no_key` rows that refer to the club may be written meanwhile: for what goes on to lock
    tables, at each of which somebody may be writing a notice of the club.
    """
    return Club.objects.select_for_update(no_key=no_key).get(pk=club_id)


def _note_added(club: Club, players: Sequence[Player]) -> None:
    """Note that players were added: one by itself, several in one line."""
    if len(players) == 1:
        note(club_id=club.pk, verb=Verb.PLAYER_ADDED, about=players[0])
        return
    changes: Changes = {"players": ([], [player.pk for player in players])}
    note(club_id=club.pk, verb=Verb.PLAYERS_ADDED, about=club, changes=changes)


def lock_players(players: Iterable[Player]) -> list[Player]:
    """Return players as they are now, locked: what is decided by their role takes this first."""
    locked = Player.objects.select_for_update(no_key=True).order_by("pk")
    return list(locked.filter(pk__in=[player.pk for player in players]))


def refuse_spectators(players: Iterable[Player]) -> None:
    """Raise ClubError if one of these, who are to play, is a spectator."""
    for player in lock_players(players):
        if not PLAY.is_held_by(player.role):
            raise ClubError(
                "spectator",
                _("%(name)s is a spectator of the club. Make a player of them to let them play."),
                name=player.name,
            )


def possible_slugs(name: str) -> Iterator[str]:
    """Yield addresses for a club of this name, the plainest first, without an end.

    A name without a Latin letter has no plain one: such clubs are club, club-2, club-3.
    """
    stem = slugify(name)[: NAME_LENGTH - 8].strip("-") or "club"
    yield stem
    for number in count(2):
        yield f"{stem}-{number}"


@transaction.atomic
def create_club(
    *, name: str, time_zone: str, by: User, now: datetime, visibility: str = Visibility.PUBLIC
) -> Club:
    """Make a club and its first owner; return the one of this name that `by` owns already."""
    User.objects.select_for_update().get(pk=by.pk)
    own = Player.objects.active().filter(user=by, role=Role.OWNER, club__name=name)
    if player := own.select_related("club").first():
        return player.club
    for slug in possible_slugs(name):
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=name,
                    slug=slug,
                    time_zone=time_zone,
                    visibility=visibility,
                    created_at=now,
                )
        except IntegrityError:
            continue
        break
    Player.objects.create(
        club=club, user=by, name=str(by)[:NAME_LENGTH], role=Role.OWNER, created_at=now
    )
    note(club_id=club.pk, verb=Verb.CLUB_MADE, about=club)
    return club


@transaction.atomic
def edit_club(*, club_id: int, name: str, time_zone: str, visibility: str) -> Club:
    """Change a club's name, clock, and who may look; its address stays, as people have it."""
    club = lock_club(club_id)
    wanted = {"name": name, "time_zone": time_zone, "visibility": visibility}
    if changes := differences(club, wanted):
        note(club_id=club_id, verb=Verb.CLUB_CHANGED, about=club, changes=changes)
    club.name, club.time_zone, club.visibility = name, time_zone, visibility
    club.save(update_fields=["name", "time_zone", "visibility"])
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
    """Add players to a club and return those that were added.

    `emails[i]` belongs to `names[i]`; without any, nobody has one. `seen` is the newest player
    that was known when the names were chosen: a name added since then is not added again, which is
    how a form that is sent twice adds nobody twice.
    """
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
    if added:
        _note_added(club, added)
    return added


@transaction.atomic
def edit_player(
    *, player_id: int, name: str, real_name: str, contact_email: str, role: str, by: User
) -> Player:
    """Change what a club has noted about a player; raise what `set_role` raises."""
    player = set_role(player_id=player_id, role=role, by=by)
    noted = {"name": name, "real_name": real_name, "contact_email": contact_email.lower()}
    if differences(player, noted):
        note(club_id=player.club_id, verb=Verb.PLAYER_CHANGED, about=player)
    player.name, player.contact_email = name, contact_email.lower()
    player.real_name = real_name
    player.save(update_fields=["name", "real_name", "contact_email"])
    return player


@transaction.atomic
def set_preferences(*, player_id: int, name: str, real_name: str) -> Player:
    """Change what players decide about themselves; a name is the person's in all menus too."""
    player = Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=player_id)
    player.name, player.real_name = name, real_name
    player.save(update_fields=["name", "real_name"])
    if player.user:
        player.user.name = name
        player.user.save(update_fields=["name"])
    return player


@transaction.atomic
def choose_language(*, user_id: int, language: str) -> None:
    """Let all that somebody reads be in a language of the site; blank: in its first."""
    User.objects.filter(pk=user_id).update(language=language)


def check_owner_remains(player: Player) -> None:
    """Raise last_owner when a club, locked by the caller, has no owner but this player."""
    others = Player.objects.active().filter(club=player.club_id, role=Role.OWNER)
    if player.role == Role.OWNER and not others.exclude(pk=player.pk).exists():
        raise ClubError("last_owner", name=player.name)


@transaction.atomic
def set_role(*, player_id: int, role: str, by: User) -> Player:
    """Give a player a role; raise ClubError for one that `by` may not give, or the last owner.

    Whoever has left gets no other: that is role, too. Whoever takes part somewhere does not
    become a spectator by the way: spectator says where.
    """
    player = Player.objects.select_related("club").get(pk=player_id)
    lock_club(player.club_id)
    lock_players([player])
    player.refresh_from_db(fields=["role", "left_at"])
    if role == player.role:
        return player
    if player.left_at is not None:
        raise ClubError(
            "role",
            _("%(name)s has left the club. Put %(name)s back on the lists first."),
            name=player.name,
        )
    if role not in roles_given_by(by, player):
        raise ClubError("role", _("Only an owner of the club makes and unmakes organisers."))
    check_owner_remains(player)
    if not PLAY.is_held_by(role) and (tie := find_tie(player)):
        raise ClubError("spectator", tie)
    changes = differences(player, {"role": role})
    note(club_id=player.club_id, verb=Verb.PLAYER_CHANGED, about=player, changes=changes)
    player.role = role
    player.save(update_fields=["role"])
    return player


def hash_token(token: str) -> str:
    """Return what is stored of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_owner_link(*, now: datetime) -> str:
    """Return the token of a new link that makes its visitor an owner of the site, once.

    It is made where somebody has the machine at hand, so it works on a site that has owners too:
    for the host who lost the way in. Links made before go on working until they expire.
    """
    token = make_token()
    SignInLink.objects.create(
        token_hash=hash_token(token), created_at=now, expires_at=now + OWNER_LINK_LIFE
    )
    return token


@transaction.atomic
def make_player_link(*, player: Player, by: User, now: datetime) -> str:
    """Return the token of a new link that signs a phone in as a player, once.

    Earlier links of the player stop working. Raise link_refused for a player who signs in
    with an address, or whose sign-in has rights that `by` has not.
    """
    if not may_sign_in_as(by, player):
        raise ClubError("link_refused", name=player.name)
    SignInLink.objects.filter(player=player, used_at=None, expires_at__gt=now).update(
        expires_at=now
    )
    token = make_token()
    SignInLink.objects.create(
        token_hash=hash_token(token),
        player=player,
        made_by=player_of(by, player.club),
        created_at=now,
        expires_at=now + PLAYER_LINK_LIFE,
    )
    note(club_id=player.club_id, verb=Verb.PLAYER_LINK, about=player)
    return token


def find_link(*, token: str, now: datetime) -> SignInLink:
    """Return the link of a token, if it can be used now; raise ClubError with the reason."""
    links = SignInLink.objects.select_related("player__club", "player__user", "made_by__user")
    link = links.filter(token_hash=hash_token(token)).first()
    if link is None:
        raise ClubError("link_unknown", _("There is no such sign-in link. Was all of it copied?"))
    if link.used_at:
        raise ClubError("link", _("This sign-in link has been used. Each one works once."))
    if link.expires_at <= now:
        raise ClubError("link", _("This sign-in link has expired."))
    if link.player and not _may_still_sign_in(link.player, link.made_by):
        raise ClubError(
            "link", _("This sign-in link is no longer valid. Ask an organiser for a new one.")
        )
    return link


def _may_still_sign_in(player: Player, maker: Player | None) -> bool:
    """Say whether a link may still be used: much can happen between its making and its use.

    Its maker may have lost the rights that it took, and the player may have got more of them, or an
    address. An owner of the site who is in no club has made one without a name, with every right.
    """
    if maker is None:
        return can_be_signed_in(player)
    return maker.user is not None and may_sign_in_as(maker.user, player)


def use_link(*, token: str, now: datetime) -> SignInLink:
    """Mark a link as used and return it; raise ClubError, also when somebody was faster."""
    link = find_link(token=token, now=now)
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise ClubError("link", _("This sign-in link has been used. Each one works once."))
    return link


@transaction.atomic
def enter_as_owner(
    *, token: str, visitor: User | None, owner_id: int | None, name: str, email: str, now: datetime
) -> User:
    """Use an owner link and return who is signed in by it.

    That is the visitor when signed in, else the owner chosen, else a new user, all owners of the
    site from now on. Raise ClubError.
    """
    if use_link(token=token, now=now).player_id is not None:
        raise ClubError("link_unknown", _("This link is for a player."))
    if visitor is None and owner_id is not None:
        return site_owners().get(pk=owner_id)
    if visitor is None and email and User.objects.filter(email__iexact=email).exists():
        raise ClubError("email_taken")
    user = visitor or User.objects.create_user(email or None, name=name)
    user.is_superuser = user.is_staff = True
    user.save(update_fields=["is_superuser", "is_staff"])
    return user


@transaction.atomic
def enter_as_player(*, token: str, now: datetime) -> User:
    """Use a player's link and return the player's user, made now if there was none."""
    link = use_link(token=token, now=now)
    if link.player is None:
        raise ClubError("link_unknown", _("This link is for the owner of the site."))
    player = Player.objects.select_for_update(of=("self",)).get(pk=link.player.pk)
    return player.user or make_user_of(player)


def make_user_of(player: Player) -> User:
    """Give a player a sign-in without an address, which links and invitations make."""
    player.user = User.objects.create_user(name=player.name)
    player.save(update_fields=["user"])
    return player.user
