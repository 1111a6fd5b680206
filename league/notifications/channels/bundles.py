"""Messages of one or several notifications, and errors of sending."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.address import absolute_url
from league.notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Bundle:
    """One message of notifications of the same player or club."""

    notifications: Sequence[Notification]

    @property
    def first(self) -> Notification:
        """Return the first notification."""
        return self.notifications[0]

    @property
    def is_single(self) -> bool:
        """Say whether there is only one notification."""
        return len(self.notifications) == 1

    @property
    def title(self) -> str:
        """Return the subject, or the number of notifications."""
        if self.is_single:
            return self.first.subject[:250]
        count = len(self.notifications)
        notices = ngettext("%(count)d notification", "%(count)d notifications", count) % {
            "count": count
        }
        return _("%(club)s: %(notices)s") % {"club": self.first.club.name, "notices": notices}

    @property
    def address(self) -> str:
        """Return the notification's page, else the club's."""
        if self.is_single and self.first.path:
            return absolute_url(self.first.path)
        return absolute_url(reverse("clubs:home", args=[self.first.club.slug]))

    def body(self, longest: int) -> str:
        """Return the text, or all subjects, cut to a length."""
        several = "\n".join(f"• {notification.subject}" for notification in self.notifications)
        text = self.first.text if self.is_single else several
        return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


class SendingError(Exception):
    """A failure for now; `pause` is how many seconds the server asks to wait."""

    def __init__(self, text: str, pause: float = 0) -> None:
        super().__init__(text)
        self.pause = pause


class SendingRefusedError(SendingError):
    """A permanent failure of a message."""


class DeadTargetError(SendingError):
    """A target that no longer exists."""
