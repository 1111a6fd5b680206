"""Derived: how strong players are, hand by hand."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tournament.ratings import Rating
from league.clubs.models import Club, Player
from league.competitions.models import Competition, Table
from league.results.models import Hand


class RatingBook(models.Model):
    """The ratings of one game in one club; whoever writes them holds its lock.

    `version` grows with all that ratings and awards are made of, `honoured` is that at which the
    awards were given.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_books")
    game = models.CharField(max_length=20)
    version = models.PositiveBigIntegerField(default=1)
    honoured = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("rating book")
        verbose_name_plural = _("rating books")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "game"], name="one_rating_book_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.game}"


class RatedCompetition(models.Model):
    """The version of a competition whose hands the ratings know; at any other, it is due."""

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="rated")
    version = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("rated competition")
        verbose_name_plural = _("rated competitions")

    def __str__(self) -> str:
        return f"{self.competition} · {self.version}"


class RatedTable(models.Model):
    """The version of a table whose hands the ratings know; at any other, it is due.

    `begin` is the position before its first hand: see ratings.sources.Sheet.
    """

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="rated"
    )
    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="tables")
    version = models.PositiveBigIntegerField()
    begin = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("rated table")
        verbose_name_plural = _("rated tables")

    def __str__(self) -> str:
        return f"{self.table} · {self.version}"


class RatingChange(models.Model):
    """Derived: what one hand changed about the rating of one player who played it.

    `position` puts the hands of a book in order (see ratings.sources.Sheet), `side` tells who
    played a hand together, `place` is the side's (1-based). `points` is by how much the shown
    number has moved. `hands` counts the player's so far, this included.
    """

    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="changes")
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="rating_changes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_changes")
    position = models.PositiveBigIntegerField()
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    points = models.IntegerField()
    hands = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "player"], name="one_change_per_hand"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["book", "position"]),
            models.Index(fields=["player", "book", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.hand}"

    @property
    def before(self) -> Rating:
        """What was believed before the hand."""
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        """What is believed after it."""
        return Rating(self.mu, self.sigma)


class PlayerRating(models.Model):
    """Derived: a player's rating after the last of so many `hands`."""

    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    hands = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "player"], name="one_rating_per_book"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.belief.shown}"

    @property
    def belief(self) -> Rating:
        """What is believed of the player's skill."""
        return Rating(self.mu, self.sigma)
