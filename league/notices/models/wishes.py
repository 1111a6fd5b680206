"""What a person wants to hear of, where, and when."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, check_time_zone


class Kind(models.TextChoices):
    """What a notice is about: everybody chooses for each kind where to hear of it."""

    SEAT = "seat", _("your table is ready")
    ROUND = "round", _("a round opens, or is about to")
    DEADLINE = "deadline", _("a deadline is near")
    TURN = "turn", _("it is your move")
    CONFIRM = "confirm", _("a result waits for your word")
    DISPUTE = "dispute", _("a hand of yours is disputed")
    CORRECTION = "correction", _("a hand of yours was changed")
    STANDINGS = "standings", _("the standings after a round")
    INVITATION = "invitation", _("you are entered or invited")
    CALL = "call", _("a table needs an organiser")
    MISSED = "missed", _("a round was missed")
    REPORT = "report", _("somebody reports what was said")
    CLAIM = "claim", _("somebody says to be a player")
    CLAIMED = "claimed", _("your claim to be a player was answered")
    CHANNEL = "channel", _("one of your ways was switched off")


class Channel(models.TextChoices):
    """A way on which notices go out."""

    EMAIL = "email", _("email")
    PUSH = "push", _("device")
    CHAT = "chat", _("chat")


FOR_ORGANISERS = frozenset({Kind.CALL, Kind.MISSED, Kind.REPORT, Kind.CLAIM})
ALWAYS = frozenset({Kind.CHANNEL})
"""Nobody chooses these: they say that something is broken which only the reader can mend."""
URGENT = frozenset({Kind.SEAT, Kind.DEADLINE, Kind.TURN, Kind.CONFIRM, Kind.CALL, *ALWAYS})
"""These are worth nothing the day after, so they are not kept for a digest."""
CHOSEN = tuple(kind for kind in Kind if kind not in ALWAYS)
OF_CLUBS = (Kind.STANDINGS, Kind.ROUND, Kind.SEAT)
"""The kinds that a club's own chat can hear of."""

# Mail asks for attention, so it begins with what people rarely want to miss.
DEFAULT_EMAIL = frozenset(
    {
        Kind.DEADLINE,
        Kind.TURN,
        Kind.CORRECTION,
        Kind.STANDINGS,
        Kind.INVITATION,
        Kind.MISSED,
        Kind.REPORT,
        Kind.CLAIM,
        Kind.CLAIMED,
    }
)
DEFAULTS = {
    Channel.EMAIL: DEFAULT_EMAIL,
    Channel.PUSH: frozenset(CHOSEN) - {Kind.STANDINGS},
    Channel.CHAT: frozenset(CHOSEN),
}


class Pace(models.TextChoices):
    """How often mail comes."""

    AT_ONCE = "at_once", _("at once")
    DAILY = "daily", _("once a day, all together")
    WEEKLY = "weekly", _("once a week, all together")


def default_chosen() -> dict[str, dict[str, bool]]:
    """Return that nothing has been chosen yet."""
    return {}


HOUR = [MinValueValidator(0), MaxValueValidator(23)]


class Wishes(models.Model):
    """What one player wants. Without a row, or for a kind without a choice, the defaults hold.

    `chosen` is `{"email": {"seat": true}}`. Hours are those of the clock of `time_zone`, or of the
    club's where it is blank; `quiet_from` until `quiet_until` nothing goes out, midnight included.
    `weekday` is 0 for Monday. `mail_failures` counts refusals of the address in a row; after a few
    of them `mail_off_at` is set, and no mail goes there until it is cleared.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="wishes")
    chosen = models.JSONField(default=default_chosen, blank=True)
    pace = models.CharField(_("mail comes"), max_length=10, choices=Pace, default=Pace.AT_ONCE)
    hour = models.PositiveSmallIntegerField(_("at"), default=8, validators=HOUR)
    weekday = models.PositiveSmallIntegerField(
        _("on"), default=0, validators=[MaxValueValidator(6)]
    )
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOUR)
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, validators=[check_time_zone]
    )
    mail_failures = models.PositiveSmallIntegerField(default=0)
    mail_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("wishes")
        verbose_name_plural = _("wishes")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_begin_and_end",
            ),
            models.CheckConstraint(
                condition=Q(hour__lte=23) & Q(weekday__lte=6), name="wishes_name_an_hour_and_a_day"
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
