"""Models of accounts, player claims and merges."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, User


class SecurityEventKind(models.TextChoices):
    """Kinds of security events."""

    SIGN_IN = "sign_in", _("signed in")
    REFUSED = "refused", _("sign-in failed")
    METHOD_ADDED = "method_added", _("sign-in method added")
    METHOD_REMOVED = "method_removed", _("sign-in method removed")
    EMAIL = "email", _("email addresses changed")
    SIGNED_OUT = "signed_out", _("signed out on other devices")
    CLAIMED = "claimed", _("linked to a player")


class SecurityEvent(models.Model):
    """An entry of an account's security log; `user` is None for an unknown address."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="security_events"
    )
    kind = models.CharField(max_length=20, choices=SecurityEventKind)
    detail = models.CharField(max_length=200, blank=True)
    browser = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at", "-id"], name="security_event_of_user"),
            models.Index(fields=["created_at"], name="security_event_by_age"),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class UserSession(models.Model):
    """A browser that is signed in, by the key of its Django session."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="user_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes: ClassVar = [
            models.Index(fields=["user", "-last_seen_at", "-id"], name="session_of_user")
        ]

    def __str__(self) -> str:
        return self.browser or str(_("Unknown browser"))


class AttemptCount(models.Model):
    """Recent tries under one limit; `key` is a keyed hash of what is counted."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("attempt counter")
        verbose_name_plural = _("attempt counters")

    def __str__(self) -> str:
        return str(self.count)


class Answer(models.TextChoices):
    """States of a claim."""

    WAITING = "waiting", _("pending")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class PlayerClaim(models.Model):
    """A user's claim to be a player, which an organiser approves or refuses."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("player claim")
        verbose_name_plural = _("player claims")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "user"],
                condition=Q(answer="waiting"),
                name="one_waiting_claim_per_player_and_user",
            ),
            models.CheckConstraint(
                condition=Q(answer__in=Answer.values), name="answer_of_claim_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.player}"


class Merge(models.Model):
    """A merge; `changes` are [model, id, field, before, after], `deleted` serialised rows."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    target = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    target_name = models.CharField(max_length=NAME_LENGTH)
    source = models.PositiveBigIntegerField()
    source_name = models.CharField(max_length=NAME_LENGTH)
    changes = models.JSONField()
    deleted = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="merge_of_club"),
            models.Index(fields=["source"], name="merge_by_source"),
        ]

    def __str__(self) -> str:
        return f"{self.source_name} → {self.target_name}"
