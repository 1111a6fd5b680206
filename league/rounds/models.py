"""What was done to the seating of a running round, so that it can be read and undone."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Player
from league.competitions.models import Round


class ChangeKind(models.TextChoices):
    """What was done."""

    SEATED = "seated", _("the round was seated")
    UNSEATED = "unseated", _("the seating was undone")
    REPAIRED = "repaired", _("those who wait were given seats")
    MOVED = "moved", _("somebody got a seat")
    SWAPPED = "swapped", _("two changed places")
    LEFT = "left", _("somebody left")
    SAT_OUT = "sat_out", _("somebody sits out")
    NO_SHOW = "no_show", _("somebody did not turn up")
    SUBSTITUTED = "substituted", _("a substitute came")
    OPENED = "opened", _("a table was added")
    MERGED = "merged", _("two tables became one")
    SPLIT = "split", _("a table became two")
    DISSOLVED = "dissolved", _("a table was dissolved")
    ORDERED = "ordered", _("the seats of a table were drawn")
    DEALS = "deals", _("the first dealer changed")


class SeatingChange(models.Model):
    """One change of a round's seating: what it was before and after, by whom, and what was asked.

    `number` is the round's counter of seatings after it. `asked` is what the organiser chose, so
    that the same press is known when it comes twice; `data` fills the words of the kind. `before`
    and `after` are the whole seating: see states.State.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seating_changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=ChangeKind)
    asked = models.JSONField()
    data = models.JSONField(default=dict)
    before = models.JSONField()
    after = models.JSONField()
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("change of a seating")
        verbose_name_plural = _("changes of seatings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"], name="seating_changes_once_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"
