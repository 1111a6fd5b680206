"""People and clubs: who may sign in, who plays where, in which role."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80
LANGUAGE_LENGTH = 10


def make_token() -> str:
    """Return a new unguessable token for an address: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def check_time_zone(name: str) -> None:
    """Refuse a name that the time zone database does not have."""
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone of this name."), code="unknown_time_zone")


class UserAccounts(BaseUserManager["User"]):
    """Make users; sign-in is by code, so a password is only for those who want one."""

    def create_user(
        self, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Make a user; one without email can only sign in by a one-time link."""
        user = self.model(email=email.lower() if email else None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Make an owner of the whole site."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can sign in. A site owner is a superuser; other rights are a Player's role.

    `language` is that of their pages and of what is sent to them; blank: the site's first.
    `sessions_ended` counts how often they have signed out everywhere: a session of an earlier count
    signs nobody in.
    """

    email = models.EmailField(_("email"), unique=True, null=True, blank=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    language = models.CharField(_("language"), max_length=LANGUAGE_LENGTH, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[UserAccounts] = UserAccounts()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.email or str(_("Somebody without a name"))

    def get_full_name(self) -> str:
        """Return the name, which the admin and mails use."""
        return self.name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return what a session has to hold, by the password and the count of ended sessions."""
        by_password: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        return f"{by_password}.{self.sessions_ended}" if self.sessions_ended else by_password


class Visibility(models.TextChoices):
    """Who may look at a club or a competition, the most open first."""

    PUBLIC = "public", _("everybody")
    LINK = "link", _("whoever has the address")
    PRIVATE = "private", _("members of the club")


def narrower(one: str, other: str) -> Visibility:
    """Return which of two shows less; the empty one says nothing."""
    order = ["", *Visibility]
    return Visibility(max(one, other, key=order.index))


class Club(models.Model):
    """An organisation with players and organisers; everything belongs to one club.

    `visibility` bounds that of all its competitions: none is open wider than its club.
    """

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    visibility = models.CharField(
        _("who may look"), max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    is_demo = models.BooleanField(_("demonstration"), default=False, editable=False)
    created_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="club_visibility_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_to(self) -> Visibility:
        """Return who may look."""
        return Visibility(self.visibility)


class Role(models.TextChoices):
    """What a player may do in a club, each with the rights of those below it."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")


class PlayerQuerySet(models.QuerySet["Player"]):
    """Filter players."""

    def active(self) -> "PlayerQuerySet":
        """Keep those who have not left their club."""
        return self.filter(left_at=None)

    def with_role(self, roles: Iterable[str]) -> "PlayerQuerySet":
        """Keep those who have one of the roles."""
        return self.filter(role__in=list(roles))


class Player(models.Model):
    """A person in a club, with or without a sign-in.

    `name` is what everybody reads, a pseudonym if one is wanted; `real_name`, empty where it is the
    same, is for the player and those who organise the club. What else is for whom: see redaction.
    `contact_email` is an address that somebody else wrote down. Nobody is signed in by it: who
    proves to own it (by the code that sign-in sends there) becomes this player's user.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    real_name = models.CharField(_("real name"), max_length=NAME_LENGTH, blank=True)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYER)
    contact_email = models.EmailField(_("email"), blank=True)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    created_at = models.DateTimeField(_("made"))

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False),
                name="one_player_per_user_and_club",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="player_role_is_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "name"]),
            models.Index(
                fields=["contact_email"],
                condition=Q(user=None) & ~Q(contact_email=""),
                name="player_to_link",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """Return where mail for this player goes: the user's own address before a noted one."""
        return (self.user.email if self.user else None) or self.contact_email

    @property
    def shown_to(self) -> Visibility:
        """Return who may look."""
        return self.club.shown_to


class ScreenLink(models.Model):
    """What opens a club's screens, widgets and feeds where nobody can sign in, until revoked."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="screen_links")
    token = models.CharField(max_length=32, unique=True, default=make_token)
    label = models.CharField(_("what for"), max_length=NAME_LENGTH)
    made_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link for screens")
        verbose_name_plural = _("links for screens")

    def __str__(self) -> str:
        return self.label


class Invitation(models.Model):
    """A link, shown as a QR code too, by which people come into a club, in one of two roles."""

    ROLES: ClassVar = (Role.PLAYER, Role.SPECTATOR)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(
        max_length=10,
        choices=[(role.value, role.label) for role in ROLES],
        default=Role.PLAYER,
    )
    token = models.CharField(max_length=32, unique=True, default=make_token)
    made_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return str(self.club)

    def is_valid(self, now: datetime) -> bool:
        """Say whether people can join by it."""
        return self.revoked_at is None and now < self.expires_at


class SignInLink(models.Model):
    """A link that signs in once: the first owner of a site, or a player without email.

    Only the token's SHA-256 is kept, so that reading the database signs nobody in.
    `player` is None for a link that makes its visitor an owner of the site.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="sign_in_links"
    )
    made_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return str(self.player or _("owner of the site"))
