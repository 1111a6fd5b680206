"""What notifications are about, on which channels, and what a player wants of them."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, check_time_zone


class NotificationKind(models.TextChoices):
    """What a notification is about."""

    SEAT = "seat", _("your table is ready")
    ROUND = "round", _("a round opens, now or soon")
    DEADLINE = "deadline", _("a deadline is approaching")
    TURN = "turn", _("it is your turn")
    CONFIRM = "confirm", _("a result needs your confirmation")
    DISPUTE = "dispute", _("one of your hands is disputed")
    CORRECTION = "correction", _("one of your hands was changed")
    STANDINGS = "standings", _("standings after a round")
    INVITATION = "invitation", _("you are entered or invited")
    CALL = "call", _("a table calls the organiser")
    MISSED = "missed", _("a player missed a round")
    REPORT = "report", _("a chat message was reported")
    CLAIM = "claim", _("a player was claimed")
    CLAIMED = "claimed", _("your player claim was decided")
    CHANNEL = "channel", _("a notification channel was disabled")
    ANNOUNCEMENT = "announced", _("an organiser writes to all")


class Channel(models.TextChoices):
    """A channel of notifications."""

    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    CHAT = "chat", _("chat app")


_Kind = NotificationKind
FOR_ORGANISERS = frozenset({_Kind.CALL, _Kind.MISSED, _Kind.REPORT, _Kind.CLAIM})
ALWAYS = frozenset({_Kind.CHANNEL})  # cannot be switched off
# Not for a digest: useless the day after.
URGENT = ALWAYS | {_Kind.SEAT, _Kind.DEADLINE, _Kind.TURN, _Kind.CONFIRM, _Kind.CALL}
CHOSEN = tuple(kind for kind in _Kind if kind not in ALWAYS)
OF_CLUBS = (_Kind.ANNOUNCEMENT, _Kind.STANDINGS, _Kind.ROUND, _Kind.SEAT)  # for a club's own chats
DEFAULTS = {
    Channel.EMAIL: frozenset(CHOSEN)
    - {_Kind.SEAT, _Kind.ROUND, _Kind.CONFIRM, _Kind.DISPUTE, _Kind.CALL},
    Channel.PUSH: frozenset(CHOSEN) - {_Kind.STANDINGS},
    Channel.CHAT: frozenset(CHOSEN),
}


class DigestFrequency(models.TextChoices):
    """How often mail is sent."""

    AT_ONCE = "at_once", _("immediately")
    DAILY = "daily", _("once a day, as a digest")
    WEEKLY = "weekly", _("once a week, as a digest")


HOUR = [MinValueValidator(0), MaxValueValidator(23)]


class NotificationSettings(models.Model):
    """A player's settings; `chosen` is {channel: {kind: bool}}, 0 is Monday."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="notification_settings"
    )
    chosen = models.JSONField(default=dict, blank=True)
    frequency = models.CharField(
        _("email frequency"),
        max_length=10,
        choices=DigestFrequency,
        default=DigestFrequency.AT_ONCE,
    )
    hour = models.PositiveSmallIntegerField(_("time"), default=8, validators=HOUR)
    weekday = models.PositiveSmallIntegerField(
        _("weekday"), default=0, validators=[MaxValueValidator(6)]
    )
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, validators=[check_time_zone]
    )
    mail_failures = models.PositiveSmallIntegerField(default=0)
    mail_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_begin_and_end",
            ),
            models.CheckConstraint(
                condition=Q(hour__lte=23) & Q(weekday__lte=6), name="digest_has_an_hour_and_a_day"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def wants(self, kind: str, channel: str) -> bool:
        """Say whether a kind is wanted on a channel."""
        if kind in ALWAYS:
            return True
        default = kind in DEFAULTS[Channel(channel)]
        return bool(self.chosen.get(channel, {}).get(kind, default))
