"""How the deck of a hand is shuffled: by the site, and by the browsers of those who play."""

from datetime import datetime, timedelta
from operator import attrgetter
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.shuffle import Attempt, Place, Share
from league.online.models.hands import OnlineHand
from league.online.models.tables import OnlineTable

# Browsers have this long to commit to a share, and as long again to open it.
WINDOW = timedelta(seconds=5)


class Shuffle(models.Model):
    """One attempt to shuffle for the hand with this `number` at a table, from 1.

    The site's `secret` is shown once the hand is over, its `commitment` from the beginning.
    Browsers are asked for commitments from `asked_at` until `closed_at`, and for their shares from
    then on. `silent` are the people's seats that added none. An attempt in which a share was not
    opened in time is void since `voided_at`, and another one follows; else it gives its `hand`.
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
        verbose_name = _("share of a shuffle")
        verbose_name_plural = _("shares of shuffles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shuffle", "seat"], name="seat_adds_one_share"),
        ]

    def __str__(self) -> str:
        return f"{self.shuffle} · {self.seat}"
