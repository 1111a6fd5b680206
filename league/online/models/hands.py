"""Hands of an online table: deals, moves, their analysis, and shuffles."""

from datetime import datetime, timedelta
from operator import attrgetter
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.shuffle import Attempt, Place, Share
from league.online.models.duplicate import DuplicateDeal
from league.online.models.tables import OnlineTable
from league.results.models import Hand


class OnlineHand(models.Model):
    """A deal, what it was made for, and how it ended.

    `number` counts the deals of this table. `setup` and the options begin it. `deal` and its salt
    are secret until the end; `commitment` is their digest, shown before. `record` is null until the
    end, `hand` what it became at a table of a round, `duplicate_deal` the deal of a duplicate
    event. The first `analysed_moves` moves are judged, all of them since `analysed_at`.
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
    duplicate_deal = models.ForeignKey(
        DuplicateDeal, on_delete=models.PROTECT, null=True, blank=True, related_name="hands"
    )
    analysed_moves = models.PositiveIntegerField(default=0)
    analysed_at = models.DateTimeField(null=True, blank=True)
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
                condition=Q(ended_at__isnull=False, analysed_at=None),
                name="online_hand_to_analyse",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"

    @property
    def is_open(self) -> bool:
        """Say whether its cards may be shown: it is over, in an event at all tables."""
        is_open_elsewhere = self.duplicate_deal is None or self.duplicate_deal.opened_at is not None
        return self.record is not None and is_open_elsewhere


class Move(models.Model):
    """One move of a hand as in the engine's log (games.log): never changed, but taken back.

    `visible_to` are the seats that may see `action`; null: all. A person's move has the page's
    `key`: sent twice, it counts once.
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


class MoveAnalysis(models.Model):
    """What a move was worth by the search, from what its seat could know (games.bots.analysis).

    `chosen` and `best` are expected points of the move and of `best_action`, over `hands` imagined
    hands and `tried` moves; `behind` is their difference, `error` its standard error.
    """

    move = models.OneToOneField(Move, on_delete=models.CASCADE, related_name="analysis")
    chosen = models.FloatField()
    best = models.FloatField()
    best_action = models.JSONField()
    behind = models.FloatField()
    error = models.FloatField()
    hands = models.PositiveIntegerField()
    tried = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("analysis of a move")
        verbose_name_plural = _("analyses of moves")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(tried__gte=2), name="analysis_compares_moves")
        ]

    def __str__(self) -> str:
        return f"{self.move}: {self.behind:.1f}"


# Browsers have this long to commit to a share, and as long again to open it.
WINDOW = timedelta(seconds=5)


class Shuffle(models.Model):
    """One attempt to shuffle for the hand with this `number` at a table, from 1.

    The site's `secret` is shown after the hand, its `commitment` before. Browsers commit from
    `asked_at` to `closed_at`, then open their shares; `silent` seats added none. Without all shares
    in time it is void (`voided_at`) and another follows; else it gives its `hand`.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="shuffles")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    silent = models.JSONField(default=list, blank=True)
    hand = models.OneToOneField(
        OnlineHand, on_delete=models.CASCADE, null=True, blank=True, related_name="shuffle"
    )
    created_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("shuffle")
        verbose_name_plural = _("shuffles")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "number", "attempt"], name="shuffle_attempt_is_made_once"
            ),
            models.CheckConstraint(
                condition=Q(hand=None) | Q(voided_at=None), name="shuffle_gives_a_hand_or_is_void"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number} · {self.attempt}"

    @property
    def place(self) -> Place:
        """Say which attempt this is, as all commitments are bound to it."""
        return Place(self.table_id, self.number, self.attempt)

    @property
    def until(self) -> datetime | None:
        """Return when the browsers' time for what they are asked for is over; None: not asked."""
        since = self.closed_at or self.asked_at
        return None if since is None else since + WINDOW

    def opened(self) -> Attempt:
        """Return the attempt as the engine checks it, with all that is secret until the end."""
        shares = sorted(self.shares.all(), key=attrgetter("seat"))
        return Attempt(
            self.place,
            self.commitment,
            self.secret,
            tuple(Share(each.seat, each.commitment, each.share or None) for each in shares),
            tuple(self.silent),
        )


class ShuffleShare(models.Model):
    """What the browser of a seat adds to a shuffle: a commitment, and later the `share` itself."""

    shuffle = models.ForeignKey(Shuffle, on_delete=models.CASCADE, related_name="shares")
    seat = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    share = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("contribution to a shuffle")
        verbose_name_plural = _("contributions to shuffles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shuffle", "seat"], name="seat_adds_one_share")
        ]

    def __str__(self) -> str:
        return f"{self.shuffle} · {self.seat}"
