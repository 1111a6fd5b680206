"""What happened to accounts."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.clubs.models import User


class EventKind(models.TextChoices):
    """What can happen to an account."""

    SIGN_IN = "sign_in", _("signed in")
    REFUSED = "refused", _("a sign-in was refused")
    WAY_ADDED = "way_added", _("a way in was added")
    WAY_REMOVED = "way_removed", _("a way in was removed")
    EMAIL = "email", _("the email addresses were changed")
    SIGNED_OUT = "signed_out", _("signed out on other devices")
    CLAIMED = "claimed", _("became a player of a club")


class AccountEvent(models.Model):
    """Something that happened to an account, for its owner to read.

    `user` is None for a refused sign-in whose address nobody has: it is written down like the
    others, so that the answer takes as long. `network` is a shortened address. `detail` says which
    way, address or player it was about, in the words of that moment.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="account_events"
    )
    kind = models.CharField(max_length=12, choices=EventKind)
    detail = models.CharField(max_length=200, blank=True)
    browser = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("account event")
        verbose_name_plural = _("account events")
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at", "-id"], name="event_of_user"),
            models.Index(fields=["created_at"], name="event_by_age"),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()
