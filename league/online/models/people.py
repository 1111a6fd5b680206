"""Who came to an online table and went, and who watches there."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, User
from league.online.models.tables import MARK_LENGTH, OnlineTable


class Doing(models.TextChoices):
    """What happened to a table or a seat of it besides moves."""

    REPLACED_BY_BOT = "bot", _("a bot took %(name)s’s seat")
    OPENED = "opened", _("%(name)s’s seat is open for whoever has the link")
    PLANNED = "planned", _("%(by)s gives %(name)s’s seat to somebody else after this hand")
    KEPT = "kept", _("%(name)s keeps the seat after all")
    TOOK = "took", _("%(by)s sat down for %(name)s")
    GIVEN_BACK = "given_back", _("%(name)s has the seat again")
    SUBSTITUTED = "substituted", _("%(by)s plays for %(name)s from now on")
    LEFT = "left", _("%(name)s left the table")
    LATE = "late", _("%(name)s’s time ran out: a bot plays until they are back")
    LATE_ONCE = "late_once", _("%(name)s’s time ran out: a bot makes this move")
    FORFEITED = "forfeited", _("%(name)s’s time ran out: the table is worth nothing to them")
    ADJOURNED = "adjourned", _("all agreed to adjourn")
    ADJOURNED_BY = "adjourned_by", _("%(by)s adjourned the table")
    RESUMED = "resumed", _("all agreed to go on")
    RESUMED_BY = "resumed_by", _("%(by)s let the table go on")
    NOT_COUNTED = (
        "not_counted",
        _("the hand does not count: the one before it was made void meanwhile"),
    )
    QUIET = "quiet", _("nothing happened here for days: the table is over")
    SHARE_MISSING = (
        "share_missing",
        _(
            "%(name)s’s browser did not open its number in time: "
            "the cards are shuffled again without it"
        ),
    )
    HOST = "host", _("%(name)s looks after the table now")


class Happening(models.Model):
    """Something that happened at a table besides moves, never changed.

    `name` is who it is about, `by` who did it where that was somebody else. It came after `moves`
    moves of hand `hand`.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="happenings")
    doing = models.CharField(max_length=20, choices=Doing)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    hand = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("story of an online table")
        verbose_name_plural = _("stories of online tables")

    def __str__(self) -> str:
        return f"{self.table} · {self.doing}"


class Watcher(models.Model):
    """Somebody who looks at a table and has no seat there, as of `seen_at`.

    `mark` tells browsers apart and says nothing of who it is. The others read the name of a `user`
    who wants it so (`is_named`); anybody else is one more in a number.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="watchers")
    mark = models.CharField(max_length=40)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    is_named = models.BooleanField(default=False)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("watcher")
        verbose_name_plural = _("watchers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "mark"], name="watcher_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.mark}"


class Visitor(models.Model):
    """A browser without an account that has taken a seat at a table of no round.

    `mark` is the `guest` of its seats, `session_key` what it is told apart by, and `network` the
    mark of where it came from. It is here for such sessions to be counted and tidied.
    """

    mark = models.CharField(max_length=32, unique=True)
    session_key = models.CharField(max_length=40, blank=True)
    network = models.CharField(max_length=MARK_LENGTH, blank=True, db_index=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("visitor without an account")
        verbose_name_plural = _("visitors without an account")

    def __str__(self) -> str:
        return self.mark
