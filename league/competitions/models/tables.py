"""Tables: who sits where, and the codes that open them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player, Visibility, make_token
from league.competitions.models.entries import Entry
from league.competitions.models.rounds import Round

PHONE_LENGTH = 32


class TableQuerySet(models.QuerySet["Table"]):
    """Filter tables."""

    def standing(self) -> "TableQuerySet":
        """Keep those that a later seating has not dissolved."""
        return self.filter(dissolved_at=None)


class Table(models.Model):
    """One match of one game: its seats, its game options, the hands recorded at it.

    `seating` grows when its seats change, so that a phone with an old page is told. A table that
    is not wanted any more is dissolved, never deleted, so that its old code can say so. An
    adjourned table goes on after its round has closed. `hands_limit` is what the stage said when
    the table was made. `seating_told` is the seating that its players know from their mail.
    `version` grows with every change a screen of this table could show.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    dealer = models.PositiveSmallIntegerField(_("first dealer"), default=0)
    seating = models.PositiveIntegerField(default=1)
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField()
    dissolved_at = models.DateTimeField(null=True, blank=True)
    adjourned_at = models.DateTimeField(null=True, blank=True)
    hands_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    seating_told = models.PositiveIntegerField(default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"],
                condition=Q(dissolved_at=None),
                name="table_number_is_used_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["adjourned_at"],
                condition=Q(adjourned_at__isnull=False),
                name="table_adjourned",
            ),
            models.Index(
                fields=["round"],
                condition=Q(dissolved_at=None, seating__gt=F("seating_told")),
                name="table_to_tell",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"

    @property
    def shown_to(self) -> Visibility:
        """Return who may look, which takes round, stage, competition and club."""
        return self.round.shown_to

    @property
    def takes_hands(self) -> bool:
        """Say whether those at the table may record: its round is open, or it was adjourned."""
        return self.dissolved_at is None and (self.round.is_open or self.adjourned_at is not None)


class Seat(models.Model):
    """A place at a table, 0-based, clockwise, and the player in it.

    `entry` is whose league points are played for; a substitute is a player who is not the
    entry's own. Seats with the same `pair` are partners for the round. `reason` says why this
    entry sits here, as a code and what fills its words. `phone` is the one phone that may speak for
    it by the table's code, `signed_in_at` when its player came to the table with an account: then
    no phone may without it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    pair = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.JSONField(null=True, blank=True)
    phone = models.CharField(
        max_length=PHONE_LENGTH, blank=True, default="", db_default="", editable=False
    )
    signed_in_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_is_used_once"),
            models.UniqueConstraint(fields=["table", "player"], name="player_sits_once_at_a_table"),
            models.UniqueConstraint(
                fields=["table", "phone"],
                condition=~Q(phone=""),
                name="phone_speaks_for_one_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.number}"


class Substitution(models.Model):
    """Remember that another player took a seat, from hand `from_hand` (1-based) on."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="substitutions")
    player_out = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player_in = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    from_hand = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")

    def __str__(self) -> str:
        return f"{self.player_out} → {self.player_in}"


class TableCode(models.Model):
    """An unguessable code, printed as a QR code, that opens one table while its round is open."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="codes")
    token = models.CharField(max_length=32, unique=True, default=make_token)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table code")
        verbose_name_plural = _("table codes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at=None), name="one_valid_code_per_table"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)
