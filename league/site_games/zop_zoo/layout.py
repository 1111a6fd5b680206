"""How ZOP ZOO lies on the table in a hand that is over."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Seat
from league.core.games.online import Face, Group, Names, Seen, counted
from league.core.templatetags.ui import amount


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    top, held = seen["top"], seen["held"]
    size = seen["draw_pile_size"]
    left = ngettext("%(count)s card left", "%(count)s cards left", size) % {"count": size}
    return [
        Group(_("Draw pile"), (), left),
        Group(_("Discard pile"), () if top is None else (Face(top, names.card(top)),)),
        Group(_("In hand"), () if held is None else (Face(held, names.card(held)),)),
    ]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    row = tuple(
        Face(each["card"], names.card(each["card"]), _worth(each["points"]))
        for each in seen["rows"][seat]
    )
    bonuses = [f"bonus-{category}" for category in seen["bonuses"][seat]]
    return [Group(_("Row"), row), Group(_("Side bonuses"), counted(bonuses, names))]


def _worth(points: int | None) -> str:
    return _("not matched") if points is None else amount(points)
