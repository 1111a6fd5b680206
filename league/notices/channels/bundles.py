"""Put one notice, or several that were held back, into the words of one message."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.address import absolute_url
from league.notices.models import Notice

LONGEST_TITLE = 250


@dataclass(frozen=True, slots=True)
class Bundle:
    """One message: a title, and for each notice its subject, its text and its page's address."""

    notices: Sequence[Notice]

    @property
    def first(self) -> Notice:
        """Return the notice that the message is known by."""
        return self.notices[0]

    @property
    def is_single(self) -> bool:
        """Say whether it is about one thing."""
        return len(self.notices) == 1

    @property
    def title(self) -> str:
        """Return the subject, or how many there are of which club."""
        if self.is_single:
            return self.first.subject[:LONGEST_TITLE]
        said = ngettext("%(count)d notice", "%(count)d notices", len(self.notices))
        return _("%(club)s: %(notices)s") % {
            "club": self.first.club.name,
            "notices": said % {"count": len(self.notices)},
        }

    @property
    def address(self) -> str:
        """Return the page to open: that of the notice, or the club's for several."""
        if self.is_single and self.first.path:
            return absolute_url(self.first.path)
        return absolute_url(reverse("clubs:home", args=[self.first.club.slug]))

    def body(self, longest: int) -> str:
        """Return the text of a notice, or the subjects of several, no longer than that."""
        several = "\n".join(f"• {notice.subject}" for notice in self.notices)
        text = self.first.text if self.is_single else several
        return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
