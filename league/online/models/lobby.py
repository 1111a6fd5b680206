"""The lobby of open tables, quick match, finished matches, and ratings of pick-up play."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tournament.ratings import MU, SIGMA, Rating
from league.clubs.models import NAME_LENGTH, Club, User, make_token
from league.core.games import site_game
from league.online.models.tables import GAME_LENGTH, MARK_LENGTH, OnlineTable


class Lobby(models.Model):
    """The lobby of a club, or (no `club`) everybody's; `version` grows as its tables change."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="lobby"
    )
    version = models.PositiveBigIntegerField(default=1)

    class Meta:
        verbose_name = _("lobby")
        verbose_name_plural = _("lobbies")
        constraints: ClassVar = [
            models.UniqueConstraint(
                models.Value(1), condition=Q(club=None), name="one_lobby_without_club"
            )
        ]

    def __str__(self) -> str:
        return str(self.club or _("everyone"))


class Listing(models.Model):
    """A table that waits for players in the lobby of `club`, or (None) in everybody's."""

    table = models.OneToOneField(OnlineTable, on_delete=models.CASCADE, related_name="listing")
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("table in the lobby")
        verbose_name_plural = _("tables in the lobby")

    def __str__(self) -> str:
        return str(self.table)


class QuickMatch(models.Model):
    """Somebody who waits for a match: of a game at a pace, at a table of `seats`.

    Bots fill the table `bots_after` seconds after `created_at` (None: never). Who was not `seen_at`
    lately has left the page. `table` is where they are to go.
    """

    token = models.CharField(max_length=32, unique=True, default=make_token)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    guest = models.CharField(max_length=32, blank=True)
    network = models.CharField(max_length=MARK_LENGTH, blank=True)
    name = models.CharField(max_length=NAME_LENGTH)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    game = models.CharField(max_length=GAME_LENGTH)
    seats = models.PositiveSmallIntegerField()
    move_seconds = models.PositiveIntegerField(null=True, blank=True)
    bots_after = models.PositiveIntegerField(null=True, blank=True)
    table = models.ForeignKey(
        OnlineTable, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("waiting player")
        verbose_name_plural = _("waiting players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(user__isnull=False), name="user_waits_once"
            ),
            models.UniqueConstraint(
                fields=["guest"], condition=~Q(guest=""), name="guest_waits_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.game}"

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return site_game(self.game).title

    @property
    def bots_at(self) -> datetime | None:
        """Return when bots fill the table; None: never."""
        if self.bots_after is None:
            return None
        return self.created_at + timedelta(seconds=self.bots_after)


class MatchResult(models.Model):
    """What a person's finished match at an online table came to; `name` is what they played by.

    `place` is None for who left before the end. A rated match has `mu` and `sigma` after it, and
    those from before.
    """

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="online_results"
    )
    guest = models.CharField(max_length=32, blank=True)
    name = models.CharField(max_length=NAME_LENGTH)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    mu_before = models.FloatField(null=True, blank=True)
    sigma_before = models.FloatField(null=True, blank=True)
    mu = models.FloatField(null=True, blank=True)
    sigma = models.FloatField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("result of an online match")
        verbose_name_plural = _("results of online matches")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=Q(user__isnull=False),
                name="user_has_one_result",
            ),
            models.UniqueConstraint(
                fields=["table", "guest"], condition=~Q(guest=""), name="guest_has_one_result"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["guest"], condition=~Q(guest=""), name="online_result_guest")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.name}"

    @property
    def change(self) -> int | None:
        """Return by how much the shown rating has changed; None where it was not rated."""
        if None in {self.mu, self.sigma, self.mu_before, self.sigma_before}:
            return None
        after = Rating(self.mu or 0.0, self.sigma or 0.0)
        before = Rating(self.mu_before or 0.0, self.sigma_before or 0.0)
        return after.shown - before.shown


class PickUpRating(models.Model):
    """What is believed of somebody's skill in a game from pick-up matches; no club's ratings."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="pick_up_ratings"
    )
    guest = models.CharField(max_length=32, blank=True)
    game = models.CharField(max_length=GAME_LENGTH)
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating of pick-up play")
        verbose_name_plural = _("ratings of pick-up play")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "game"],
                condition=Q(user__isnull=False),
                name="user_has_one_rating",
            ),
            models.UniqueConstraint(
                fields=["guest", "game"], condition=~Q(guest=""), name="guest_has_one_rating"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.guest} · {self.game}"

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return site_game(self.game).title

    @property
    def rating(self) -> Rating:
        """Return it as the engine rates."""
        return Rating(self.mu, self.sigma)
