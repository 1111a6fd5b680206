"""Frank's Zoo on a score sheet, printed and typed.

The inputs have the names of the form of a hand, but for `out-<seat>`, the place of going out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Seat
from league.core.games.score_sheet import (
    CHECK,
    SELECT,
    Columns,
    Data,
    FileColumn,
    Line,
    ScoreSheetPart,
    SheetHand,
    field_of_table,
    ticked_fields,
)
from league.site_games.franks_zoo.entry import own_setup, role_choices


def printed_columns(options: Mapping[str, Any], seats: int) -> Columns:
    """Name what is written down of a hand: of each player, and of the whole table."""
    if seats == 3 or options.get("mode") == "partners":
        of_seat = [_("Out"), _("Lions"), _("Hedgehog"), _("Total")]
        return {"of_seat": of_seat, "of_table": [_("Lions in the last player’s hand")]}
    return {"of_seat": [_("Out"), _("Total")], "of_table": []}


def lines(hand: SheetHand) -> Iterator[Line]:
    """Ask for the order of going out, and where the hand counts them for lions and hedgehogs."""
    setup = own_setup(hand.setup)
    for who in hand.people:
        at = who.seat
        inputs = [hand.input(f"out-{at}", _("Out"), who)]
        if setup.counts_cards:
            lions = [f"lions_taken[{at}]"]
            inputs.append(hand.input(f"lions-{at}", _("Lions"), who, at=lions))
            inputs.append(hand.input(f"hedgehog-{at}", _("Hedgehog"), who, CHECK))
        yield Line(who, tuple(inputs))
    if setup.counts_cards:
        held = _("Lions in the last player’s hand")
        yield Line(None, (hand.input("lions_in_hand", held, None, at=["lions_in_hand"]),))
    if setup.counts_teams:
        choices = (("", _("by the rule")), *role_choices(setup.seats))
        for who in hand.people:
            role = hand.input(f"role-{who.seat}", _("Team"), who, SELECT, choices=choices)
            yield Line(who, (role,), is_rare=True)


def as_form(data: Data, size: int) -> dict[str, str]:
    """Return what the hand's own form would carry: the order out of the places typed."""
    typed = [data.get(f"out-{seat}", "").strip() for seat in range(size)]
    form = {
        name: value or ("0" if name.startswith("lions") else "")
        for name, value in data.items()
        if not name.startswith(("out-", "role-")) or data.get("role-0")
    }
    return {**form, "lions_in_hand": form.get("lions_in_hand", "0"), "finish": _order(typed)}


def _order(typed: Sequence[str]) -> str:
    """Return the seats in the order of the places typed, the last one left out.

    Whoever was left with cards needs no place. What is no order stays what it was.
    """
    size = len(typed)
    last = {"": str(size)} if typed.count("") == 1 and str(size) not in typed else {}
    places = [last.get(text, text) for text in typed]
    if sorted(places) != sorted(str(place + 1) for place in range(size)):
        return ",".join(text or "?" for text in typed)
    seats: list[Seat] = sorted(range(size), key=lambda seat: int(places[seat]))
    return ",".join(str(seat) for seat in seats[:-1])


SCORE_SHEET = ScoreSheetPart(
    lines=lines,
    as_form=as_form,
    ticked=("hedgehog",),
    texts={
        # An order is not tapped here but typed.
        "finish": gettext_lazy(
            "Give everybody a place, each once; only whoever was left with cards needs none."
        )
    },
    help=gettext_lazy(
        "Out: 1 for the first to go out, 2 for the next; whoever was left with cards needs none. "
        "Teams follow by themselves. Tab leads on, the space bar switches a hedgehog."
    ),
    file_columns=(
        FileColumn("out", gettext_lazy("Out")),
        FileColumn("lions", gettext_lazy("Lions")),
        FileColumn(
            "lions_in_hand", gettext_lazy("Lions in the last player’s hand"), field_of_table
        ),
        FileColumn("hedgehog", gettext_lazy("Hedgehog"), ticked_fields),
    ),
)
