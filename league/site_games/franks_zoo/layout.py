"""How Frank's Zoo lies on the table in a hand that is over."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Seat
from league.core.games.online import Group, Names, Seen, counted


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    asking = seen["asking"]
    asked = counted(asking["cards"], names) if asking else ()
    by = _("%(name)s asks for help with") % {"name": names.of(asking["junior"])} if asking else ""
    return [Group(_("On the table"), counted(seen["table"], names)), Group(by, asked)]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    size, taken = seen["sizes"][seat], seen["piles"][seat]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    if seat in seen["finish"]:
        left = _("out, place %(place)s") % {"place": seen["finish"].index(seat) + 1}
    won = ngettext("%(count)s card taken", "%(count)s cards taken", taken) % {"count": taken}
    own = seen["seat"] == seat
    return [
        Group(_("Hand"), counted(seen["hand"], names) if own else (), left),
        Group(_("Laid aside"), counted(seen["laid_aside"], names) if own else ()),
        Group(_("Tricks"), (), won if taken else ""),
    ]
