"""What the site keeps about accounts, and about who is who in a club."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, Club, Player, User


class EventKind(models.TextChoices):
    """What can happen to an account."""

    SIGN_IN = "sign_in", _("signed in")
    REFUSED = "refused", _("a sign-in was refused")
    WAY_ADDED = "way_added", _("a way in was added")
    WAY_REMOVED = "way_removed", _("a way in was removed")
    EMAIL = "email", _("the email addresses were changed")
    SIGNED_OUT = "signed_out", _("signed out on other devices")
    CLAIMED = "claimed", _("became a player of a club")


class AccountEvent(models.Model):
    """Something that happened to an account, for its owner to read.

    `user` is None for a refused sign-in whose address nobody has: it is written down like the
    others, so that the answer takes as long. `network` is a shortened address. `detail` says which
    way, address or player it was about, in the words of that moment.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="account_events"
    )
    kind = models.CharField(max_length=12, choices=EventKind)
    detail = models.CharField(max_length=200, blank=True)
    browser = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("account event")
        verbose_name_plural = _("account events")
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at", "-id"], name="event_of_user"),
            models.Index(fields=["created_at"], name="event_by_age"),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class OpenSession(models.Model):
    """A browser in which somebody is signed in: the session is Django's, this says whose it is.

    `last_seen_at` is written at most once in an hour of use.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="open_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes: ClassVar = [
            models.Index(fields=["user", "-last_seen_at", "-id"], name="session_of_user"),
        ]

    def __str__(self) -> str:
        return self.browser or str(_("An unknown browser"))


class TryCount(models.Model):
    """How often something was tried of late under one limit.

    `key` is a keyed hash of what is counted: no address and no network can be read from it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("count of tries")
        verbose_name_plural = _("counts of tries")

    def __str__(self) -> str:
        return str(self.count)


class Answer(models.TextChoices):
    """What became of a claim."""

    WAITING = "waiting", _("waits for an organiser")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Claim(models.Model):
    """Somebody signed in says: that is me. An organiser answers, a refusal with words."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    words = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
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
    """A merge: who was kept, and all that undoing it takes.

    `gone` is the id of the player that is no more. `changes` are rows that were written over:
    [model, id, field, before, after]. `deleted` are whole rows as Django's serializer writes them,
    the player first: they are made again in this order.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    kept_name = models.CharField(max_length=NAME_LENGTH)
    gone = models.PositiveBigIntegerField()
    gone_name = models.CharField(max_length=NAME_LENGTH)
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
            models.Index(fields=["gone"], name="merge_by_who_is_gone"),
        ]

    def __str__(self) -> str:
        return f"{self.gone_name} → {self.kept_name}"
