"""Events in which different tables play the same deals."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.base import Options
from league.clubs.models import User, Visibility, make_token
from league.competitions.models import Competition, Round
from league.core.games import site_game
from league.online.models.tables import GAME_LENGTH, ChatMode, OnlineTable, title_of

DEFAULT_HANDS = 4


class DuplicateMethod(models.TextChoices):
    """How results with the same deal are compared (games.tournament.duplicate)."""

    MATCHPOINTS = "matchpoints", _("matchpoints in percent")
    DATUM = "datum", _("points above average")


class DuplicateSettings(models.Model):
    """Say whether the online tables of a round of a competition play the same deals, and how."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, related_name="duplicate_settings"
    )
    is_on = models.BooleanField(_("same deals at all online tables of a round"), default=False)
    method = models.CharField(
        _("scoring"),
        max_length=12,
        choices=DuplicateMethod,
        default=DuplicateMethod.MATCHPOINTS,
    )
    hands = models.PositiveSmallIntegerField(_("hands to play"), default=DEFAULT_HANDS)

    class Meta:
        verbose_name = _("duplicate in a competition")
        verbose_name_plural = _("duplicate in competitions")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(method__in=DuplicateMethod.values),
                name="duplicate_settings_method_is_known",
            )
        ]

    def __str__(self) -> str:
        return str(self.competition)


class DuplicateEvent(models.Model):
    """Tables that play the same `hands` deals: those of a round, or (no `round`) by a link.

    A deal opens once all tables in time have played it and no further one may come
    (`takes_tables`), or at `closes_at` (None: when the round is over). `seats` is the size of all
    tables, None at a round. `due_at` is when to look again, `ended_at` when all deals were open.
    """

    token = models.CharField(max_length=32, unique=True, default=make_token)
    round = models.OneToOneField(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="duplicate"
    )
    game = models.CharField(max_length=GAME_LENGTH)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(null=True, blank=True)
    hands = models.PositiveSmallIntegerField(default=DEFAULT_HANDS)
    method = models.CharField(
        max_length=12, choices=DuplicateMethod, default=DuplicateMethod.MATCHPOINTS
    )
    move_seconds = models.PositiveIntegerField(null=True, blank=True)
    chat_mode = models.CharField(max_length=10, choices=ChatMode, default=ChatMode.PHRASES)
    takes_tables = models.BooleanField(default=False)
    host_user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    host_guest = models.CharField(max_length=32, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("duplicate event")
        verbose_name_plural = _("duplicate events")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(method__in=DuplicateMethod.values), name="duplicate_method_is_known"
            ),
            models.CheckConstraint(
                condition=Q(round__isnull=False) | Q(seats__isnull=False, closes_at__isnull=False),
                name="duplicate_event_has_an_end",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="duplicate_event_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.token}"

    @property
    def title(self) -> str:
        """Return the name of the game, and at a round which one."""
        return title_of(self.game, self.round)

    @property
    def visible_to(self) -> Visibility:
        """Return who may look, at the deals of a round those who see the round."""
        return self.round.visible_to if self.round else Visibility.PUBLIC

    @property
    def rules(self) -> Options:
        """Return the options of the game as the engine reads them."""
        return site_game(self.game).engine.options(self.options)


class DuplicateDeal(models.Model):
    """A deal of an event for tables of one size; see OnlineHand for its fields.

    It was made before the first table began, and `commitment` has been shown since. All else is
    secret until `opened_at`.
    """

    event = models.ForeignKey(DuplicateEvent, on_delete=models.CASCADE, related_name="deals")
    seats = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    setup = models.JSONField()
    deal = models.JSONField()
    commitment = models.CharField(max_length=64)
    rules_version = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("deal of an event")
        verbose_name_plural = _("deals of an event")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "seats", "number"], name="duplicate_deal_is_dealt_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.seats} · {self.number}"


class DuplicatePlayer(models.Model):
    """Who has seen deals of an event, and at which table: nobody plays the same deals twice."""

    event = models.ForeignKey(DuplicateEvent, on_delete=models.CASCADE, related_name="players")
    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True)
    guest = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("player of an event")
        verbose_name_plural = _("players of an event")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(user__isnull=False), name="user_plays_once"
            ),
            models.UniqueConstraint(
                fields=["event", "guest"], condition=~Q(guest=""), name="guest_plays_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.user or self.guest}"
