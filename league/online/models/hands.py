"""Hands that were dealt at an online table, and their moves."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.online.models.duplicate import DuplicateBoard
from league.online.models.tables import OnlineTable
from league.results.models import Hand


class OnlineHand(models.Model):
    """A deal, what it was made for, and how it ended.

    `number` counts the deals of this table from 1. `setup` is all that the engine needs beside the
    options to begin (`HandSetup.as_log`). `deal` is secret until the hand has ended: it holds the
    salt, and `commitment`, its digest, is shown before the hand. `record` is null until the hand
    has ended; `hand` is the hand it became at a table of a round. A deal that was never begun, as a
    correction has changed who would play with whom, is replaced. A hand of a duplicate event is
    that `board` at this table. The search has given its opinion of the first `judged_moves` moves
    of a hand that has ended, and of all that it has one of, at `judged_at`.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    setup = models.JSONField()
    deal = models.JSONField()
    commitment = models.CharField(max_length=64)
    rules_version = models.PositiveSmallIntegerField()
    record = models.JSONField(null=True, blank=True)
    hand = models.OneToOneField(
        Hand, on_delete=models.SET_NULL, null=True, blank=True, related_name="online"
    )
    board = models.ForeignKey(
        DuplicateBoard, on_delete=models.PROTECT, null=True, blank=True, related_name="hands"
    )
    judged_moves = models.PositiveIntegerField(default=0)
    judged_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("online hand")
        verbose_name_plural = _("online hands")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="online_hand_is_dealt_once"),
            models.CheckConstraint(
                condition=Q(ended_at=None, record=None)
                | Q(ended_at__isnull=False, record__isnull=False),
                name="online_hand_ends_with_a_record",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ended_at"],
                condition=Q(ended_at__isnull=False, judged_at=None),
                name="online_hand_to_judge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"

    @property
    def is_open(self) -> bool:
        """Say whether its cards may be shown: it is over, in an event at all tables."""
        is_open_elsewhere = self.board is None or self.board.opened_at is not None
        return self.record is not None and is_open_elsewhere


class Move(models.Model):
    """One move of a hand, as the engine's log tells it (games.log), never changed.

    `visible_to` are the seats that may see `action`; null: everybody. `key` was made by the phone,
    so that a move that is sent twice counts once; a bot's move has none.
    """

    hand = models.ForeignKey(OnlineHand, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=20)
    action = models.JSONField()
    visible_to = models.JSONField(null=True, blank=True)
    key = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="move_number_is_used_once"),
            models.UniqueConstraint(
                fields=["hand", "key"], condition=Q(key__isnull=False), name="move_key_is_used_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand} · {self.number}"
