"""What somebody has entered of a hand of Frank's Zoo so far, right or wrong, as a form carries it.

A form is a flat set of fields: `finish` ("3,1,0": the seats tapped so far), and where the hand
counts them `lions-<seat>`, `hedgehog-<seat>`, `lions_in_hand` and `role-<seat>`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.base import Seat
from games.franks_zoo.setup import FranksZooSetup

SOLO = "solo"
LONGEST_NUMBER = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """The state of the form; what a hand does not count is None.

    `tapped` are the seats in the order they were tapped, never all of them: who is left at the end
    follows. `garbled` is an order that no taps can have made. A count that is no number stays the
    text that it was.
    """

    size: int
    tapped: tuple[Seat, ...] = ()
    garbled: str = ""
    lions: tuple[int | str, ...] | None = None
    lions_in_hand: int | str | None = None
    hedgehog: tuple[bool, ...] | None = None
    roles: tuple[str, ...] | None = None

    @classmethod
    def blank(cls, setup: FranksZooSetup) -> "Entry":
        """Return the form of a hand before anything is entered."""
        counts = setup.counts_cards
        return cls(
            size=setup.seats,
            lions=(0,) * setup.seats if counts else None,
            lions_in_hand=0 if counts else None,
            hedgehog=(True,) * setup.seats if counts else None,
            roles=_roles(setup.teams, setup.solo, setup.seats) if setup.counts_teams else None,
        )

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> "Entry":
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
    def of_form(cls, data: Mapping[str, str], size: int) -> "Entry":
        """Return what a form carries; which fields it has says what the hand counts."""
        seats = range(size)
        counts = "lions_in_hand" in data
        order = data.get("finish", "")
        tapped = _seats(order, size)
        return cls(
            size=size,
            tapped=tapped[: size - 1],
            garbled="" if order == ",".join(map(str, tapped)) else order,
            lions=tuple(_number(data.get(f"lions-{seat}", "0")) for seat in seats)
            if counts
            else None,
            lions_in_hand=_number(data["lions_in_hand"]) if counts else None,
            hedgehog=tuple(f"hedgehog-{seat}" in data for seat in seats) if counts else None,
            roles=tuple(data.get(f"role-{seat}", "") for seat in seats)
            if "role-0" in data
            else None,
        )

    def fit(self, setup: FranksZooSetup) -> "Entry":
        """Return the form with just the fields that the hand counts, blank where they lacked."""
        blank = Entry.blank(setup)
        is_held_counted = blank.lions_in_hand is not None and self.lions_in_hand is not None
        return replace(
            self,
            lions=blank.lions and (self.lions or blank.lions),
            lions_in_hand=self.lions_in_hand if is_held_counted else blank.lions_in_hand,
            hedgehog=blank.hedgehog and (self.hedgehog or blank.hedgehog),
            roles=blank.roles and (self.roles or blank.roles),
        )

    def tap(self, seat: Seat) -> "Entry":
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
    known = {str(seat): seat for seat in range(size)}
    return tuple(dict.fromkeys(known[part] for part in text.split(",") if part in known))


def _number(text: str) -> int | str:
    """Read a count; what is none stays text, which the engine refuses at its field."""
    text = text.strip()
    is_number = text.removeprefix("-").isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else text
