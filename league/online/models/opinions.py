"""What the search thought of moves, once their hands were over."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.online.models.hands import Move


class Opinion(models.Model):
    """What a move was worth by the search, from what its seat could know (games.bots.opinions).

    `chosen` and `best` are the points of the hand that the seat could expect of its move and of
    the best one that was found, whose action is `best_action` (as a log would tell it). `behind` is
    by how much the move falls short, `error` the standard error of that, both over `hands` imagined
    hands. `tried` counts the moves that were compared.
    """

    move = models.OneToOneField(Move, on_delete=models.CASCADE, related_name="opinion")
    chosen = models.FloatField()
    best = models.FloatField()
    best_action = models.JSONField()
    behind = models.FloatField()
    error = models.FloatField()
    hands = models.PositiveIntegerField()
    tried = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("opinion of a move")
        verbose_name_plural = _("opinions of moves")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(tried__gte=2), name="opinion_compares_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.move}: {self.behind:.1f}"
