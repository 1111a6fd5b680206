"""Models of users, clubs, players, roles and links."""

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


def make_token() -> str:
    """Return a new random token of 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def check_time_zone(name: str) -> None:
    """Raise ValidationError for an unknown time zone."""
    if name not in available_timezones():
        raise ValidationError(
            _("Unknown time zone. Choose one from the list."), code="unknown_time_zone"
        )


class UserAccounts(BaseUserManager["User"]):
    """Manager of users, who need neither email address nor password."""

    def create_user(
        self, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Create a user; without email it signs in by one-time links alone."""
        user = self.model(email=email.lower() if email else None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create a site administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account; sessions with an older count of `sessions_ended` are invalid."""

    email = models.EmailField(_("email"), unique=True, null=True, blank=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[UserAccounts] = UserAccounts()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.email or str(_("Unnamed"))

    def get_full_name(self) -> str:
        """Return the name."""
        return self.name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        by_password: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        return f"{by_password}.{self.sessions_ended}" if self.sessions_ended else by_password


class Visibility(models.TextChoices):
    """Visibility of a club or competition, widest first."""

    PUBLIC = "public", _("public")
    UNLISTED = "link", _("unlisted")
    PRIVATE = "private", _("members only")


def narrower(one: str, other: str) -> Visibility:
    """Return the narrower of two visibilities; "" is wider than all."""
    order = ["", *Visibility]
    return Visibility(max(one, other, key=order.index))


class Club(models.Model):
    """An organisation; its visibility limits that of its competitions."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    is_demo = models.BooleanField(_("demo"), default=False, editable=False)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="club_visibility_is_known"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def visible_to(self) -> Visibility:
        """Return the visibility."""
        return Visibility(self.visibility)


class Role(models.TextChoices):
    """Role of a player in a club, highest first."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")
    VIEWER = "viewer", _("viewer")


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players."""

    def active(self) -> "PlayerQuerySet":
        """Return players who have not left their club."""
        return self.filter(left_at=None)

    def with_role(self, roles: Iterable[str]) -> "PlayerQuerySet":
        """Return players with one of the roles."""
        return self.filter(role__in=list(roles))


class Player(models.Model):
    """A person in a club, with or without a user; see redaction for who reads what.

    `name` may be a pseudonym. `contact_email` was entered by organisers: it signs nobody in, but
    whoever confirms it becomes this player's user.
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
    created_at = models.DateTimeField(_("created"))

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
        """Return the email address: the user's, else the one entered by organisers."""
        return (self.user.email if self.user else None) or self.contact_email

    @property
    def visible_to(self) -> Visibility:
        """Return the visibility."""
        return self.club.visible_to


class ShareLink(models.Model):
    """A link to a club's members' pages, widgets and feeds for devices without sign-in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=32, unique=True, default=make_token)
    label = models.CharField(_("purpose"), max_length=NAME_LENGTH)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("share link")
        verbose_name_plural = _("share links")

    def __str__(self) -> str:
        return self.label


class Invitation(models.Model):
    """A link by which people join a club."""

    ROLES: ClassVar = (Role.PLAYER, Role.VIEWER)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(
        max_length=10, choices=[(role.value, role.label) for role in ROLES], default=Role.PLAYER
    )
    token = models.CharField(max_length=32, unique=True, default=make_token)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
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
    """A one-time sign-in link, stored hashed; without a player for a site administrator."""

    token_hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="sign_in_links"
    )
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return str(self.player or _("site administrator"))
