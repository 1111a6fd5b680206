"""Derived data: results of tables, standings, ratings, awards and forecasts."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tournament.ratings import Rating
from league.clubs.models import Club, Player
from league.competitions.models import Competition, Entry, Round, Stage, Table
from league.results.models import Hand


class TableResult(models.Model):
    """Derived: the result of an entry at a table; `points` include the `bonuses` by kind."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField(default=0)
    pair = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    points = models.IntegerField()
    bonuses = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("table result")
        verbose_name_plural = _("table results")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "entry"], name="one_result_per_table_and_entry"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.table}"


class Unranked(models.TextChoices):
    """Why an entry has no place."""

    GUEST = "guest", _("guest")
    ATTENDANCE = "attendance", _("too few rounds")


class Standing(models.Model):
    """Derived: the sums of an entry in a stage, its `ledger` and `carried` points."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="standings")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    game_points = models.IntegerField()
    tables = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField(default=0)
    places = models.JSONField(default=list)
    byes = models.PositiveIntegerField(default=0)
    carried = models.IntegerField(default=0)
    ledger = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_standing_per_stage")
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.stage}"


class RatingList(models.Model):
    """The ratings of a game in a club; its awards were given at `awarded_version`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_lists")
    game = models.CharField(max_length=20)
    version = models.PositiveBigIntegerField(default=1)
    awarded_version = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "game"], name="one_rating_list_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.game}"


class RatedCompetition(models.Model):
    """The version of a competition at which it was rated."""

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="rated")
    version = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("rated competition")
        verbose_name_plural = _("rated competitions")

    def __str__(self) -> str:
        return f"{self.competition} · {self.version}"


class RatedTable(models.Model):
    """The version and position (see ratings.sources.TableVersion) at which a table was rated."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="rated"
    )
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="tables")
    version = models.PositiveBigIntegerField()
    begin = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("rated table")
        verbose_name_plural = _("rated tables")

    def __str__(self) -> str:
        return f"{self.table} · {self.version}"


class RatingChange(models.Model):
    """Derived: the change of a player's rating by a hand, at a `position` (see ratings.sources)."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="changes")
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
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "player"], name="one_change_per_hand")
        ]
        indexes: ClassVar = [
            models.Index(fields=["rating_list", "position"]),
            models.Index(fields=["player", "rating_list", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.hand}"

    @property
    def before(self) -> Rating:
        """The rating before the hand."""
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        """The rating after the hand."""
        return Rating(self.mu, self.sigma)


class PlayerRating(models.Model):
    """Derived: a player's current rating."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    hands = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rating_list", "player"], name="one_rating_per_list")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.skill.shown}"

    @property
    def skill(self) -> Rating:
        """The rating."""
        return Rating(self.mu, self.sigma)


class RoundStats(models.Model):
    """Derived: what each award counts in a round, by award and holder."""

    round = models.OneToOneField(
        Round, on_delete=models.CASCADE, primary_key=True, related_name="stats"
    )
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="stats")
    content = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("round statistics")
        verbose_name_plural = _("round statistics")

    def __str__(self) -> str:
        return str(self.round)


class CompetitionAwards(models.Model):
    """Derived: the awards of a competition, or of all time: slug, holders, number."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="awards")
    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, null=True, related_name="awards"
    )
    content = models.JSONField(default=list)

    class Meta:
        verbose_name = _("awards")
        verbose_name_plural = _("awards")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rating_list"],
                condition=models.Q(competition=None),
                name="one_hall_of_fame_per_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.rating_list} · {self.competition}"


class Forecast(models.Model):
    """Derived: the forecast of a competition at a version; `version` is its own, for live pages."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="forecast"
    )
    version = models.PositiveBigIntegerField(default=0)
    competition_version = models.PositiveBigIntegerField()
    calculated_at = models.DateTimeField()
    content = models.JSONField(null=True)

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")

    def __str__(self) -> str:
        return f"{self.competition} · {self.competition_version}"
