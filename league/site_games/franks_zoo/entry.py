"""The form of a hand of Frank's Zoo.

Its fields: `finish` ("3,1,0": the seats tapped so far), and where the hand counts them
`lions-<seat>`, `hedgehog-<seat>`, `lions_in_hand` and `role-<seat>`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import HandSetup, Problem, Seat
from games.franks_zoo.cards import deck
from league.core.games.entry import EntryFormContext, Record, Who, read_count
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
from league.site_games.franks_zoo.rule_texts import own_setup

SOLO = "solo"
SHOWN = frozenset({"finish", "lions_taken", "lions_in_hand", "hedgehog", "teams", "solo"})


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What the form asks of one player; `mark` is the place of going out, 0 while unknown."""

    who: Who
    mark: int
    is_left: bool
    lions: int | str
    hedgehog: bool
    role: str


@dataclass(frozen=True, slots=True)
class FranksZooEntry:
    """The state of the form; what a hand does not count is None.

    `tapped` are the seats in the order they were tapped, never all of them: who is left at the end
    follows. `garbled` is an order that no taps can have made. A count that is no number stays the
    text that it was.
    """

    TEMPLATE: ClassVar[str] = "results/franks_zoo/_fields.html"
    SCRIPT: ClassVar[str] = "js/entry-franks-zoo.js"

    size: int
    tapped: tuple[Seat, ...] = ()
    garbled: str = ""
    lions: tuple[int | str, ...] | None = None
    lions_in_hand: int | str | None = None
    hedgehog: tuple[bool, ...] | None = None
    roles: tuple[str, ...] | None = None

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "FranksZooEntry":  # noqa: ARG003 - hands differ by their number alone
        """Return the form of a hand before anything is entered."""
        setup = own_setup(setup)
        counts = setup.counts_cards
        return cls(
            size=setup.seats,
            lions=(0,) * setup.seats if counts else None,
            lions_in_hand=0 if counts else None,
            hedgehog=(True,) * setup.seats if counts else None,
            roles=_roles(setup.teams, setup.solo, setup.seats) if setup.counts_teams else None,
        )

    @classmethod
    def of_record(cls, record: Record) -> "FranksZooEntry":
        """Return the form filled in with a record that the engine has accepted."""
        size = len(record["finish"])
        teams = record.get("teams")
        lions, hedgehog = record.get("lions_taken"), record.get("hedgehog")
        return cls(
            size=size,
            tapped=tuple(record["finish"][:-1]),
            lions=None if lions is None else tuple(lions),
            lions_in_hand=record.get("lions_in_hand"),
            hedgehog=None if hedgehog is None else tuple(hedgehog),
            roles=_roles(teams, record.get("solo"), size) if teams else None,
        )

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "FranksZooEntry":
        """Return what a form carries; which fields it has says what the hand counts."""
        seats = range(size)
        counts = "lions_in_hand" in data
        order = data.get("finish", "")
        tapped = _seats(order, size)
        return cls(
            size=size,
            tapped=tapped[: size - 1],
            garbled="" if order == ",".join(map(str, tapped)) else order,
            lions=tuple(read_count(data.get(f"lions-{seat}", "0")) for seat in seats)
            if counts
            else None,
            lions_in_hand=read_count(data["lions_in_hand"]) if counts else None,
            hedgehog=tuple(f"hedgehog-{seat}" in data for seat in seats) if counts else None,
            roles=tuple(data.get(f"role-{seat}", "") for seat in seats)
            if "role-0" in data
            else None,
        )

    def fit(self, setup: HandSetup) -> "FranksZooEntry":
        """Return the form with just the fields that the hand counts, blank where they lacked."""
        blank = FranksZooEntry.blank(setup)
        is_held_counted = blank.lions_in_hand is not None and self.lions_in_hand is not None
        return replace(
            self,
            lions=blank.lions and (self.lions or blank.lions),
            lions_in_hand=self.lions_in_hand if is_held_counted else blank.lions_in_hand,
            hedgehog=blank.hedgehog and (self.hedgehog or blank.hedgehog),
            roles=blank.roles and (self.roles or blank.roles),
        )

    def press(self, data: Mapping[str, str]) -> "FranksZooEntry":
        """Return the form after the tap that came without scripts, if one did."""
        tapped = data.get("tap", "")
        return self.tap(int(tapped)) if tapped in map(str, range(self.size)) else self

    def tap(self, seat: Seat) -> "FranksZooEntry":
        """Return the form after a tap: the seat is next, or no longer listed.

        Tapping who was left at the end takes back the last tap, which made it the end.
        """
        if seat in self.tapped:
            tapped = tuple(other for other in self.tapped if other != seat)
        elif self.is_complete:
            tapped = self.tapped[:-1]
        else:
            tapped = (*self.tapped, seat)
        return replace(self, tapped=tapped, garbled="")

    @property
    def finish(self) -> tuple[Seat, ...]:
        """The order of going out; the last seat fills itself in."""
        if not self.is_complete:
            return self.tapped
        return (*self.tapped, *(seat for seat in range(self.size) if seat not in self.tapped))

    @property
    def is_complete(self) -> bool:
        """Say whether the order is known."""
        return len(self.tapped) == self.size - 1 and not self.garbled

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""
        record: dict[str, Any] = {
            "finish": self.garbled.split(",") if self.garbled else list(self.finish)
        }
        if self.roles is not None:
            record["teams"] = [
                [self._only(f"{at}-senior"), self._only(f"{at}-junior")]
                for at in range(self.size // 2)
            ]
            if self.size % 2:
                record["solo"] = self._only(SOLO)
        if self.lions is not None and self.hedgehog is not None:
            record["lions_taken"] = list(self.lions)
            record["lions_in_hand"] = self.lions_in_hand
            record["hedgehog"] = list(self.hedgehog)
        return record

    def fields(self, context: EntryFormContext) -> dict[str, Any]:
        """Return what the template draws; `found` is how many lions are counted so far."""
        setup = own_setup(context.setup)
        order = self.finish
        left = order[-1] if self.is_complete else None
        counted = [*(self.lions or ()), self.lions_in_hand]
        return {
            "setup": setup,
            "finish": self.garbled or ",".join(str(seat) for seat in self.tapped),
            "seats": tuple(
                self._seat_fields(Who(seat, name)) for seat, name in enumerate(context.names)
            ),
            "left": None if left is None else Who(left, context.names[left]),
            "lion_counts": range(setup.lions + 1),
            "lions_in_hand": self.lions_in_hand,
            "found": sum(count for count in counted if isinstance(count, int)),
            "roles": role_choices(self.size),
            "has_other_teams": context.picks_teams
            or self.roles != FranksZooEntry.blank(setup).roles,
            "errors": {name: context.errors_at(name) for name in SHOWN},
        }

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field in SHOWN

    def _seat_fields(self, who: Who) -> SeatFields:
        seat, order = who.seat, self.finish
        return SeatFields(
            who=who,
            mark=order.index(seat) + 1 if seat in order else 0,
            is_left=self.is_complete and order[-1] == seat,
            lions=self.lions[seat] if self.lions else 0,
            hedgehog=self.hedgehog[seat] if self.hedgehog else False,
            role=self.roles[seat] if self.roles else "",
        )

    def _only(self, role: str) -> Seat | None:
        """Return the one seat with a role; None, which the engine refuses, unless it is one."""
        seats = [seat for seat, other in enumerate(self.roles or ()) if other == role]
        return seats[0] if len(seats) == 1 else None


def role_choices(size: int) -> list[tuple[str, str]]:
    """Return the roles a seat can have in a hand with teams, with their words."""
    choices = [
        choice
        for at in range(size // 2)
        for choice in (
            (f"{at}-senior", _("Team %(number)d, senior") % {"number": at + 1}),
            (f"{at}-junior", _("Team %(number)d, junior") % {"number": at + 1}),
        )
    ]
    return [*choices, (SOLO, _("Alone"))] if size % 2 else choices


def _roles(teams: Sequence[Sequence[Seat]], solo: Seat | None, size: int) -> tuple[str, ...]:
    roles = {
        seat: f"{at}-{role}"
        for at, team in enumerate(teams)
        for seat, role in zip(team, ("senior", "junior"), strict=True)
    }
    if solo is not None:
        roles[solo] = SOLO
    return tuple(roles[seat] for seat in range(size))


def _seats(text: str, size: int) -> tuple[Seat, ...]:
    """Read the seats of an order, each once; what is no seat is dropped."""
    known = {*map(str, range(size))}
    return tuple(map(int, dict.fromkeys(filter(known.__contains__, text.split(",")))))


def preview_problems(size: int) -> list[Problem]:
    """Return the problems that the preview on a phone finds by itself, for their words."""
    cards = deck(size)
    missing = [
        Problem("lions_missing", "lions_taken", None, "", "warning", {"missing": count})
        for count in range(1, cards["lion"] + 1)
    ]
    lions, hedgehogs = {"lions": cards["lion"]}, {"hedgehogs": cards["hedgehog"]}
    return [
        *missing,
        Problem("teams_differ", "teams", None, "", "warning"),
        Problem("not_a_permutation", "finish", None, ""),
        Problem("not_teams", "teams", None, "", data={"teams": size // 2}),
        Problem("not_counts", "lions_taken", None, ""),
        Problem("not_a_count", "lions_in_hand", None, ""),
        Problem("too_many_lions", "lions_taken", None, "", data=lions),
        Problem("too_many_hedgehogs", "hedgehog", None, "", data=hedgehogs),
    ]


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
            "Give each player a different place. Only the player left with cards needs none."
        )
    },
    help=gettext_lazy(
        "Out: 1 for the first player to go out, 2 for the next; the player left with cards "
        "needs no number. Teams are set automatically. Tab moves on, the space bar switches a "
        "hedgehog."
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
