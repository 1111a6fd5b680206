"""Events, spectators, visitors and chat of online tables."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, User
from league.online.models.tables import MARK_LENGTH, OnlineTable


class TableEventType(models.TextChoices):
    """What happened to a table or a seat of it besides moves."""

    REPLACED_BY_BOT = "bot", _("a bot replaced %(name)s")
    OPENED = "opened", _("%(name)s’s seat is open to anyone with the link")
    PLANNED = "planned", _("%(by)s replaces %(name)s after this hand")
    KEPT = "kept", _("the replacement of %(name)s was cancelled")
    TOOK = "took", _("%(by)s took the seat of %(name)s")
    GIVEN_BACK = "given_back", _("%(name)s is back in the seat")
    SUBSTITUTED = "substituted", _("%(by)s plays for %(name)s from now on")
    LEFT = "left", _("%(name)s left the table")
    LATE = "late", _("%(name)s’s time ran out: a bot plays until they return")
    LATE_ONCE = "late_once", _("%(name)s’s time ran out: a bot makes this move")
    FORFEITED = "forfeited", _("%(name)s’s time ran out: no points for this table")
    ADJOURNED = "adjourned", _("all players agreed to adjourn")
    ADJOURNED_BY = "adjourned_by", _("%(by)s adjourned the table")
    RESUMED = "resumed", _("all players agreed to resume")
    RESUMED_BY = "resumed_by", _("%(by)s resumed the table")
    NOT_COUNTED = (
        "not_counted",
        _("the hand does not count: the previous hand was voided meanwhile"),
    )
    QUIET = "quiet", _("the table was closed after days without activity")
    SHARE_MISSING = (
        "share_missing",
        _(
            "%(name)s’s browser did not reveal its number in time: the cards are shuffled "
            "again without it"
        ),
    )
    HOST = "host", _("%(name)s is the new host")
    BOT_FOR = "bot_for", _("%(by)s let a bot play for %(name)s until they return")
    UNDONE = "undone", _("%(name)s took back a move")
    UNDONE_UNRATED = (
        "undone_unrated",
        _("%(name)s took back a move that bots had answered: the match is not rated"),
    )


class TableEvent(models.Model):
    """An event at a table besides moves, after `moves` moves of hand `hand`; never changed.

    `name` is who it is about, `by` who did it where that was somebody else.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="log_entries")
    type = models.CharField(max_length=20, choices=TableEventType)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    hand = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("event at an online table")
        verbose_name_plural = _("events at online tables")

    def __str__(self) -> str:
        return f"{self.table} · {self.type}"


class Spectator(models.Model):
    """Somebody who watches a table without a seat, last seen at `seen_at`.

    `mark` tells browsers apart without identifying them; only the name of a `user` who `is_named`
    is shown to the others.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="spectators")
    mark = models.CharField(max_length=40)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    is_named = models.BooleanField(default=False)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("spectator")
        verbose_name_plural = _("spectators")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "mark"], name="spectator_counts_once")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.mark}"


class Visitor(models.Model):
    """A browser without an account with a seat at a table of no round, to be counted and tidied.

    `mark` is the `guest` of its seats, `network` the mark of where it came from.
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


LONGEST_TEXT = 200
CODE_LENGTH = 20


class ChatMessage(models.Model):
    """A chat message of a seat: the code of a ready phrase, or a text exactly as typed.

    `name` is the sender's: somebody else may have the seat later. `key` was made by the page, so
    that a message sent twice is stored once. Hidden messages are on no screen.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="chat_messages")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    code = models.CharField(max_length=CODE_LENGTH, blank=True)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    key = models.UUIDField()
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "key"], name="message_key_is_used_once"),
            models.CheckConstraint(
                condition=(Q(code="") & ~Q(text="")) | (~Q(code="") & Q(text="")),
                name="message_is_a_phrase_or_a_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.text or self.code}"


class Report(models.Model):
    """A report of a message by a seat; `name` is who sat there."""

    message = models.ForeignKey(ChatMessage, on_delete=models.CASCADE, related_name="reports")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reported message")
        verbose_name_plural = _("reported messages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "seat"], name="seat_reports_a_message_once")
        ]

    def __str__(self) -> str:
        return f"{self.message} · {self.name}"
